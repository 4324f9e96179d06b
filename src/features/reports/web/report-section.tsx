import { lazy, Suspense } from "react";
import { addDays } from "#kernel/local-time.ts";
import { saveFile } from "#web/api/save-file.ts";
import { HUES } from "#features/zones/web/public-parts.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FilterChip } from "#web/ui/chip.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { type Days, lengthOf } from "../domain/period.ts";
import type { ShownZone } from "../contract/api.ts";
import type { Dimension } from "../domain/sums.ts";
import type { ReportSearch } from "./report-search.ts";
import { useGroupName, useValueText } from "./report-texts.ts";
import { type Chart, type ColumnName, type ReportColumn, inOrder } from "./views.ts";
import { NoZones, ZoneText } from "./zone-parts.tsx";

const BarsChart = lazy(() => import("./bars-chart.tsx").then((module) => ({ default: module.BarsChart })));

interface Key {
  readonly by: Dimension;
  readonly key: string;
}

interface Grouped<S> extends Key {
  readonly name: string | null;
  readonly now: S;
  readonly before: S;
}

export interface ReportSectionProps<S> {
  days: Days;
  timezone: string;
  zones: readonly ShownZone[];
  groups: readonly Grouped<S>[];
  dimensions: readonly Dimension[];
  columns: readonly ReportColumn<S>[];
  charts: readonly Chart<S>[];
  search: ReportSearch;
  setSearch: PageProps<object, ReportSearch>["setSearch"];
  /** Address of the deliveries behind a row; null where the reader may not see them. */
  behindOf: (by: Dimension, key: string) => string | null;
}

const zoneOf = ({ by, key }: Key, zones: readonly ShownZone[]): ShownZone | undefined =>
  by === "zone" ? zones.find(({ code }) => code === key) : undefined;

/** Name of a group in the file: a level's and a zone's has its code, by which other programs know it. */
const inFile = (group: Key, name: string, zones: readonly ShownZone[]): string => {
  const hasCode = group.by === "level" || zoneOf(group, zones) !== undefined;
  return hasCode && name !== group.key ? `${name} (${group.key})` : name;
};

/** Bars that a chart of names shows; the table has all. */
const MOST_BARS = 20;

/** One way to divide the period: a chart, the same as a table, and the file. */
export function ReportSection<S>(props: ReportSectionProps<S>) {
  const { timezone, zones, groups, dimensions, charts, search, setSearch } = props;
  const t = useWords("reports");
  const nameOf = useGroupName(timezone, zones);
  const by = dimensions.find((one) => one === search.by) ?? "day";
  // Of a reason only its failed tries are known.
  const columns = by === "reason" ? props.columns.filter(({ name }) => name === "failed") : props.columns;
  const column = columns.find(({ name }) => name === search.sort);
  const found = groups.filter((group) => group.by === by);
  const shown = inOrder(found, { column, order: search.order, zones });
  const isUndrawn = by === "zone" && zones.length === 0;
  const save = async () => {
    const { csvOf } = await import("./report-csv.ts");
    const rows = shown.map((group) => ({ ...group, name: inFile(group, nameOf(group), zones) }));
    const { from, to } = props.days;
    const heads = {
      group: t(`by.${by}`),
      currency: t("csv.currency"),
      of: (name: ColumnName) => t(`figure.${name}`),
      before: (value: string) => t("before", { value }),
    };
    saveFile(
      new Blob([csvOf(heads, columns, rows)], { type: "text/csv;charset=utf-8" }),
      `${search.view}-${by}-${from}-${to}.csv`,
    );
  };
  return (
    <Card
      title={t("section", { by: t(`by.${by}`) })}
      aside={
        !isUndrawn && (
          <Button variant="outlined" size="small" icon="upload" onClick={() => void save()}>
            {t("csv")}
          </Button>
        )
      }
    >
      <div className="row gap-2" role="group" aria-label={t("divide")}>
        {dimensions.map((one) => (
          <FilterChip key={one} selected={one === by} onChange={() => setSearch({ by: one, sort: "" })}>
            {t(`by.${one}`)}
          </FilterChip>
        ))}
      </div>
      {isUndrawn ? (
        <NoZones />
      ) : found.length === 0 ? (
        <p className="quiet">{t("section.empty")}</p>
      ) : (
        <>
          {charts.map((chart) => (
            <ChartOf
              key={chart.title}
              chart={chart}
              by={by}
              groups={found}
              nameOf={nameOf}
              days={props.days}
              zones={zones}
            />
          ))}
          <Twin {...props} columns={columns} by={by} groups={shown} nameOf={nameOf} />
        </>
      )}
    </Card>
  );
}

