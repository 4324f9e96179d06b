import { sql } from "kysely";
import { first, type Tx } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import type { Context } from "#server/http/route.ts";
import { routeAcknowledged } from "../contract/events.ts";

export interface SeenRevision {
  readonly courierId: string;
  readonly routeId: string;
  readonly revision: number;
}

/** Notes that a courier saw a revision of their own route; an older one than noted changes nothing. */
export async function acknowledgeRoute(
  tx: Tx,
  { actor, now }: Pick<Context, "actor" | "now">,
  { courierId, routeId, revision }: SeenRevision,
): Promise<void> {
  const row = await first(
    tx,
    sql<{ date: string; ackRevision: number }>`
      update route set ack_revision = least(revision, ${revision})
      where org_id = app_org() and id = ${routeId} and courier_id = ${courierId}
        and ack_revision < least(revision, ${revision})
      returning service_date as date, ack_revision as "ackRevision"`,
  );
  if (!row) return;
  await emit(tx, actor, now, {
    aggregate: "route",
    aggregateId: routeId,
    type: routeAcknowledged.type,
    data: { routeId, courierId, ...row },
    audience: { staff: true },
    occurredAt: now,
  });
}
