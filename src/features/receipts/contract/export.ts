export const EXPORT_SHEETS = ["payments", "refunds", "receipts", "findings"] as const;
export type ExportSheet = (typeof EXPORT_SHEETS)[number];

interface Days {
  /** First and last day, where the organisation is: `2026-11-30`. */
  readonly from: string;
  readonly to: string;
}

export const exportPath = (sheet: ExportSheet, { from, to }: Days): string =>
  `/api/money/export/${sheet}?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`;

export const exportName = (sheet: ExportSheet, { from, to }: Days): string =>
  `waybill-${sheet}-${from}-${to}.csv`;