interface ChartOfProps<S> {
  chart: Chart<S>;
  by: Dimension;
  groups: readonly Grouped<S>[];
  nameOf: (group: Pick<Grouped<S>, "by" | "key" | "name">) => string;
  days: Days;
  zones: readonly ShownZone[];
}

function ChartOf<S>({ chart, by, groups, nameOf, days, zones }: ChartOfProps<S>) {
  const t = useWords("reports");
  const valueText = useValueText();
  const { title, unit, parts } = chart;
  const [money] = groups.flatMap(({ now }) => (isPriced(now) ? [now.price.currency] : []));
  const text = (value: number) =>
    valueText(
      money !== undefined && unit === "money" ? { minor: Math.round(value), currency: money } : value,
      unit,
    );
  const size = ({ now }: Grouped<S>): number => parts.reduce((sum, { of }) => sum + of(now), 0);
  const inTime = by === "day" || by === "hour";
  const found = new Map(groups.map((group) => [group.key, group]));
  const largest = groups.toSorted((a, b) => size(b) - size(a)).filter((group) => size(group) > 0);
  const keys = inTime ? placesInTime(by, days) : largest.slice(0, MOST_BARS).map(({ key }) => key);
  const drawnParts = parts.filter(({ of }) => groups.some(({ now }) => of(now) > 0));
  const rows = keys.map((key) => {
    const group = found.get(key);
    const zone = zoneOf({ by, key }, zones);
    return {
      key,
      ...(zone && { mark: HUES[zone.colour] }),
      name: nameOf({ by, key, name: group?.name ?? null }),
      values: drawnParts.map(({ of }) => (group ? of(group.now) : 0)),
    };
  });
  return (
    <>
      <h3 className="title">{t(`figure.${title}`)}</h3>
      {!inTime && largest.length > MOST_BARS && (
        <p className="quiet small">{t("chart.most", { n: MOST_BARS })}</p>
      )}
      <Suspense fallback={<Skeleton look="card" lines={4} />}>
        <BarsChart
          label={t("chart.label", { figure: t(`figure.${title}`), by: t(`by.${by}`) })}
          layout={inTime ? "columns" : "bars"}
          parts={drawnParts.map(({ name, look }) => ({ name: t(`figure.${name}`), look }))}
          rows={rows}
          valueText={text}
        />
      </Suspense>
    </>
  );
}

/** Every day or hour, those without anything too: a gap is a number. */
const placesInTime = (by: "day" | "hour", days: Days): string[] =>
  by === "hour"
    ? Array.from({ length: 24 }, (_, hour) => String(hour))
    : Array.from({ length: lengthOf(days) }, (_, nth) => addDays(days.from, nth));

const isPriced = (sums: unknown): sums is { price: { currency: string } } =>
  typeof sums === "object" && sums !== null && "price" in sums;

interface TwinProps<S> extends ReportSectionProps<S> {
  by: Dimension;
  nameOf: (group: Grouped<S>) => string;
}

/** The chart as a table, with the numbers of the days before. */
function Twin<S>({ groups, columns, by, nameOf, zones, search, setSearch, behindOf }: TwinProps<S>) {
  const t = useWords("reports");
  const heads = useHeads(columns, by);
  const isLinked = behindOf(by, "") !== null;
  const cell = (group: Grouped<S>) =>
    by === "zone" ? <ZoneText zone={zoneOf(group, zones)} name={nameOf(group)} /> : nameOf(group);
  return (
    <Table<Grouped<S>>
      caption={t("section", { by: t(`by.${by}`) })}
      rows={groups}
      rowKey={({ key, now }) => `${key} ${isPriced(now) ? now.price.currency : ""}`}
      columns={[{ key: "group", head: t(`by.${by}`), cell }, ...heads]}
      {...(isLinked && { rowHref: ({ key }: Grouped<S>) => behindOf(by, key) ?? "" })}
      {...(search.sort !== "" && {
        sorting: { by: search.sort, direction: search.order === "asc" ? "ascending" : "descending" } as const,
      })}
      onSort={({ by: sort, direction }) =>
        setSearch({ sort, order: direction === "ascending" ? "asc" : "desc" }, { replace: true })
      }
    />
  );
}

function useHeads<S>(columns: readonly ReportColumn<S>[], by: Dimension): Column<Grouped<S>>[] {
  const t = useWords("reports");
  const valueText = useValueText();
  return columns.map(({ name, unit, of }) => ({
    key: name,
    head: t(`figure.${name}`),
    number: true,
    sort: name,
    cell: ({ now, before }) => (
      <span className="report-cell figure">
        <span>{valueText(of(now), unit)}</span>
        {by !== "day" && (
          <span className="quiet small">{t("before", { value: valueText(of(before), unit) })}</span>
        )}
      </span>
    ),
  }));
}
