import { sql } from "kysely";
import type { DeliveryStateName } from "#features/deliveries/domain/state.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";

export interface Step {
  readonly state: DeliveryStateName;
  readonly occurredAt: Instant;
}

/** The states that a delivery went through, as people reported them, in the order of its sequence. */
export const stepsOf = (tx: Tx, orgId: string, deliveryId: string): Promise<Step[]> =>
  rows(
    tx,
    sql<Step>`select data ->> 'state' as state, occurred_at as "occurredAt" from event
              where org_id = ${orgId} and aggregate = 'delivery' and aggregate_id = ${deliveryId}
                and data ? 'state' and not data ? 'inferred'
              order by seq`,
  );

export async function carrierOf(
  tx: Tx,
  orgId: string,
): Promise<{ readonly name: string; readonly timezone: string }> {
  const found = await first(
    tx,
    sql<{ name: string; timezone: string }>`select name, timezone from organization where id = ${orgId}`,
  );
  if (!found) throw new Error("an organisation vanished");
  return found;
}
