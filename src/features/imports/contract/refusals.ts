import type { RefusalTable } from "#contract/problem.ts";

export const IMPORTS_REFUSALS = {
  "imports.not-found": [404, "There is no such import, or no such row.", "go-back"],
  "imports.wrong-state": [409, "The import is not at this step.", "reload"],
  "imports.too-large": [422, "A file holds 5 MB at most, unpacked 48 MB.", "mend"],
  "imports.too-many-rows": [422, "A file holds 5,000 rows at most.", "mend"],
  "imports.too-many-columns": [422, "A file holds 60 columns at most.", "mend"],
  "imports.cell-too-long": [422, "A cell holds 1,000 characters at most.", "mend"],
  "imports.empty": [422, "The file has no row below its header.", "mend"],
  "imports.unreadable": [422, "The file is no CSV or XLSX that can be read.", "mend"],
  "imports.old-format": [422, "The workbook is of an old kind, or encrypted; save it as XLSX.", "mend"],
  "imports.columns-missing": [422, "A required field has no column and no value.", "mend"],
  "imports.column-unknown": [422, "The file has no column of this name.", "reload"],
  "imports.date-order-missing": [422, "Dates may be read in two ways; say which.", "mend"],
  "imports.begun": [409, "Rows of this file were imported: its columns stay as they are.", "go-back"],
  "imports.nothing": [409, "No row is ready to import, or nothing was made that could be undone.", "reload"],
  "imports.no-faults": [409, "No row has faults.", "reload"],
  "imports.changed-meanwhile": [409, "Somebody else changed this row.", "reload"],
} as const satisfies RefusalTable;
