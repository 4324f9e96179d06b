import * as z from "zod/mini";

/** Search parameters of the board: the day, the text and filters, and the pane. */
export const BoardSearch = z.object({
  /** Empty means today in the area's zone. */
  date: z._default(z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/)), ""),
  q: z._default(z.string().check(z.maxLength(120)), ""),
  late: z._default(z.string().check(z.regex(/^1?$/)), ""),
  /** Whether stops that are done are shown too. */
  done: z._default(z.string().check(z.regex(/^1?$/)), ""),
  level: z._default(z.string().check(z.regex(/^[a-z0-9_]{0,40}$/)), ""),
  /** The delivery that a courier is asked for at once. */
  assign: z._default(z.string().check(z.maxLength(36)), ""),
  /** Which pane a phone shows. */
  tab: z._default(z.enum(["unassigned", "couriers", "map"]), "unassigned"),
});
export type BoardSearch = z.output<typeof BoardSearch>;
