import { call } from "#web/api/call.ts";
import { PagedRows } from "#web/api/paged-rows.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { FilterChips } from "#web/forms/filter-chips.tsx";
import { SearchBox } from "#web/forms/search-box.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { useOnline } from "#web/shell/online.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { recurringApi, type RuleLine } from "../contract/api.ts";
import { GROUPS, type ListSearch } from "./list-search.ts";
import { DAY_LOOK, RULE_LOOK } from "./look.ts";
import { useScheduleText } from "./use-rule-facts.ts";
import { RECURRING, useRecurringNews } from "./use-recurring.ts";
import "./recurring.css";

/** Standing orders, with what comes next and what needs somebody. */
export function RecurringListPage({ search, setSearch }: PageProps<object, ListSearch>) {
  const t = useWords("recurring");
  const online = useOnline();
  const columns = useColumns();
  useRecurringNews();
  const { q, group } = search;
  const pages = usePages([...RECURRING, "list", q, group], (from, options) =>
    call(recurringApi.listRules, { ...from, q, group }, options),
  );
  const isFiltered = q !== "" || group !== "all";
  const none = (
    <StateMessage kind="empty" icon="refresh" title={t(isFiltered ? "none.found" : "none.title")}>
      <p>{t(isFiltered ? "none.other" : "none.text")}</p>
    </StateMessage>
  );
  return (
    <article className="stack gap-4 recurring">
      <PageHeader
        title={t("title")}
        detail={t("text")}
        actions={
          <Button variant="filled" icon="add" href="/d/recurring/new">
            {t("new.does")}
          </Button>
        }
      />
      {!online && (
        <Banner tone="warning" icon="offline">
          {t("offline")}
        </Banner>
      )}
      <div className="filters recurring-filters" role="search">
        <SearchBox
          label={t("search")}
          value={q}
          onChange={(next) => setSearch({ q: next }, { replace: true })}
        />
        <FilterChips
          label={t("group.label")}
          value={group}
          onChange={(next) => setSearch({ group: next })}
          options={GROUPS.map((value) => ({ value, label: t(`group.${value}`) }))}
        />
      </div>
      <PagedRows pages={pages} bones={5} none={none} page>
        {(rows) => (
          <Table
            caption={t("title")}
            rows={rows}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/d/recurring/${id}`}
            columns={columns}
          />
        )}
      </PagedRows>
    </article>
  );
}

function useColumns(): Column<RuleLine>[] {
  const t = useWords("recurring");
  const f = useFormat();
  const zone = useZone();
  const schedule = useScheduleText();
  return [
    {
      key: "who",
      head: t("list.who"),
      cell: ({ rule }) => (
        <span className="choice-text">
          <span className="strong">
            <bdi>{rule.recipient.name}</bdi> · <AddressBreak label={rule.dropoff.label} />
          </span>
          <span className="quiet small">
            {t("list.from")} <bdi>{rule.sender.name}</bdi>
            <span className="wide-only">
              , <bdi>{rule.pickup.label}</bdi>
            </span>
          </span>
        </span>
      ),
    },
    {
      key: "next",
      head: t("list.next"),
      cell: ({ next }) =>
        next ? (
          <span className="figure">{f.day(next.start, zone)}</span>
        ) : (
          <span className="quiet">{t("list.no-next")}</span>
        ),
    },
    {
      key: "state",
      head: t("list.state"),
      cell: ({ state, failed }) => (
        <span className="row gap-2">
          <StatusChip {...RULE_LOOK[state]}>{t(`state.${state}`)}</StatusChip>
          {failed > 0 && <StatusChip {...DAY_LOOK.failed}>{t("list.failed", { n: failed })}</StatusChip>}
        </span>
      ),
    },
    { key: "days", head: t("list.days"), wide: true, cell: ({ rule }) => schedule(rule) },
  ];
}
