import * as z from "zod/mini";

/** Code of a service level: `asap_60`, `same_day`, `scheduled`, `next_day`, or one of the organisation's own. */
export const ServiceLevel = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/));
export type ServiceLevel = z.output<typeof ServiceLevel>;

const name = z.string().check(z.trim(), z.maxLength(60));
/** Name in each language; blank: the built-in one, or the name in another language. */
export const LevelNames = z.strictObject({ ar: name, de: name, en: name, es: name, fr: name });
/** A level as senders see it. */
export const LevelName = z.strictObject({ code: ServiceLevel, names: LevelNames });
export type LevelName = z.output<typeof LevelName>;

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
