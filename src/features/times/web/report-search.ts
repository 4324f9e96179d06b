import * as z from "zod/mini";

export const REPORT_DAYS = ["7", "28", "91", "365"] as const;

/** Days that the report looks back. */
export const ReportSearch = z.object({ days: z._default(z.enum(REPORT_DAYS), "28") });
export type ReportSearch = z.output<typeof ReportSearch>;
