import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { PagedRows } from "#web/api/paged-rows.tsx";
import { saveFetched } from "#web/api/save-file.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { List } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { auditApi, auditCsvPath } from "../contract/api.ts";
import { askedBy, type AuditSearch, NO_FILTER } from "../contract/filter.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditRow } from "./audit-row.tsx";
import "./audit.css";

const PAGE = 50;

/** The log of acts of power, the newest first. */
export function AuditPage({ search, setSearch }: PageProps<object, AuditSearch>) {
  const t = useWords("audit");
  const asked = askedBy(search);
  const pages = usePages(["audit", asked], (from, options) =>
    call(auditApi.listAudit, { ...asked, limit: PAGE, ...from }, options),
  );
  const exported = useMutation({
    mutationFn: () => saveFetched(auditCsvPath(asked), "waybill-audit.csv"),
    onSuccess: () => pages.list.refetch(),
  });
  const isFiltered = Object.keys(asked).length > 0;
  const people = new Map(
    pages.items?.flatMap(({ actor: { id, name } }) => (id !== null && name !== null ? [[id, name]] : [])),
  );
  const clear = () => setSearch(NO_FILTER);
  return (
    <article className="stack gap-4">
      <PageHeader
        title={t("title")}
        detail={t("text")}
        actions={
          pages.items !== undefined &&
          pages.items.length > 0 && (
            <Button variant="outlined" loading={exported.isPending} onClick={() => exported.mutate()}>
              {t("export")}
            </Button>
          )
        }
      />
      {exported.isError && (
        <Banner tone="trouble" urgent>
          {t("export.failed")}
        </Banner>
      )}
      <AuditFilters
        search={search}
        setSearch={setSearch}
        people={people}
        onClear={isFiltered ? clear : undefined}
      />
      <PagedRows pages={pages} bones={8} none={<Empty onClear={isFiltered ? clear : undefined} />} page>
        {(rows) => (
          <List label={t("title")}>
            {rows.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </List>
        )}
      </PagedRows>
    </article>
  );
}

function Empty({ onClear }: { onClear: (() => void) | undefined }) {
  const t = useWords("audit");
  if (!onClear)
    return (
      <StateMessage kind="empty" title={t("empty.title")}>
        <p>{t("empty.text")}</p>
      </StateMessage>
    );
  return (
    <StateMessage
      kind="empty"
      icon="filter"
      title={t("none.title")}
      action={<Button onClick={onClear}>{t("filter.clear")}</Button>}
    />
  );
}
