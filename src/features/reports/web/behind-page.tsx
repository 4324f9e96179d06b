import { StateChip } from "#features/deliveries/web/public.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { PagedRows } from "#web/api/paged-rows.tsx";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { NumberText } from "#web/ui/figures.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { type Counted, reportsApi } from "../contract/api.ts";
import type { BehindSearch } from "./report-search.ts";
import { todayIn, useDaysText, useGroupName } from "./report-texts.ts";
import "./reports.css";

/** The deliveries behind a number of a report; without dates, those of today where the days are counted. */
export function BehindPage({ search }: PageProps<object, BehindSearch>) {
  const here = useZone();
  const today = todayIn(here);
  const read = useQuery({
    queryKey: ["reports", "zone"],
    queryFn: ({ signal }) => call(reportsApi.readReport, { from: today, to: today }, { signal }),
    select: ({ zone }) => zone,
  });
  const isDated = search.from !== "" || search.to !== "";
  if (read.data === undefined && !isDated)
    return read.error ? (
      <ProblemMessage page error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <Skeleton look="rows" lines={8} />
    );
  return <Behind search={search} zone={read.data ?? here} />;
}

function Behind({ search, zone }: { readonly search: BehindSearch; readonly zone: string }) {
  const t = useWords("reports");
  const nameOf = useGroupName(zone);
  const daysText = useDaysText();
  const today = todayIn(zone);
  const days = { from: search.from || search.to || today, to: search.to || search.from || today };
  const { behind, by, key } = search;
  const pages = usePages(["reports", "behind", days, behind, by, key], (from, { signal }) =>
    call(reportsApi.listCounted, { ...days, behind, by, key, ...from }, { signal }),
  );
  const [first] = pages.items ?? [];
  const group =
    by === "all" ? [] : [nameOf({ by, key, ...(by === "courier" && { name: first?.courierName ?? null }) })];
  const columns = useColumns(zone);
  return (
    <article className="stack gap-4 report">
      <PageHeader
        title={t("behind.title")}
        back={`/d/reports?period=own&from=${days.from}&to=${days.to}`}
        detail={[t(`behind.${behind}`), daysText(days), ...group].join(" · ")}
      />
      <PagedRows page pages={pages} bones={8} none={<StateMessage kind="empty" title={t("behind.none")} />}>
        {(rows) => (
          <Table
            caption={t("behind.title")}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/d/deliveries/${id}`}
          />
        )}
      </PagedRows>
    </article>
  );
}

function useColumns(zone: string): Column<Counted>[] {
  const t = useWords("reports");
  const f = useFormat();
  return [
    { key: "number", head: t("behind.number"), cell: ({ number }) => <NumberText>{number}</NumberText> },
    { key: "state", head: t("behind.state"), cell: ({ state }) => <StateChip state={state} /> },
    { key: "promise", head: t("behind.promise"), cell: ({ promise }) => t(`promise.${promise}`) },
    {
      key: "end",
      head: t("behind.end"),
      cell: ({ promisedEnd }) => <span className="figure">{f.dateTime(promisedEnd, zone)}</span>,
    },
    {
      key: "delivered",
      head: t("behind.handed-over"),
      cell: ({ deliveredAt }) =>
        deliveredAt === null ? "–" : <span className="figure">{f.dateTime(deliveredAt, zone)}</span>,
    },
    { key: "courier", head: t("by.courier"), cell: ({ courierName }) => courierName ?? "–" },
    { key: "area", head: t("by.area"), wide: true, cell: ({ area }) => (area === "" ? "–" : area) },
    { key: "tries", head: t("figure.tries"), number: true, cell: ({ tries }) => f.number(tries) },
  ];
}
