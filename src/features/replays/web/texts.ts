import { exponentOf } from "#kernel/currency.ts";
import { useZoneNames } from "#features/prices/web/public.ts";
import { useLevelNames, useTitles } from "#features/quotes/web/public-parts.ts";
import { type Formats, useFormat } from "#web/i18n/format.ts";
import { maybeWord, useWords } from "#web/i18n/words.ts";
import type { ReplayLine, ReplayOrder, ReplayOutcome } from "../contract/api.ts";
import { DISTANCE_BANDS, endsOf } from "../domain/bands.ts";

export interface Moneys {
  readonly money: (minor: number) => string;
  readonly signed: (minor: number) => string;
}

/** Amounts of a currency; a difference always has its sign. */
export function useMoney(currency: string): Moneys {
  const f = useFormat();
  const digits = exponentOf(currency);
  const money = (minor: number) => f.money({ minor, currency });
  const signed = (minor: number) =>
    f.number(minor / 10 ** digits, {
      style: "currency",
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: "exceptZero",
    });
  return { money, signed };
}

export const dayText = (f: Formats, day: string): string => f.date(`${day}T12:00:00Z`, "UTC");

/** The orders of a replay in words: days, level, zone. */
export function useChoiceText() {
  const t = useWords("replays");
  const f = useFormat();
  const { nameOf } = useLevelNames();
  const zones = useZoneNames();
  return ({ days, level, zone }: Pick<ReplayLine, "days" | "level" | "zone">): string =>
    [
      days.from === days.to ? dayText(f, days.from) : `${dayText(f, days.from)} – ${dayText(f, days.to)}`,
      ...(level === null ? [] : [nameOf(level)]),
      ...(zone === null ? [] : [t("in-zone", { zone: zones?.get(zone) ?? zone })]),
    ].join(" · ");
}

/** Names of zones; null is outside all of them. */
export function useZoneText(): (code: string | null) => string {
  const t = useWords("replays");
  const zones = useZoneNames();
  return (code) => (code === null ? t("zone.outside") : (zones?.get(code) ?? code));
}

/** Why orders have no price by the draft. */
export function useReasonText() {
  const t = useWords("replays");
  useWords("prices");
  const zoneText = useZoneText();
  return ({ reason, detail }: Pick<ReplayOutcome["unpriced"][number], "reason" | "detail">): string => {
    const fact = maybeWord("prices", `fact.${detail}`) ?? detail;
    return t(`reason.${reason}`, { fact, zone: zoneText(detail), currency: detail });
  };
}

/** The distances of a band. */
export function useBandText(): (band: number) => string {
  const t = useWords("replays");
  const f = useFormat();
  return (band) => {
    const [from, below] = [DISTANCE_BANDS[band - 1], DISTANCE_BANDS[band]];
    if (below === undefined) return t("band.over", { from: f.distance(from ?? 0) });
    return from === undefined
      ? t("band.under", { below: f.distance(below) })
      : t("band.between", { from: f.distance(from), below: f.distance(below) });
  };
}

/** The differences of a bar. */
export function useBarText(currency: string, width: number): (bar: number) => string {
  const t = useWords("replays");
  const { money } = useMoney(currency);
  return (bar) => {
    if (bar === 0) return t("bar.same");
    const { from, to } = endsOf(bar, width);
    const ends = [from, to]
      .map((end) => (end === null ? null : Math.abs(end)))
      .toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity));
    const [least, most] = ends;
    const side = bar > 0 ? "more" : "less";
    if (most === null || most === undefined) return t(`bar.${side}-over`, { from: money(least ?? 0) });
    return t(`bar.${side}`, { to: money(most) });
  };
}

/** The name of a line of a price; taxes are named by their rate. */
export function useLineText(): (line: ReplayOrder["changed"][number]) => string {
  const t = useWords("replays");
  const f = useFormat();
  const titleOf = useTitles();
  return ({ ruleId, title }) => {
    const [, rate] = /^tax (\d+)$/.exec(ruleId) ?? [];
    return rate === undefined
      ? titleOf({ id: ruleId, title })
      : t("line.tax", { rate: f.percent(Number(rate) / 10_000) });
  };
}
