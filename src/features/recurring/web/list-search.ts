import * as z from "zod/mini";

/** Groups of the list, in the order of their buttons. */
export const GROUPS = ["all", "failed", "active", "paused", "ended"] as const;

export const ListSearch = z.object({
  q: z._default(z.string().check(z.maxLength(120)), ""),
  group: z._default(z.enum(GROUPS), "all"),
});
export type ListSearch = z.output<typeof ListSearch>;

/** The order that is repeated. */
export const NewSearch = z.object({
  same: z._default(z.string().check(z.regex(/^[\da-f-]{0,36}$/)), ""),
});
export type NewSearch = z.output<typeof NewSearch>;

/** The first date of the days shown; today where it is empty. */
export const DaysSearch = z.object({
  from: z._default(z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/)), ""),
});
export type DaysSearch = z.output<typeof DaysSearch>;
