import { stringify } from "csv-stringify/sync";
import { writeXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { guardCell } from "#kernel/csv-cell.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { isUuid } from "#kernel/id.ts";
import { chooseLocale, type Locale } from "#kernel/locale.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { RawRoute } from "#server/http/route.ts";
import { fill, type ServerWords, wordsIn } from "#server/words.ts";
import type { TEMPLATE_KINDS } from "../contract/api.ts";
import { type Field, FIELDS } from "../domain/fields.ts";
import type { Fault } from "../domain/fault.ts";
import { readImport } from "./import-record.ts";
import { rowsWhere, textsOfRow } from "./import-rows.ts";

/** Names of fields and faults, as screens say them: `field.dropoff`, `fault.phone`. */
export type ImportWords = ServerWords<Readonly<Record<string, string>>>;

interface Wording {
  readonly words: ImportWords;
  /** Languages on offer; all of them where nothing is said. */
  readonly locales: readonly Locale[] | undefined;
}

/** Languages whose spreadsheets write a comma in numbers, and a semicolon between cells. */
const SEMICOLON: readonly Locale[] = ["de", "fr", "es"];

/** A table for a spreadsheet in this language; cells that a spreadsheet would take for a formula bear a mark. */
export const csvOf = (lines: readonly (readonly string[])[], locale: Locale): string =>
  stringify(
    lines.map((line) => line.map(guardCell)),
    {
      bom: true,
      delimiter: SEMICOLON.includes(locale) ? ";" : ",",
      quoted_match: /[\r\n]/,
      record_delimiter: "windows",
    },
  );

const CSV_TYPE = "text/csv; charset=utf-8";
const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const headersOf = (type: string, name: string) => ({
  "content-type": type,
  "cache-control": "private, no-store",
  "content-disposition": `attachment; filename="${name}"`,
});

/** The rows of an import that have faults, as they came, with the reasons beside them: mended, it is a file to import. */
export const failedRowsRoute = ({ words, locales }: Wording): RawRoute => ({
  id: "readFailedRows",
  method: "GET",
  path: "/api/imports/:id/failed.csv",
  needs: "import:run",
  summary: "Rows of an import that have faults as CSV, each with the fields, values and reasons",
  limitPerMinute: 20,
  run: async ({ params: { id = "" }, query: { language }, context }) => {
    if (!isUuid(id)) throw new Refusal("imports.not-found", { id });
    const locale = chooseLocale([language], locales);
    const word = wordsIn(words, locale);
    const { file, rows } = await context.db.read(context.actor, async (tx) => ({
      file: await readImport(tx, id),
      rows: await rowsWhere(tx, id, sql`r.state = 'faulty'`),
    }));
    const names = file.columns.map(({ name }) => name);
    const head = [...names, word["failed.row"] ?? "", word["failed.reasons"] ?? ""];
    const lines = rows.map((row) => {
      const texts = textsOfRow(row, file);
      const reasons = row.faults.map((one) => sentenceOf(one, texts[one.field], word));
      return [...names.map((_, at) => row.cells[at] ?? ""), String(row.no), reasons.join(" ")];
    });
    return {
      status: 200,
      headers: headersOf(CSV_TYPE, "failed-rows.csv"),
      body: csvOf([head, ...lines], locale),
    };
  },
});

/** "Phone “12”: write the number with its country." */
function sentenceOf(
  { field, code, facts }: Fault,
  value: string,
  words: Readonly<Record<string, string>>,
): string {
  const known = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, String(fact)]));
  const why = fill(words[`fault.${code}`] ?? code, known);
  return `${words[`field.${field}`] ?? field}${value === "" ? "" : ` “${value}”`}: ${why}`;
}

const EXAMPLE: Readonly<Partial<Record<Field, string>>> = {
  reference: "A-1001",
  senderName: "Corner Bakery",
  senderPhone: "+4930123456",
  recipientName: "Rita Ray",
  recipientPhone: "+491701234567",
  parcels: "1",
  weight: "2.5",
  from: "14:00",
};

/** A table with a column for each field, and one row as an example. */
export const templateRoute = (
  kind: (typeof TEMPLATE_KINDS)[number],
  { words, locales }: Wording,
): RawRoute => ({
  id: kind === "csv" ? "importTemplateCsv" : "importTemplateXlsx",
  method: "GET",
  path: `/api/import-template.${kind}`,
  needs: "import:run",
  summary: `An empty file to fill in with deliveries, as ${kind.toUpperCase()}, with headings in the reader's language`,
  limitPerMinute: 20,
  run: async ({ query: { language }, context: { now } }) => {
    const locale = chooseLocale([language], locales);
    const word = wordsIn(words, locale);
    const example: typeof EXAMPLE = { ...EXAMPLE, date: toIso(now + 2 * DAY_MS).slice(0, 10) };
    const lines = [
      FIELDS.map((field) => word[`field.${field}`] ?? field),
      FIELDS.map((field) => example[field] ?? word[`example.${field}`] ?? ""),
    ];
    const isCsv = kind === "csv";
    return {
      status: 200,
      headers: headersOf(isCsv ? CSV_TYPE : XLSX_TYPE, `deliveries.${kind}`),
      body: isCsv
        ? csvOf(lines, locale)
        : Buffer.from(await writeXlsx({ sheets: [{ name: "Deliveries", rows: lines }] })),
    };
  },
});
