import * as z from "zod/mini";
import { DESK_GROUPS } from "#contract/desk-commands.ts";

/** Filters of the page, in the address. */
export const HistorySearch = z.object({
  group: z._default(z.enum(["all", ...DESK_GROUPS]), "all"),
  person: z._default(z.string().check(z.regex(/^[0-9a-f-]{0,36}$/)), ""),
  date: z._default(z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/)), ""),
});
export type HistorySearch = z.output<typeof HistorySearch>;
