import { type RawBuilder, sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { fromIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import { pageBy, type PageOrder } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { ReplayOrder, replaysApi } from "../contract/api.ts";
import type { ReplayKind } from "../domain/lifecycle.ts";
import { readReplay } from "./replay-record.ts";

const NEWEST: PageOrder = { column: "r.booked_at", id: "r.order_id", type: "instant", direction: "desc" };
const BY_DIFFERENCE = { column: "r.difference", id: "r.order_id", type: "number" } as const;

interface Kind {
  readonly where: RawBuilder<unknown>;
  readonly order: PageOrder;
}
const KINDS: Readonly<Record<ReplayKind, Kind>> = {
  all: { where: sql``, order: NEWEST },
  more: { where: sql`and r.difference > 0`, order: { ...BY_DIFFERENCE, direction: "desc" } },
  less: { where: sql`and r.difference < 0`, order: { ...BY_DIFFERENCE, direction: "asc" } },
  same: { where: sql`and r.difference = 0`, order: NEWEST },
  unpriced: { where: sql`and r.reason is not null`, order: NEWEST },
};

/** Orders of a replay that is done. @throws Refusal `replays.not-found` */
export async function listOrders(
  { id, kind, cursor, limit }: ParsedOf<typeof replaysApi.listReplayOrders>,
  { db, actor, now }: Context,
): Promise<ReplyOf<typeof replaysApi.listReplayOrders>> {
  const { where, order } = KINDS[kind];
  const page = pageBy(["replay orders", id, kind], { cursor, limit }, order);
  return db.read(actor, async (tx) => {
    const { state } = await readReplay(tx, id, now);
    if (state !== "done") return { items: [], next: null };
    const found = await rows(
      tx,
      sql<ReplayOrder>`
        select r.order_id as "orderId", o.number, o.sender_name as customer, ${isoText("r.booked_at")} as "bookedAt",
          (select d.id from deliveries d where d.org_id = r.org_id and d.order_id = r.order_id limit 1) as "deliveryId",
          r.service_level as level, r.was_minor as was, r.now_minor as now, trim(r.currency) as currency, r.reason, r.detail,
          r.changed
        from replay_order r join booked_orders o on o.org_id = r.org_id and o.id = r.order_id
        where r.org_id = app_org() and r.run_id = ${id} ${where} ${page.rest}`,
    );
    return page.of(found, (row) => [
      order.type === "instant" ? fromIso(row.bookedAt) : (row.now ?? 0) - row.was,
      row.orderId,
    ]);
  });
}
