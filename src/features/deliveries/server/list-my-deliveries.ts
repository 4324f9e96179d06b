import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { isUuid } from "#kernel/id.ts";
import { cursorOf, keyOfCursor } from "#server/db/cursor.ts";
import { rows } from "#server/db/db.ts";
import { BadInput } from "#server/http/problems.ts";
import type { Context } from "#server/http/route.ts";
import { toIso } from "#kernel/instant.ts";
import type { deliveriesApi } from "../contract/api.ts";
import { listColumns, rowOf } from "./rows.ts";
import type { ListRow } from "./rows.ts";

const LIST = { list: "my-deliveries" };

/** Lists the deliveries that the caller sent, newest first. */
export async function listMyDeliveries(
  { cursor, limit }: ParsedOf<typeof deliveriesApi.listMyDeliveries>,
  context: Context,
): Promise<ReplyOf<typeof deliveriesApi.listMyDeliveries>> {
  const { actor } = context;
  const after = cursor === undefined ? undefined : startOf(cursor);
  const found = await context.db.as(actor, (tx) =>
    rows(
      tx,
      sql<ListRow>`
        select ${listColumns} from delivery d
        where d.org_id = ${actor.orgId} and d.payer_id = ${actor.userId ?? null}
          ${after ? sql`and (d.created_at, d.id) < (${toIso(after[0])}::timestamptz, ${after[1]}::uuid)` : sql``}
        order by d.created_at desc, d.id desc limit ${limit + 1}`,
    ),
  );
  const last = found[limit - 1];
  return {
    items: found.slice(0, limit).map((row) => rowOf(row, { ...context, scope: "own" })),
    next: found.length > limit && last ? cursorOf(LIST, [last.createdAt, last.id]) : null,
  };
}

function startOf(cursor: string): [number, string] {
  const [at, id] = keyOfCursor(LIST, cursor) ?? [];
  if (typeof at === "number" && typeof id === "string" && isUuid(id)) return [at, id];
  throw new BadInput([{ path: "cursor", code: "not-allowed" }]);
}
