import * as z from "zod/mini";
import { LocalTime } from "#contract/schemas.ts";
import { BAND_FACTS, RANGE_FACTS } from "../domain/price-rule.ts";
import { MAX_DISTANCE_M, MAX_PARCELS } from "../domain/limits.ts";
import { QUOTE_VEHICLES } from "../domain/vehicle.ts";
import { ServiceLevel } from "./shapes.ts";

const amount = z.int().check(z.gte(0), z.lte(10_000_000));
const basisPoints = z.int().check(z.gte(0), z.lte(100_000));

/** When a rule applies: every condition must hold. Ranges are half-open `[from, below)`. */
export const PriceCondition = z.discriminatedUnion("fact", [
  z.strictObject({
    fact: z.literal("serviceLevel"),
    in: z.array(ServiceLevel),
  }),
  z.strictObject({ fact: z.enum(["zoneFrom", "zoneTo"]), in: z.array(z.string()) }),
  z.strictObject({
    fact: z.enum(RANGE_FACTS),
    from: z.optional(z.int()),
    below: z.optional(z.int()),
  }),
  z.strictObject({ fact: z.literal("weekday"), in: z.array(z.int().check(z.gte(1), z.lte(7))) }),
  /** The vehicle that the load needs. */
  z.strictObject({ fact: z.literal("vehicle"), in: z.array(z.enum(QUOTE_VEHICLES)) }),
  /** The pickup's day is one that the calendar of places closes or gives a reason. */
  z.strictObject({ fact: z.literal("specialDay") }),
  /** The pickup's local time of day in the area's zone, `[from, below)`; may wrap past midnight. */
  z.strictObject({ fact: z.literal("timeOfDay"), from: LocalTime, below: LocalTime }),
]);
export type PriceCondition = z.output<typeof PriceCondition>;

/** Effect of a rule. Amounts are minor units of the list's currency; `basisPoints` are hundredths of a per cent. */
export const PriceComponent = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["flat", "surcharge", "minimum", "maximum"]), amount }),
  z.strictObject({
    kind: z.literal("perDistance"),
    freeM: z.int().check(z.gte(0)),
    stepM: z.int().check(z.gte(1)),
    amount,
  }),
  z.strictObject({ kind: z.literal("perParcel"), free: z.int().check(z.gte(0)), amount }),
  z.strictObject({ kind: z.literal("percent"), of: z.enum(["base", "running"]), basisPoints }),
  z.strictObject({
    kind: z.literal("discount"),
    of: z.enum(["base", "running"]),
    basisPoints: z.int().check(z.gte(0), z.lte(10_000)),
  }),
  /** Amounts by a counted fact; steps rise, and only the last may be open. */
  z.strictObject({
    kind: z.literal("band"),
    by: z.enum(BAND_FACTS),
    asBase: z.boolean(),
    steps: z
      .array(z.strictObject({ below: z.optional(z.int().check(z.gte(1))), amount }))
      .check(z.minLength(1), z.maxLength(40)),
  }),
  /** Amounts by the zones of both ends; a blank code is outside all of them. */
  z.strictObject({
    kind: z.literal("matrix"),
    asBase: z.boolean(),
    cells: z
      .array(z.strictObject({ from: z.string(), to: z.string(), amount }))
      .check(z.minLength(1), z.maxLength(900)),
  }),
  z.strictObject({ kind: z.enum(["extraAttempt", "return"]), basisPoints }),
  z.strictObject({ kind: z.literal("tax"), basisPoints: z.int().check(z.gte(0), z.lte(10_000)) }),
]);
export type PriceComponent = z.output<typeof PriceComponent>;

/** `flat` is the base fee; rules run from top to bottom and every line they make is kept as the price trace. */
export const PriceRule = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  when: z.array(PriceCondition).check(z.maxLength(8)),
  do: PriceComponent,
});
export type PriceRule = z.output<typeof PriceRule>;

/** A test case of a list: these facts must cost this much, tax included, or the list is not published. */
export const PriceCase = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  facts: z.strictObject({
    serviceLevel: ServiceLevel,
    /** Codes of zones; null outside all of them. */
    zoneFrom: z.nullable(z.string()),
    zoneTo: z.nullable(z.string()),
    distanceM: z.int().check(z.gte(0), z.lte(MAX_DISTANCE_M)),
    massG: z.int().check(z.gte(0), z.lte(20_000_000)),
    parcels: z.int().check(z.gte(1), z.lte(MAX_PARCELS)),
    weekday: z.int().check(z.gte(1), z.lte(7)),
    timeOfDay: LocalTime,
    leadMin: z.int().check(z.gte(0), z.lte(1_000_000)),
    specialDay: z.boolean(),
  }),
  totalMinor: z.int().check(z.gte(0)),
});
export type PriceCase = z.output<typeof PriceCase>;
export const PriceCases = z.array(PriceCase).check(z.maxLength(100));
