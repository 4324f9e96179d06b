import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import {
  Cursor,
  Id,
  InstantText,
  Money,
  PageSize,
  page,
  queryInt,
  TEXT_LIMITS,
  Window,
} from "#contract/schemas.ts";
import { Address } from "#features/places/contract/api.ts";
import { FAULTS } from "../domain/fault.ts";
import { FIELDS } from "../domain/fields.ts";
import { IMPORT_STATES, ROW_STATES } from "../domain/import-lifecycle.ts";
import { IMPORT_LIMITS } from "../domain/limits.ts";

export const FieldName = z.enum(FIELDS);
export const ImportState = z.enum(IMPORT_STATES);
export const RowState = z.enum(ROW_STATES);

const Text = z.string().check(z.maxLength(IMPORT_LIMITS.cellChars));
const Use = z.strictObject({
  field: FieldName,
  /** Name of a column. */
  column: z.nullable(Text),
  /** For every row, or for those whose cell is empty. */
  value: z.nullable(Text),
});

/** Account to which the rows of one sender go, by the name and number that it was found by. */
const Payer = z.strictObject({
  id: Id,
  name: z.string().check(z.maxLength(TEXT_LIMITS.name)),
  phone: z.string().check(z.maxLength(40)),
});

export const Mapping = z.strictObject({
  uses: z.array(Use).check(z.maxLength(FIELDS.length)),
  /** Needed only where the dates of the column can be read in two ways. */
  dateOrder: z.nullable(z.enum(["dmy", "mdy"])),
  /** Pickup of every row, where the file names none. */
  pickup: z.nullable(Address),
  payer: z.nullable(Payer),
});
export type Mapping = z.output<typeof Mapping>;

const Counts = z.strictObject({
  new: z.int(),
  ready: z.int(),
  faulty: z.int(),
  known: z.int(),
  imported: z.int(),
  undone: z.int(),
  /** Not cancelled when the import was undone. */
  kept: z.int(),
});

export const ImportLine = z.strictObject({
  id: Id,
  name: z.string(),
  state: ImportState,
  createdAt: InstantText,
  createdBy: z.nullable(z.string()),
  counts: Counts,
});
export type ImportLine = z.output<typeof ImportLine>;

export const Import = z.strictObject({
  ...ImportLine.shape,
  kind: z.enum(["csv", "xlsx"]),
  /** As the file was read; null for a workbook. */
  readAs: z.strictObject({ encoding: z.nullable(z.string()), separator: z.nullable(z.string()) }),
  columns: z.array(
    z.strictObject({
      name: z.string(),
      samples: z.array(z.string()),
      /** Its dates can be read in two ways. */
      asksDateOrder: z.boolean(),
    }),
  ),
  /** Settled, remembered from the last file with these columns, or guessed. */
  mapping: Mapping,
  isRemembered: z.boolean(),
  /** Rows that the current check began with, or the last one. */
  toCheck: z.int(),
  /** Price of all rows that are ready; null where there are none. */
  total: z.nullable(Money),
});
export type Import = z.output<typeof Import>;

export const RowFault = z.strictObject({
  field: FieldName,
  code: z.enum(FAULTS),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Text at fault. */
  value: z.string(),
  candidates: z.array(Address),
});
export type RowFault = z.output<typeof RowFault>;

export const ImportRow = z.strictObject({
  /** As a spreadsheet counts it: the header is 1. */
  no: z.int(),
  state: RowState,
  texts: z.record(FieldName, z.string()),
  faults: z.array(RowFault),
  /** The delivery as it will be or was entered; null while the row has faults. */
  entry: z.nullable(
    z.strictObject({
      recipient: z.string(),
      pickup: z.string(),
      dropoff: z.string(),
      window: Window,
      total: Money,
    }),
  ),
  /** Of this import, or of the earlier one that knew the row. */
  delivery: z.nullable(z.strictObject({ id: Id, number: z.string() })),
});
export type ImportRow = z.output<typeof ImportRow>;

const one = z.strictObject({ id: Id });
/** Base64; 7 million characters are 5 MB. */
const FileText = z.string().check(z.maxLength(7_100_000), z.regex(/^[A-Za-z0-9+/]+={0,2}$/));
const UNREADABLE = [
  "imports.too-large",
  "imports.too-many-rows",
  "imports.too-many-columns",
  "imports.cell-too-long",
  "imports.empty",
  "imports.unreadable",
  "imports.old-format",
] as const;

