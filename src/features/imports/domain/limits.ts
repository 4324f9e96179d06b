/** Most that one file holds. Bytes are those of the file, `unpackedBytes` those of a workbook's parts together. */
export const IMPORT_LIMITS = {
  bytes: 5 * 1024 * 1024,
  unpackedBytes: 48 * 1024 * 1024,
  rows: 5_000,
  columns: 60,
  cellChars: 1_000,
} as const;

/** Values of a column that are shown beside its name. */
export const SAMPLES = 3;
/** Days for which a file's rows are kept. Which rows were imported is remembered for good, by their hashes alone. */
export const KEPT_DAYS = 90;
/** Places that are offered where an address is unclear. */
export const CANDIDATES = 4;
