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
import { type Counted, type ShownZone, reportsApi } from "../contract/api.ts";
import type { BehindSearch } from "./report-search.ts";
import { todayIn, useDaysText, useGroupName, useZoneName } from "./report-texts.ts";
import "./reports.css";
import { ZoneText } from "./zone-parts.tsx";

/** The deliveries behind a number of a report; without dates, those of today where the days are counted. */
export function BehindPage({ search }: PageProps<object, BehindSearch>) {
  const here = useZone();
  const today = todayIn(here);
  const read = useQuery({
    queryKey: ["reports", "today"],
    queryFn: ({ signal }) => call(reportsApi.readReport, { from: today, to: today }, { signal }),
    select: ({ timezone, zones }) => ({ timezone, zones }),
  });
  const isDated = search.from !== "" || search.to !== "";
  if (read.data === undefined && !isDated)
    return read.error ? (
      <ProblemMessage page error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <Skeleton look="rows" lines={8} />
    );
  return <Behind search={search} timezone={read.data?.timezone ?? here} zones={read.data?.zones} />;
}

interface BehindProps {
  search: BehindSearch;
  timezone: string;
  /** Undefined while they are unread. */
  zones: readonly ShownZone[] | undefined;
}

function Behind({ search, timezone, zones }: BehindProps) {
  const t = useWords("reports");
  const nameOf = useGroupName(timezone, zones);
  const daysText = useDaysText();
  const today = todayIn(timezone);
  const days = { from: search.from || search.to || today, to: search.to || search.from || today };
  const { behind, by, key } = search;
  const pages = usePages(["reports", "behind", days, behind, by, key], (from, { signal }) =>
    call(reportsApi.listCounted, { ...days, behind, by, key, ...from }, { signal }),
  );
  const [first] = pages.items ?? [];
  const group =
    by === "all" ? [] : [nameOf({ by, key, ...(by === "courier" && { name: first?.courierName ?? null }) })];
  const columns = useColumns(timezone, zones);
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

function useColumns(timezone: string, zones: BehindProps["zones"]): Column<Counted>[] {
  const t = useWords("reports");
  const f = useFormat();
  const zoneName = useZoneName(zones);
  return [
    { key: "number", head: t("behind.number"), cell: ({ number }) => <NumberText>{number}</NumberText> },
    { key: "state", head: t("behind.state"), cell: ({ state }) => <StateChip state={state} /> },
    { key: "promise", head: t("behind.promise"), cell: ({ promise }) => t(`promise.${promise}`) },
    {
      key: "end",
      head: t("behind.end"),
      cell: ({ promisedEnd }) => <span className="figure">{f.dateTime(promisedEnd, timezone)}</span>,
    },
    {
      key: "delivered",
      head: t("behind.handed-over"),
      cell: ({ deliveredAt }) =>
        deliveredAt === null ? "–" : <span className="figure">{f.dateTime(deliveredAt, timezone)}</span>,
    },
    { key: "courier", head: t("by.courier"), cell: ({ courierName }) => courierName ?? "–" },
    { key: "area", head: t("by.area"), wide: true, cell: ({ area }) => (area === "" ? "–" : area) },
    ...(zones === undefined || zones.length === 0
      ? []
      : [
          {
            key: "zone",
            head: t("by.zone"),
            wide: true,
            cell: ({ zone }: Counted) => (
              <ZoneText zone={zones.find(({ code }) => code === zone)} name={zoneName(zone)} />
            ),
          },
        ]),
    { key: "tries", head: t("figure.tries"), number: true, cell: ({ tries }) => f.number(tries) },
  ];
}
