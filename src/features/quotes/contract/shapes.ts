import * as z from "zod/mini";

export const ServiceLevel = z.enum(["asap_60", "same_day", "scheduled", "next_day"]);
export type ServiceLevel = z.output<typeof ServiceLevel>;

export const ParcelSize = z.enum(["envelope", "small", "medium", "large"]);
export const ParcelInput = z.strictObject({
  size: ParcelSize,
  /** grams */
  massG: z.int().check(z.gte(1), z.lte(1_000_000)),
  contents: z.string().check(z.trim(), z.maxLength(120)),
  fragile: z.boolean(),
  /** Declared value in minor units of the operator's currency; absent where none is declared. */
  valueMinor: z.optional(z.int().check(z.gte(1), z.lte(10_000_000_000))),
  /** Only a recipient of 18 years or more may take it. */
  ageRestricted: z.optional(z.boolean()),
});
export type ParcelInput = z.output<typeof ParcelInput>;
