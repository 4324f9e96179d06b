import type { Money } from "#kernel/money.ts";
import type { Formats } from "#web/i18n/format.ts";
import type { Locale } from "#kernel/locale.ts";
import { weekdayName } from "#web/i18n/weekday-name.ts";
import type { Translate } from "#web/i18n/words.ts";
import {
  type BandTable,
  isRange,
  isTable,
  type RangeCondition,
  type ZoneMatrix,
} from "#features/quotes/domain/price-rule.ts";
import type { PriceComponent, PriceCondition, PriceRule } from "#features/quotes/contract/price-list.ts";

/** The translations and formats that sentences about rules use. */
export interface Phrasing {
  readonly t: Translate<"prices">;
  readonly f: Formats;
  readonly currency: string;
  /** Name of a service level by its code. */
  readonly levelName: (code: string) => string;
  /** Names of the zones by their codes. */
  readonly zones?: ReadonlyMap<string, string> | undefined;
}

/** Metres and grams exactly as the rule says them: never rounded for looks. */
export const exactDistance = (f: Formats, metres: number): string =>
  metres < 1000
    ? f.number(metres, { style: "unit", unit: "meter" })
    : f.number(metres / 1000, { style: "unit", unit: "kilometer", maximumFractionDigits: 3 });
export const exactMass = (f: Formats, grams: number): string =>
  grams < 1000
    ? f.number(grams, { style: "unit", unit: "gram" })
    : f.number(grams / 1000, { style: "unit", unit: "kilogram", maximumFractionDigits: 3 });

export const moneyOf = (minor: number, currency: string): Money => ({ minor, currency });

/** The whole rule as one sentence: "When the distance is 3 km or more: 0.90 € per started 500 m". */
export function sentenceOf(rule: Pick<PriceRule, "when" | "do">, teller: Phrasing, locale: Locale): string {
  const effect = effectOf(rule.do, teller);
  if (rule.when.length === 0) return effect;
  const conditions = teller.f.list(rule.when.map((one) => conditionOf(one, teller, locale)));
  return teller.t("rule.when", { conditions, effect });
}

export function conditionOf(
  condition: PriceCondition,
  { t, f, zones, levelName }: Phrasing,
  locale: Locale,
): string {
  const names = (codes: readonly string[]) =>
    f.list(
      codes.map((code) => zones?.get(code) ?? code),
      "disjunction",
    );
  if (isRange(condition)) return rangeOf(condition, { t, f });
  switch (condition.fact) {
    case "serviceLevel":
      return t("when.level", {
        levels: f.list(condition.in.map(levelName), "disjunction"),
      });
    case "vehicle":
      return t("when.vehicle", {
        vehicles: f.list(
          condition.in.map((one) => t(`vehicle.${one}`)),
          "disjunction",
        ),
      });
    case "specialDay":
      return t("when.special-day");
    case "zoneFrom":
      return t("when.zone-from", { zones: names(condition.in) });
    case "zoneTo":
      return t("when.zone-to", { zones: names(condition.in) });
    case "weekday":
      return t("when.weekday", {
        days: f.list(
          condition.in.map((day) => weekdayName(day, locale)),
          "disjunction",
        ),
      });
    case "timeOfDay":
      break;
  }
  return t("when.time", { from: f.clock(condition.from), below: f.clock(condition.below) });
}

function rangeOf({ fact, from, below }: RangeCondition, { t, f }: Pick<Phrasing, "t" | "f">): string {
  const show = (n: number): string => SHOW[fact](f, n);
  const value = RANGE_WORD[fact];
  if (from === undefined)
    return below === undefined ? t("when.any") : t(`${value}.below`, { below: show(below) });
  return below === undefined
    ? t(`${value}.from`, { from: show(from) })
    : t(`${value}.between`, { from: show(from), below: show(below) });
}

const SHOW = {
  distanceM: exactDistance,
  massG: exactMass,
  parcels: (f: Formats, n: number) => f.number(n),
  leadMin: (f: Formats, n: number) =>
    n > 0 && n % 60 === 0
      ? f.number(n / 60, { style: "unit", unit: "hour", unitDisplay: "long" })
      : f.number(n, { style: "unit", unit: "minute", unitDisplay: "long" }),
} as const;
const RANGE_WORD = {
  distanceM: "when.distance",
  massG: "when.mass",
  parcels: "when.parcels",
  leadMin: "when.lead",
} as const;

function effectOf(component: PriceComponent, { t, f, currency }: Phrasing): string {
  if ("basisPoints" in component) {
    const rate = f.number(component.basisPoints / 10_000, { style: "percent", maximumFractionDigits: 2 });
    return component.kind === "percent" || component.kind === "discount"
      ? t(`does.${component.kind}-${component.of}`, { rate })
      : t(`does.${component.kind}`, { rate });
  }
  if (isTable(component)) return tableWords(component, { t, f, currency });
  const amount = f.money(moneyOf(component.amount, currency));
  if (component.kind === "perDistance") {
    const words = { amount, step: exactDistance(f, component.stepM) };
    if (component.freeM === 0) return t("does.per-distance", words);
    return t("does.per-distance-free", { ...words, free: exactDistance(f, component.freeM) });
  }
  if (component.kind !== "perParcel") return t(`does.${component.kind}`, { amount });
  return component.free === 0
    ? t("does.per-parcel", { amount })
    : t("does.per-parcel-free", { amount, n: component.free });
}

/** A table in a few words: between which amounts, and by what. */
function tableWords(
  table: BandTable | ZoneMatrix,
  { t, f, currency }: Pick<Phrasing, "t" | "f" | "currency">,
): string {
  const amounts = (table.kind === "band" ? table.steps : table.cells).map(({ amount }) => amount);
  const show = (minor: number): string => f.money(moneyOf(minor, currency));
  const words = {
    n: amounts.length,
    least: show(Math.min(...amounts)),
    most: show(Math.max(...amounts)),
    counts: t(table.asBase ? "as.base" : "as.extra"),
  };
  return table.kind === "band"
    ? t("does.band", { ...words, fact: t(`fact.${table.by}`) })
    : t("does.matrix", words);
}
