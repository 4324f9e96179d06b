import type { Money } from "#kernel/money.ts";
import type { MoneySums, ShownZone } from "../contract/api.ts";
import { type Behind, FIGURE, type FigureName, decided, per } from "../domain/figures.ts";
import type { Dimension, Sums } from "../domain/sums.ts";
import type { View } from "./report-search.ts";

export type Unit = "share" | "count" | "seconds" | "metres" | "money";
export type Value = number | Money | null;

/** A column of a table, and of the file. */
export interface ReportColumn<S> {
  readonly name: ColumnName;
  readonly unit: Unit;
  readonly of: (sums: S) => Value;
}

export type ColumnName =
  | FigureName
  | "in-time"
  | "late"
  | "open"
  | "kept"
  | "deliveries"
  | "price"
  | "price-each"
  | "cost"
  | "cost-each"
  | "left-each";

/** Figures that have a card with a sentence of their own. */
export type CardName = Exclude<FigureName, "stops"> | "price-each" | "cost-each" | "left-each";

/** A chart: parts of each bar that are stacked, or one value. */
export interface Chart<S> {
  readonly title: ColumnName;
  readonly unit: Unit;
  readonly parts: readonly {
    readonly name: ColumnName;
    readonly look: Look;
    readonly of: (sums: S) => number;
  }[];
}
export type Look = "good" | "middling" | "bad" | "plain";

const figure = (name: FigureName): ReportColumn<Sums> => ({ name, ...FIGURE[name] });
const count = (name: ColumnName, of: (sums: Sums) => number): ReportColumn<Sums> => ({
  name,
  unit: "count",
  of,
});

interface Shown {
  readonly figures: readonly Exclude<FigureName, "stops">[];
  readonly dimensions: readonly Dimension[];
  readonly columns: readonly ReportColumn<Sums>[];
  readonly charts: readonly Chart<Sums>[];
  /** Deliveries behind a row of the table. */
  readonly behind: Behind;
}

const DIVIDED = ["day", "courier", "area", "zone", "hour", "level"] as const;

export const SHOWN: Readonly<Record<Exclude<View, "money">, Shown>> = {
  "on-time": {
    figures: ["on-time", "delivered", "missed"],
    dimensions: DIVIDED,
    columns: [
      figure("on-time"),
      count("in-time", (s) => s.onTime),
      count("late", (s) => s.late),
      count("missed", (s) => s.missed),
      count("open", (s) => s.open),
    ],
    charts: [
      {
        title: "on-time",
        unit: "count",
        parts: [
          { name: "in-time", look: "good", of: (s) => s.onTime },
          { name: "late", look: "middling", of: (s) => s.late },
          { name: "missed", look: "bad", of: (s) => s.missed },
        ],
      },
    ],
    behind: "promised",
  },
  tries: {
    figures: ["first-try", "tries", "failed"],
    dimensions: [...DIVIDED, "reason"],
    columns: [figure("first-try"), figure("tries"), figure("failed")],
    charts: [
      {
        title: "tries",
        unit: "count",
        parts: [
          { name: "kept", look: "good", of: (s) => Math.max(0, s.tries - s.failed) },
          { name: "failed", look: "bad", of: (s) => s.failed },
        ],
      },
    ],
    behind: "tries",
  },
  stops: {
    figures: ["duty-per-stop", "time-at-stop", "way-per-stop"],
    dimensions: DIVIDED,
    columns: [figure("stops"), figure("duty-per-stop"), figure("time-at-stop"), figure("way-per-stop")],
    charts: [
      {
        title: "time-at-stop",
        unit: "seconds",
        parts: [{ name: "time-at-stop", look: "plain", of: (s) => per(s.stopSeconds, s.timedStops) ?? 0 }],
      },
      {
        title: "way-per-stop",
        unit: "metres",
        parts: [{ name: "way-per-stop", look: "plain", of: (s) => per(s.metres, s.waysKnown) ?? 0 }],
      },
    ],
    behind: "stops",
  },
};

/** Whether there is anything to show of a view. */
export const isEmpty = (view: Exclude<View, "money">, sums: Sums): boolean =>
  view === "on-time" ? decided(sums) + sums.open === 0 : sums.stops === 0;

const minor = (amount: Money, by: number): Money | null => {
  const each = per(amount.minor, by);
  return each === null ? null : { minor: Math.round(each), currency: amount.currency };
};
const cost = ({ price, givenBack, lost, disputeFees }: MoneySums): Money => ({
  minor: givenBack.minor + lost.minor + disputeFees.minor,
  currency: price.currency,
});

const money = (
  name: ColumnName,
  of: (sums: MoneySums) => Value,
  unit: Unit = "money",
): ReportColumn<MoneySums> => ({
  name,
  unit,
  of,
});

export const MONEY_COLUMNS: readonly ReportColumn<MoneySums>[] = [
  money("deliveries", (s) => s.deliveries, "count"),
  money("price", (s) => s.price),
  money("price-each", (s) => minor(s.price, s.deliveries)),
  money("cost", cost),
  money("cost-each", (s) => minor(cost(s), s.deliveries)),
  money("left-each", (s) => minor({ ...s.price, minor: s.price.minor - cost(s).minor }, s.deliveries)),
];
export const MONEY_FIGURES = ["price-each", "cost-each", "left-each"] as const;
/** A money figure of some deliveries; null without any. */
export const moneyFigure = (name: (typeof MONEY_FIGURES)[number], sums: MoneySums): Value =>
  MONEY_COLUMNS.find((column) => column.name === name)?.of(sums) ?? null;

export const MONEY_DIMENSIONS = ["day", "courier", "area", "zone", "level"] as const;
export const MONEY_CHART: Chart<MoneySums> = {
  title: "price-each",
  unit: "money",
  parts: [{ name: "price-each", look: "plain", of: (s) => per(s.price.minor, s.deliveries) ?? 0 }],
};

export const numberOf = (value: Value): number | null =>
  value === null || typeof value === "number" ? value : value.minor;

type Zones = readonly Pick<ShownZone, "code">[];

/** Place of a group by its key: zones in their order, then those that are gone, then places outside all of them. */
function placeOf({ by, key }: { readonly by: string; readonly key: string }, zones: Zones): number {
  if (by === "hour") return Number(key);
  if (by !== "zone") return 0;
  if (key === "") return zones.length + 1;
  const at = zones.findIndex(({ code }) => code === key);
  return at === -1 ? zones.length : at;
}

interface Order<S> {
  readonly column: ReportColumn<S> | undefined;
  readonly order: "asc" | "desc";
  readonly zones: Zones;
}

/** Groups in the order of a column, those without a value last; by their keys where no column is said. */
export function inOrder<G extends { readonly by: string; readonly key: string; readonly now: S }, S>(
  groups: readonly G[],
  { column, order, zones }: Order<S>,
): G[] {
  if (!column)
    return groups.toSorted((a, b) => placeOf(a, zones) - placeOf(b, zones) || a.key.localeCompare(b.key));
  const sign = order === "asc" ? 1 : -1;
  const value = ({ now }: G) => numberOf(column.of(now));
  return groups.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return (one - other) * sign || a.key.localeCompare(b.key);
  });
}
