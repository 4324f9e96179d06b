import { sql } from "kysely";
import { routeAcknowledged } from "#features/dispatch/contract/events.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import type { Context } from "#server/http/route.ts";
import { courierOf } from "./courier-of.ts";

/** Notes that the courier saw a revision of their own route; an older one than noted changes nothing. */
export async function acknowledgeRoute(
  tx: Tx,
  { actor, now }: Pick<Context, "actor" | "now">,
  { routeId, revision }: { readonly routeId: string; readonly revision: number },
): Promise<void> {
  const courierId = courierOf(actor);
  const row = await first(
    tx,
    sql<{ date: string; ack_revision: number }>`
      update route set ack_revision = least(revision, ${revision})
      where org_id = ${actor.orgId} and id = ${routeId} and courier_id = ${courierId}
        and ack_revision < least(revision, ${revision})
      returning service_date as date, ack_revision`,
  );
  if (!row) return;
  await emit(tx, actor, now, {
    aggregate: "route",
    aggregateId: routeId,
    type: routeAcknowledged.type,
    data: { routeId, courierId, date: row.date, ackRevision: row.ack_revision },
    audience: { staff: true },
    occurredAt: now,
  });
}
