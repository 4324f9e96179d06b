import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { Refusal } from "#kernel/refusal.ts";
import { IMPORT_LIMITS } from "../domain/limits.ts";
import type { Decoded } from "./decode-text.ts";
import { type Table, TableBuilder } from "./table.ts";

const SEPARATORS = [",", ";", "\t"] as const;
/** Characters at the start by which the separator is told. */
const SAMPLE = 20_000;
/** The first line of some spreadsheets' files names the separator. */
const NAMED = /^sep=([,;\t])\r?\n/;

/** The separator that stands most often in the header, outside of quotes: below it, commas are decimals as well. */
export function separatorOf(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((one) => [one, 0]));
  let isQuoted = false;
  for (const sign of text.slice(0, SAMPLE)) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted) {
      const count = counts.get(sign);
      if (count !== undefined) counts.set(sign, count + 1);
      if (sign === "\n" && Math.max(...counts.values()) > 0) break;
    }
  }
  return SEPARATORS.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0] ?? ",";
}

/** Reads a CSV. @throws Refusal `imports.unreadable` with the line, and those of the limits */
export async function readCsv({ text: whole, encoding }: Decoded): Promise<Table> {
  const named = NAMED.exec(whole);
  const text = named ? whole.slice(named[0].length) : whole;
  const separator = named?.[1] ?? separatorOf(text);
  const builder = new TableBuilder();
  const parser = Readable.from(chunksOf(Buffer.from(text))).pipe(
    parse({
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: IMPORT_LIMITS.columns * IMPORT_LIMITS.cellChars * 2,
    }),
  );
  let no = named ? 1 : 0;
  try {
    for await (const record of parser) {
      no += 1;
      // Safe: without `columns` each record is a list of texts.
      builder.add(no, record as string[]);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === "CSV_MAX_RECORD_SIZE")
      throw new Refusal("imports.cell-too-long", { most: IMPORT_LIMITS.cellChars, row: no + 1, column: 1 });
    throw new Refusal("imports.unreadable", { row: no + 1 });
  }
  return builder.table({ kind: "csv", encoding, separator });
}

const CHUNK = 64 * 1024;
/** Pieces of the bytes, which the parser joins where a character was cut: other calls are answered between them. */
function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}
