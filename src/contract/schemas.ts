import { LOCALES } from "#kernel/locale.ts";
import * as z from "zod/mini";
import { E164 } from "#kernel/phone.ts";

/** Longest texts we accept, in characters. */
export const TEXT_LIMITS = { name: 120, line: 200, note: 500, search: 120, email: 254 } as const;
/** Rows a list page may hold. */
export const PAGE_LIMITS = { default: 25, max: 100 } as const;

export const Id = z.uuid();
/** Before and after these centuries no delivery happens and databases count years differently. */
const CENTURIES = z.refine<string>((text) => /^(19|20|21)/.test(text), "wrong-format");
/** RFC 3339 in UTC with milliseconds, e.g. `2026-11-21T09:30:00.000Z`. */
export const InstantText = z.iso.datetime().check(CENTURIES);
export const Currency = z.string().check(z.regex(/^[A-Z]{3}$/));
/** Integer minor units of an ISO 4217 currency. */
export const Money = z.strictObject({ minor: z.int(), currency: Currency });
export const Window = z.strictObject({ start: InstantText, end: InstantText });
export const LocalDate = z.iso.date().check(CENTURIES);
export const LocalTime = z.string().check(z.regex(/^([01]\d|2[0-4]):[0-5]\d$/));
/** WGS84 decimal degrees. */
export const Point = z.strictObject({
  lon: z.number().check(z.gte(-180), z.lte(180)),
  lat: z.number().check(z.gte(-90), z.lte(90)),
});
export const Polygon = z.strictObject({
  type: z.literal("Polygon"),
  coordinates: z
    .array(z.array(z.tuple([z.number(), z.number()])).check(z.minLength(4), z.maxLength(2000)))
    .check(z.minLength(1), z.maxLength(20)),
});
/** E.164, e.g. `+4930123456`. */
export const Phone = z.string().check(z.regex(E164));
export const Email = z.email().check(z.maxLength(TEXT_LIMITS.email));
export const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_LIMITS.name));
export const Note = z.string().check(z.trim(), z.maxLength(TEXT_LIMITS.note));
export const Locale = z.enum(LOCALES);
export const Cursor = z.string().check(z.maxLength(400), z.regex(/^[A-Za-z0-9_-]+$/));

/** Numbers in a query arrive as text. */
export const queryInt = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.gte(min), z.lte(max));
export const queryNumber = (min: number, max: number) => z.coerce.number().check(z.gte(min), z.lte(max));
export const PageSize = z._default(queryInt(1, PAGE_LIMITS.max), PAGE_LIMITS.default);

/** A page of a list; `next` is opaque and absent from the last page. */
export const page = <T extends z.ZodMiniType>(item: T) =>
  z.strictObject({ items: z.array(item), next: z.nullable(Cursor) });

export const Nothing = z.strictObject({});

export type Money = z.output<typeof Money>;
export type Window = z.output<typeof Window>;
export type Point = z.output<typeof Point>;
export type Polygon = z.output<typeof Polygon>;
export type Locale = z.output<typeof Locale>;
