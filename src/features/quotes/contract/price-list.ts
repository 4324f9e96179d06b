import * as z from "zod/mini";
import { LocalTime } from "#contract/schemas.ts";
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
    fact: z.enum(["distanceM", "massG", "parcels"]),
    from: z.optional(z.int()),
    below: z.optional(z.int()),
  }),
  z.strictObject({ fact: z.literal("weekday"), in: z.array(z.int().check(z.gte(1), z.lte(7))) }),
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
