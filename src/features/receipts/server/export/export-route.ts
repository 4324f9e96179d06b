import { sql } from "kysely";
import { LocalDate } from "#contract/schemas.ts";
import { toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { csvReply } from "#server/http/csv-reply.ts";
import { BadInput } from "#server/http/problems.ts";
import type { Context, RawRequest, RawRoute } from "#server/http/route.ts";
import { EXPORT_SHEETS, exportName } from "../../contract/export.ts";
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
  run: async (request) => {
    const sheet = EXPORT_SHEETS.find((one) => one === request.params["sheet"]);
    if (!sheet) throw new BadInput([{ path: "sheet", code: "not-allowed" }]);
    const days = { from: dayOf(request, "from"), to: dayOf(request, "to") };
    if (days.from > days.to) throw new BadInput([{ path: "to", code: "not-allowed" }]);
    return csvReply(request, {
      name: exportName(sheet, days),
      heads: SHEETS[sheet].columns.map(({ head }) => head),
      cells: (row: SheetRow) => SHEETS[sheet].columns.map(({ cell }) => cell(row)),
      page: async (context, after: SheetRow | undefined) => {
        const found = await pageOf(context, SHEETS[sheet], days, after);
        return { rows: found, next: found.length < PAGE ? undefined : found.at(-1) };
      },
    });
  },
};

function dayOf({ query }: RawRequest, path: "from" | "to"): string {
  const read = LocalDate.safeParse(query[path]);
  if (!read.success) throw new BadInput([{ path, code: "not-allowed" }]);
  return read.data;
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
