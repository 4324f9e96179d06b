import { exponentOf } from "#kernel/currency.ts";
import type { Money } from "#kernel/money.ts";
import { stringify } from "csv-stringify/browser/esm/sync";
import type { ColumnName, ReportColumn, Unit, Value } from "./views.ts";

/** Rows of a table as they are written: the name of the group is a person's or a place's text. */
export interface FileRow<S> {
  readonly name: string;
  readonly now: S;
  readonly before: S;
}

/** Heads in the reader's language. */
export interface FileHeads {
  readonly group: string;
  readonly currency: string;
  readonly of: (name: ColumnName) => string;
  readonly before: (head: string) => string;
}

/** Symbols of the SI, the same in every language. */
const SYMBOL: Readonly<Partial<Record<Unit, string>>> = { seconds: " (s)", metres: " (m)" };

const isMoney = (value: Value): value is Money => value !== null && typeof value !== "number";

/** Plain numbers with a point: shares from 0 to 1, seconds, metres, amounts in units of the currency. */
function plain(value: Value): string | number {
  if (value === null) return "";
  if (!isMoney(value)) return Math.round(value * 10_000) / 10_000;
  return value.minor / 10 ** exponentOf(value.currency);
}

/**
 * Has a text begin with an apostrophe where a spreadsheet would take it for a formula, also behind a sign that divides
 * cells in some countries (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const guarded = (text: string): string => text.replaceAll(/(?<=^|[;\t\r\n])(?=\s*[=+\-@\t\r＝＋－＠])/g, "'");

/** A report's table by RFC 4180; a byte order mark tells spreadsheets the encoding. */
export function csvOf<S>(
  heads: FileHeads,
  columns: readonly ReportColumn<S>[],
  rows: readonly FileRow<S>[],
): string {
  const hasMoney = columns.some(({ unit }) => unit === "money");
  const names = columns.map(({ name, unit }) => `${heads.of(name)}${SYMBOL[unit] ?? ""}`);
  const head = [
    heads.group,
    ...(hasMoney ? [heads.currency] : []),
    ...names.flatMap((name) => [name, heads.before(name)]),
  ];
  const body = rows.map(({ name, now, before }) => {
    const values = columns.flatMap(({ of }) => [of(now), of(before)]);
    const currency = values.find(isMoney)?.currency ?? "";
    return [guarded(name), ...(hasMoney ? [currency] : []), ...values.map(plain)];
  });
  return stringify([head.map(guarded), ...body], {
    bom: true,
    quoted_match: /[;\t]/,
    record_delimiter: "windows",
  });
}
