import { type KeyboardEvent, Suspense, useMemo, useRef, useState } from "react";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { AddressText } from "#web/ui/address-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/choice.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { MoneyText, NumberText } from "#web/ui/figures.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { DeliveryRow } from "#features/deliveries/contract/shapes.ts";
import "./dispatcher.css";
import { DispatcherFilters } from "./dispatcher-filters.tsx";
import { isFiltered, type ListSearch, NO_FILTER } from "../contract/list-search.ts";
import { type Chosen, listActions } from "./list-action.ts";
import { StateChip } from "#features/deliveries/web/public.ts";
import { useDeliveryPages } from "./use-delivery-pages.ts";

/** Every delivery of the organisation: search, filter, sort, read on; j and k walk the rows, Enter opens one. */
export function DispatcherList({ search, setSearch }: PageProps<object, ListSearch>) {
  const t = useWords("delivery-pages");
  const { query, rows } = useDeliveryPages(search);
  const region = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const columns = useColumns((courier) => setSearch({ courier, pages: 1 }), {
    picked,
    onPick: (id, isPicked) =>
      setPicked((before) => (isPicked ? [...before, id] : before.filter((one) => one !== id))),
  });
  const seen = useMemo(
    () =>
      new Map(
        rows.flatMap((row) =>
          row.courierId !== null && row.courierName !== null ? [[row.courierId, row.courierName]] : [],
        ),
      ),
    [rows],
  );
  if (query.isError && rows.length === 0)
    return <ProblemMessage error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="stack gap-3 dispatcher" ref={region} onKeyDown={(event) => walk(event, region.current)}>
      <PageHeader
        title={t("list.title")}
        detail={<span className="keys-hint">{t("list.keys")}</span>}
        actions={<ForChosen shown={rows.length} ids={picked} filter={search} />}
      />
      <DispatcherFilters search={search} setSearch={setSearch} couriers={seen} />
      {query.isError && <RefusalNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton look="rows" lines={10} />}
      {query.isSuccess && rows.length === 0 && (
        <Nothing filtered={isFiltered(search)} onClear={() => setSearch(NO_FILTER)} />
      )}
      {rows.length > 0 && (
        <div className={query.isPlaceholderData ? "list-old" : undefined}>
          <Table
            caption={t("list.title")}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            rowHref={(row) => `/d/deliveries/${row.id}`}
            selected={(row) => picked.includes(row.id)}
            sorting={{ by: search.sort, direction: search.order === "asc" ? "ascending" : "descending" }}
            onSort={({ by, direction }) =>
              setSearch({ sort: by, order: direction === "ascending" ? "asc" : "desc", pages: 1 })
            }
          />
        </div>
      )}
      <footer className="list-foot">
        <span className="quiet" role="status">
          {rows.length > 0 && t("list.shown", { n: rows.length })}
        </span>
        <Button variant="text" disabled={picked.length === 0} onClick={() => setPicked([])}>
          {t("list.unpick", { n: picked.length })}
        </Button>
        {query.hasNextPage && (
          <Button
            loading={query.isFetchingNextPage}
            onClick={() => setSearch({ pages: search.pages + 1 }, { replace: true })}
          >
            {t("list.more")}
          </Button>
        )}
      </footer>
    </div>
  );
}

/** Actions of later rooms on the deliveries that were chosen; none where the list is empty. */
function ForChosen({ shown, ...chosen }: Chosen & { shown: number }) {
  if (shown === 0) return null;
  return listActions().map(({ key, Action }) => (
    <Suspense key={key} fallback={null}>
      <Action {...chosen} />
    </Suspense>
  ));
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useWords("delivery-pages");
  if (!filtered)
    return (
      <StateMessage kind="empty" title={t("list.empty.title")}>
        <p>{t("list.empty.text")}</p>
      </StateMessage>
    );
  return (
    <StateMessage
      kind="empty"
      icon="filter"
      title={t("list.none.title")}
      action={<Button onClick={onClear}>{t("list.clear")}</Button>}
    >
      <p>{t("list.none.text")}</p>
    </StateMessage>
  );
}

/** j, k and the arrows move from row to row while one has the focus; from the search box, the down arrow goes to the first. */
function walk(event: KeyboardEvent, region: HTMLElement | null): void {
  const by = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (by === undefined || !region || event.ctrlKey || event.altKey || event.metaKey) return;
  const links = [...region.querySelectorAll<HTMLAnchorElement>(".table-link td:first-child a")];
  const at = links.findIndex((link) => link === document.activeElement);
  const fromSearch =
    event.target instanceof HTMLInputElement && event.target.type === "search" && event.key === "ArrowDown";
  if (at < 0 && !fromSearch) return;
  links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  event.preventDefault();
}

const TwoLines = ({ first, second }: { first: string; second: string }) => (
  <span className="two-lines figure">
    <span className="quiet">{first}</span>
    <span>{second}</span>
  </span>
);

interface Picking {
  readonly picked: readonly string[];
  readonly onPick: (id: string, isPicked: boolean) => void;
}

function useColumns(
  onCourier: (id: string) => void,
  { picked, onPick }: Picking,
): Column<DeliveryRow, ListSearch["sort"]>[] {
  const t = useWords("delivery-pages");
  const f = useFormat();
  const zone = useZone();
  return [
    {
      key: "number",
      head: t("list.number"),
      sort: "number",
      cell: (row) => <NumberText>{row.number}</NumberText>,
    },
    { key: "state", head: t("list.state"), cell: (row) => <StateChip state={row.state} /> },
    {
      key: "window",
      head: t("list.window"),
      sort: "window",
      cell: (row) => <TwoLines first={f.day(row.window.start, zone)} second={f.hours(row.window, zone)} />,
    },
    {
      key: "way",
      head: t("list.way"),
      cell: (row) => (
        <span className="way">
          <AddressText label={row.pickupLabel} />
          <AddressText label={row.dropoffLabel} strong />
        </span>
      ),
    },
    { key: "recipient", head: t("list.recipient"), cell: (row) => row.recipientName },
    {
      key: "courier",
      head: t("list.courier"),
      cell: ({ courierId, courierName }) =>
        courierId !== null && courierName !== null ? (
          <button type="button" className="cell-button" onClick={() => onCourier(courierId)}>
            {courierName}
          </button>
        ) : (
          <span className="quiet">{t("list.no-courier")}</span>
        ),
    },
    {
      key: "total",
      head: t("list.total"),
      number: true,
      wide: true,
      cell: (row) => <MoneyText amount={row.total} />,
    },
    {
      key: "created",
      head: t("list.created"),
      sort: "created",
      wide: true,
      cell: (row) => <TwoLines first={f.day(row.createdAt, zone)} second={f.time(row.createdAt, zone)} />,
    },
    {
      key: "pick",
      head: <span className="hidden-text">{t("list.pick-head")}</span>,
      wide: true,
      cell: (row) => (
        <span className="cell-pick">
          <Checkbox
            label={t("list.pick", { number: row.number })}
            labelHidden
            checked={picked.includes(row.id)}
            onChange={(isPicked) => onPick(row.id, isPicked)}
          />
        </span>
      ),
    },
  ];
}
