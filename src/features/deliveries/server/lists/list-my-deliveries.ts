import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { rows } from "#server/db/db.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { deliveriesApi } from "../../contract/api.ts";
import { listColumns, rowOf, type ListRow } from "../rows.ts";

const LIST = { list: "my-deliveries" };

/** Lists the deliveries that the caller sent, newest first. */
export async function listMyDeliveries(
  asked: ParsedOf<typeof deliveriesApi.listMyDeliveries>,
  context: Context,
): Promise<ReplyOf<typeof deliveriesApi.listMyDeliveries>> {
  const { actor } = context;
  const page = newestFirst(LIST, asked, ["d.created_at", "d.id"]);
  const found = await context.db.as(actor, (tx) =>
    rows(
      tx,
      sql<ListRow>`
        select ${listColumns} from delivery d
        where d.org_id = app_org() and d.payer_id = ${actor.userId ?? null} ${page.rest}`,
    ),
  );
  return page.of(
    found,
    (row) => [row.createdAt, row.id],
    (row) => rowOf(row, { ...context, scope: "own" }),
  );
}
