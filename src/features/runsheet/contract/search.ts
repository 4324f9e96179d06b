import * as z from "zod/mini";

export const RunSheetSearch = z.object({
  /** Empty means today in the area's zone. */
  date: z._default(z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/)), ""),
});
export type RunSheetSearch = z.output<typeof RunSheetSearch>;
