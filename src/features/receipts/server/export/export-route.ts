import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { sql } from "kysely";
import { LocalDate } from "#contract/schemas.ts";
import { toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { BadInput } from "#server/http/problems.ts";
import type { Context, RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
import { EXPORT_SHEETS, exportName, type ExportSheet } from "../../contract/export.ts";
import { SHEETS, type Sheet, type SheetRow } from "./sheets.ts";

/** Rows read at a time: as many are in memory, however many there are. */
const PAGE = 500;

interface Days {
  readonly from: string;
  readonly to: string;
}

/** Payments, refunds, receipts or findings of some days as a table for a spreadsheet, row by row as they are read. */
export const exportRoute: RawRoute = {
  id: "exportMoney",
  method: "GET",
  path: "/api/money/export/:sheet",
  needs: "money:read",
  audit: "money.exported",
  summary:
    "Payments, refunds, receipts or findings of some days as CSV: `from` and `to` are days of the organisation",
  limitPerMinute: 10,
  run: async (request): Promise<RawReply> => {
    const sheet = EXPORT_SHEETS.find((one) => one === request.params["sheet"]);
    if (!sheet) throw new BadInput([{ path: "sheet", code: "not-allowed" }]);
    const days = { from: dayOf(request, "from"), to: dayOf(request, "to") };
    if (days.from > days.to) throw new BadInput([{ path: "to", code: "not-allowed" }]);
    return {
      status: 200,
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "cache-control": "private, no-store",
        "content-disposition": `attachment; filename="${exportName(sheet, days)}"`,
      },
      body: csvOf(request, sheet, days),
    };
  },
};

function dayOf({ query }: RawRequest, path: "from" | "to"): string {
  const read = LocalDate.safeParse(query[path]);
  if (!read.success) throw new BadInput([{ path, code: "not-allowed" }]);
  return read.data;
}

/**
 * Columns typed by people are listed in the sheet's `text`, and amounts stay numbers; the mark at the start says
 * UTF-8.
 */
function csvOf(request: RawRequest, name: ExportSheet, days: Days): Readable {
  const sheet = SHEETS[name];
  const lines = stringify({
    bom: true,
    header: true,
    columns: sheet.columns.map(({ head }) => head),
    quoted_match: /[\r\n]/,
    record_delimiter: "windows",
  });
  const source = Readable.from(cellsOf(request, sheet, days));
  source.on("error", (error) => lines.destroy(error));
  lines.on("close", () => source.destroy());
  return source.pipe(lines);
}

/** Each page is a read of its own, by whoever the caller is by then. What is cut off must not look whole. */
async function* cellsOf(request: RawRequest, sheet: Sheet, days: Days): AsyncGenerator<(string | null)[]> {
  let after: SheetRow | undefined;
  let { context } = request;
  do {
    const page = await pageOf(context, sheet, days, after);
    for (const row of page) yield sheet.columns.map(({ cell }) => cell(row));
    after = page.length < PAGE ? undefined : page.at(-1);
    if (after && request.signal.aborted) throw new Error("an export was cut off");
    if (after) context = await request.enterAgain();
  } while (after);
}

const pageOf = (context: Context, sheet: Sheet, { from, to }: Days, after: SheetRow | undefined) =>
  context.db.as(context.actor, (tx) =>
    rows(
      tx,
      sql<SheetRow>`
        with zone as (select timezone as name from organization where id = app_org())
        select ${sheet.at} as at, ${sheet.id} as id, ${sheet.select} from ${sheet.from}
          and ${sheet.at} >= (select ${from}::timestamp at time zone name from zone)
          and ${sheet.at} < (select (${to}::date + 1)::timestamp at time zone name from zone)
          ${after ? sql`and (${sheet.at}, ${sheet.id}) > (${toIso(after.at)}, ${after.id})` : sql``}
        order by 1, 2 limit ${PAGE}`,
    ),
  );
