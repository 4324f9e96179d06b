import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Context, RawReply, RawRequest } from "./route.ts";

/** A table to export, row by row as it is read. */
export interface CsvTable<Row, Place> {
  /** Name of the file. */
  readonly name: string;
  readonly heads: readonly string[];
  readonly cells: (row: Row) => readonly (string | number | null)[];
  /** Reads a page behind a place, the first one without. `next` is absent behind the last one. */
  readonly page: (
    context: Context,
    after: Place | undefined,
  ) => Promise<{ readonly rows: readonly Row[]; readonly next: Place | undefined }>;
}

/** A table for a spreadsheet, streamed; the mark at its start says UTF-8. */
export function csvReply<Row, Place>(request: RawRequest, table: CsvTable<Row, Place>): RawReply {
  const lines = stringify({
    bom: true,
    header: true,
    columns: [...table.heads],
    quoted_match: /[\r\n]/,
    record_delimiter: "windows",
  });
  const source = Readable.from(cellsOf(request, table));
  source.on("error", (error) => lines.destroy(error));
  lines.on("close", () => source.destroy());
  return {
    status: 200,
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="${table.name}"`,
    },
    body: source.pipe(lines),
  };
}

/** Each page is a read of its own, by whoever the caller is by then. What is cut off must not look whole. */
async function* cellsOf<Row, Place>(
  request: RawRequest,
  { page, cells }: CsvTable<Row, Place>,
): AsyncGenerator<readonly (string | number | null)[]> {
  let { context } = request;
  let after: Place | undefined;
  do {
    const { rows, next } = await page(context, after);
    for (const row of rows) yield cells(row);
    after = next;
    if (after !== undefined && request.signal.aborted) throw new Error("an export was cut off");
    if (after !== undefined) context = await request.enterAgain();
  } while (after !== undefined);
}
