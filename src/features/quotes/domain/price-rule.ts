import type { LocalTime } from "#kernel/local-time.ts";
import { minutesOf } from "#kernel/local-time.ts";
import type { ServiceLevel } from "./service-levels.ts";

/** Half-open `[from, below)`; an absent end is open. */
export interface Range {
  readonly from?: number | undefined;
  readonly below?: number | undefined;
}

/** When a rule applies. Times are the pickup's, by the wall clock of the area; a time range may wrap past midnight. */
export type PriceCondition =
  | { readonly fact: "serviceLevel"; readonly in: readonly ServiceLevel[] }
  | { readonly fact: "zoneFrom" | "zoneTo"; readonly in: readonly string[] }
  | (Range & { readonly fact: "distanceM" | "massG" | "parcels" })
  | { readonly fact: "weekday"; readonly in: readonly number[] }
  | { readonly fact: "timeOfDay"; readonly from: LocalTime; readonly below: LocalTime };

/**
 * The part of a price that a rule adds. Amounts are minor units of the list's currency, basis points are
 * hundredths of a per cent. `perDistance` charges every started step beyond the free metres; `percent` of the sum
 * of flat rules (`base`) or of everything so far (`running`); `tax` on the sum of all lines. `extraAttempt` and `return`
 * add nothing: they say, as a share of the base fee, what another try and the way back cost later, with tax on it.
 */
export type PriceComponent =
  | { readonly kind: "flat" | "surcharge" | "minimum" | "maximum"; readonly amount: number }
  | { readonly kind: "perDistance"; readonly freeM: number; readonly stepM: number; readonly amount: number }
  | { readonly kind: "perParcel"; readonly free: number; readonly amount: number }
  | { readonly kind: "percent"; readonly of: "base" | "running"; readonly basisPoints: number }
  | { readonly kind: "tax" | LaterKind; readonly basisPoints: number };

/** Work that a failed try makes, charged once it was done. */
export const LATER_KINDS = ["extraAttempt", "return"] as const;
export type LaterKind = (typeof LATER_KINDS)[number];

export interface PriceRule {
  readonly id: string;
  readonly title: string;
  /** All of them must hold; none means always. */
  readonly when: readonly PriceCondition[];
  readonly do: PriceComponent;
}

/** Facts on which a price depends. */
export interface PriceFacts {
  readonly serviceLevel: ServiceLevel;
  /** Names of price zones; null outside all of them. */
  readonly zoneFrom: string | null;
  readonly zoneTo: string | null;
  readonly distanceM: number;
  readonly massG: number;
  readonly parcels: number;
  /** 1 = Monday … 7 = Sunday, of the pickup in the area's zone. */
  readonly weekday: number;
  readonly timeOfDay: LocalTime;
}

/** A case that a list carries: these facts must cost this much, tax included. */
export interface PriceCase {
  readonly name: string;
  readonly facts: PriceFacts;
  readonly totalMinor: number;
}

export interface PriceList {
  readonly version: number;
  readonly currency: string;
  readonly rules: readonly PriceRule[];
  readonly cases?: readonly PriceCase[];
}

const within = ({ from, below }: Range, n: number): boolean =>
  (from === undefined || n >= from) && (below === undefined || n < below);

function inTime(from: LocalTime, below: LocalTime, time: LocalTime): boolean {
  const [a, b, n] = [minutesOf(from), minutesOf(below), minutesOf(time)];
  return a <= b ? a <= n && n < b : n >= a || n < b;
}

/** Whether one condition holds. */
export function holds(condition: PriceCondition, facts: PriceFacts): boolean {
  switch (condition.fact) {
    case "serviceLevel":
      return condition.in.includes(facts.serviceLevel);
    case "zoneFrom":
    case "zoneTo":
      return condition.in.includes(facts[condition.fact] ?? "");
    case "distanceM":
    case "massG":
    case "parcels":
      return within(condition, facts[condition.fact]);
    case "weekday":
      return condition.in.includes(facts.weekday);
    case "timeOfDay":
      break;
  }
  return inTime(condition.from, condition.below, facts.timeOfDay);
}

export function applies(rule: PriceRule, facts: PriceFacts): boolean {
  return rule.when.every((condition) => holds(condition, facts));
}
