import * as z from "zod/mini";
import { BEHIND } from "../domain/figures.ts";
import { PRESETS } from "../domain/period.ts";
import { DIMENSIONS } from "../domain/sums.ts";

const date = z._default(z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/)), "");

export const VIEWS = ["on-time", "tries", "stops", "money"] as const;
export type View = (typeof VIEWS)[number];

/** Period, tab, division and order of the table: all in the address. */
export const ReportSearch = z.object({
  period: z._default(z.enum(PRESETS), "7"),
  from: date,
  to: date,
  view: z._default(z.enum(VIEWS), "on-time"),
  by: z._default(z.enum(DIMENSIONS), "day"),
  /** Column that orders the table; empty for the order of the groups. */
  sort: z._default(z.string().check(z.maxLength(20)), ""),
  order: z._default(z.enum(["asc", "desc"]), "desc"),
});
export type ReportSearch = z.output<typeof ReportSearch>;

export const BehindSearch = z.object({
  from: date,
  to: date,
  behind: z._default(z.enum(BEHIND), "promised"),
  by: z._default(z.enum(DIMENSIONS), "all"),
  key: z._default(z.string().check(z.maxLength(60)), ""),
});
export type BehindSearch = z.output<typeof BehindSearch>;