export const importsApi = {
  importFile: endpoint({
    id: "importFile",
    method: "POST",
    path: "/api/imports",
    needs: "import:run",
    summary: "Upload a file of deliveries, CSV or XLSX; nothing is made before it is confirmed",
    input: z.strictObject({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_LIMITS.line)),
      file: FileText,
    }),
    reply: Import,
    refusals: [...UNREADABLE],
    limitPerMinute: 20,
  }),
  listImports: endpoint({
    id: "listImports",
    method: "GET",
    path: "/api/imports",
    needs: "import:run",
    summary: "Imported files with what became of their rows, the newest first; page by cursor",
    input: z.strictObject({ cursor: z.optional(Cursor), limit: PageSize }),
    reply: page(ImportLine),
    refusals: [],
  }),
  readImport: endpoint({
    id: "readImport",
    method: "GET",
    path: "/api/imports/:id",
    needs: "import:run",
    summary: "One import: its columns, its mapping and how far it is",
    input: one,
    reply: Import,
    refusals: ["imports.not-found"],
  }),
  mapColumns: endpoint({
    id: "mapColumns",
    method: "POST",
    path: "/api/imports/:id/columns",
    needs: "import:run",
    summary: "Say which column is which field; the rows are checked next",
    input: z.strictObject({ id: Id, mapping: Mapping }),
    reply: Import,
    refusals: [
      "imports.not-found",
      "imports.wrong-state",
      "imports.columns-missing",
      "imports.column-unknown",
      "imports.date-order-missing",
      "imports.begun",
      "order-entry.unknown-account",
    ],
  }),
  listImportRows: endpoint({
    id: "listImportRows",
    method: "GET",
    path: "/api/imports/:id/rows",
    needs: "import:run",
    summary: "Rows of an import in their order, all or those in one state; page by cursor",
    input: z.strictObject({
      id: Id,
      state: z.optional(RowState),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(ImportRow),
    refusals: ["imports.not-found"],
  }),
  correctRow: endpoint({
    id: "correctRow",
    method: "POST",
    path: "/api/imports/:id/rows/:no",
    needs: "import:run",
    summary: "Correct a row that is not imported yet, and check it again; without changes it is only checked",
    input: z.strictObject({
      id: Id,
      no: queryInt(1, 2_000_000),
      texts: z.array(z.strictObject({ field: FieldName, text: Text })).check(z.maxLength(FIELDS.length)),
      /** Places that were chosen in place of a text. */
      pickup: z.optional(Address),
      dropoff: z.optional(Address),
    }),
    reply: ImportRow,
    refusals: ["imports.not-found", "imports.wrong-state", "imports.changed-meanwhile"],
  }),
  recheckFaulty: endpoint({
    id: "recheckFaulty",
    method: "POST",
    path: "/api/imports/:id/recheck",
    needs: "import:run",
    summary: "Check all rows that have faults again, e.g. after a place or a price was changed",
    input: one,
    reply: Import,
    refusals: ["imports.not-found", "imports.wrong-state", "imports.no-faults"],
  }),
  confirmImport: endpoint({
    id: "confirmImport",
    method: "POST",
    path: "/api/imports/:id/confirm",
    needs: "import:run",
    summary: "Make the deliveries of all rows that are ready; the others stay to be corrected",
    input: one,
    reply: Import,
    refusals: ["imports.not-found", "imports.wrong-state", "imports.nothing"],
  }),
  cancelImport: endpoint({
    id: "cancelImport",
    method: "POST",
    path: "/api/imports/:id/cancel",
    needs: "import:run",
    summary:
      "Stop checking, or stop importing; deliveries that were made stay, and so do faults not checked again",
    input: one,
    reply: Import,
    refusals: ["imports.not-found", "imports.wrong-state"],
  }),
  undoImport: endpoint({
    id: "undoImport",
    method: "POST",
    path: "/api/imports/:id/undo",
    needs: "import:run",
    summary: "Cancel every delivery of an import that is cancelled without a fee",
    input: one,
    reply: Import,
    refusals: ["imports.not-found", "imports.wrong-state", "imports.nothing"],
  }),
};

export const failedRowsPath = (id: string, language: string): string =>
  `/api/imports/${encodeURIComponent(id)}/failed.csv?language=${encodeURIComponent(language)}`;
export const TEMPLATE_KINDS = ["csv", "xlsx"] as const;
export const templatePath = (kind: (typeof TEMPLATE_KINDS)[number], language: string): string =>
  `/api/import-template.${kind}?language=${encodeURIComponent(language)}`;
