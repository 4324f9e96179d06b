import type { LocalTime } from "#kernel/local-time.ts";
import { minutesOf } from "#kernel/local-time.ts";
import type { ServiceLevel } from "./service-levels.ts";
import { type QuoteVehicle, vehicleFor } from "./vehicle.ts";

/** Half-open `[from, below)`; an absent end is open. */
export interface Range {
  readonly from?: number | undefined;
  readonly below?: number | undefined;
}

/** Facts that are counted; `leadMin` from asking to the start of the promised window. */
export const RANGE_FACTS = ["distanceM", "massG", "parcels", "leadMin"] as const;
export type RangeFact = (typeof RANGE_FACTS)[number];

/** When a rule applies. A special day is one that the calendar of places closes or gives a reason. Times are the pickup's, by the wall clock of the area; a time range may wrap past midnight. */
export type PriceCondition =
  | { readonly fact: "serviceLevel"; readonly in: readonly ServiceLevel[] }
  | { readonly fact: "zoneFrom" | "zoneTo"; readonly in: readonly string[] }
  | RangeCondition
  | { readonly fact: "vehicle"; readonly in: readonly QuoteVehicle[] }
  | { readonly fact: "specialDay" }
  | { readonly fact: "weekday"; readonly in: readonly number[] }
  | { readonly fact: "timeOfDay"; readonly from: LocalTime; readonly below: LocalTime };

/**
 * The part of a price that a rule adds. Amounts are minor units of the list's currency, basis points are
 * hundredths of a per cent. `perDistance` charges every started step beyond the free metres; `percent` of the sum
 * of base rules (`base`) or of everything so far (`running`), which `discount` takes away; `tax` on the sum of all lines.
 * `band` and `matrix` are tables that apply where they have an entry; as base they count like a flat fee. `extraAttempt` and `return`
 * add nothing: they say, as a share of the base fee, what another try and the way back cost later, with tax on it.
 */
export type PriceComponent =
  | { readonly kind: "flat" | "surcharge" | "minimum" | "maximum"; readonly amount: number }
  | { readonly kind: "perDistance"; readonly freeM: number; readonly stepM: number; readonly amount: number }
  | { readonly kind: "perParcel"; readonly free: number; readonly amount: number }
  | { readonly kind: "percent" | "discount"; readonly of: "base" | "running"; readonly basisPoints: number }
  | BandTable
  | ZoneMatrix
  | { readonly kind: "tax" | LaterKind; readonly basisPoints: number };

export const BAND_FACTS = ["distanceM", "massG", "parcels"] as const;

/** Amounts by a counted fact: the first step that the fact is below counts, the last may be open. */
export interface BandTable {
  readonly kind: "band";
  readonly by: (typeof BAND_FACTS)[number];
  readonly asBase: boolean;
  readonly steps: readonly { readonly below?: number | undefined; readonly amount: number }[];
}

/** Amounts by the zones of both ends; a blank code is outside all of them. */
export interface ZoneMatrix {
  readonly kind: "matrix";
  readonly asBase: boolean;
  readonly cells: readonly { readonly from: string; readonly to: string; readonly amount: number }[];
}

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
  /** Whole minutes from asking to the start of the promised window. */
  readonly leadMin: number;
  readonly specialDay: boolean;
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

export type RangeCondition = Range & { readonly fact: RangeFact };
export const isRange = (condition: PriceCondition): condition is RangeCondition =>
  RANGE_FACTS.some((fact) => fact === condition.fact);

/** Whether one condition holds. */
export function holds(condition: PriceCondition, facts: PriceFacts): boolean {
  if (isRange(condition)) return within(condition, facts[condition.fact]);
  switch (condition.fact) {
    case "serviceLevel":
      return condition.in.includes(facts.serviceLevel);
    case "zoneFrom":
    case "zoneTo":
      return condition.in.includes(facts[condition.fact] ?? "");
    case "vehicle":
      return condition.in.includes(vehicleFor(facts.massG));
    case "weekday":
      return condition.in.includes(facts.weekday);
    case "specialDay":
      return facts.specialDay;
    case "timeOfDay":
      break;
  }
  return inTime(condition.from, condition.below, facts.timeOfDay);
}

/** The entry of a table for these facts; undefined where it has none. */
export function entryOf(
  table: BandTable | ZoneMatrix,
  facts: PriceFacts,
): { readonly amount: number } | undefined {
  if (table.kind === "band")
    return table.steps.find(({ below }) => below === undefined || facts[table.by] < below);
  return table.cells.find(({ from, to }) => from === (facts.zoneFrom ?? "") && to === (facts.zoneTo ?? ""));
}

export const isTable = (component: PriceComponent): component is BandTable | ZoneMatrix =>
  component.kind === "band" || component.kind === "matrix";

/** Whether it counts as the base fee, without which there is no price. */
export const isBase = (component: PriceComponent): boolean =>
  component.kind === "flat" || (isTable(component) && component.asBase);

export function applies(rule: PriceRule, facts: PriceFacts): boolean {
  const hasEntry = !isTable(rule.do) || entryOf(rule.do, facts) !== undefined;
  return hasEntry && rule.when.every((condition) => holds(condition, facts));
}
