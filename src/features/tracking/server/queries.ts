import { sql } from "kysely";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Step } from "../domain/story.ts";

/** The states that a delivery went through, as people reported them, in the order of its sequence. */
export const stepsOf = (tx: Tx, orgId: string, deliveryId: string): Promise<Step[]> =>
  rows(
    tx,
    sql<Step>`select type, data ->> 'taskId' as "taskId", data ->> 'state' as state, occurred_at as "occurredAt"
              from event
              where org_id = ${orgId} and aggregate = 'delivery' and aggregate_id = ${deliveryId}
                and data ? 'state' and not data ? 'inferred'
              order by seq`,
  );
