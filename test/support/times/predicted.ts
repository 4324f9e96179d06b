import { sql } from "kysely";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import type { World } from "../world.ts";

interface Predicted {
  readonly at: number;
  readonly status?: string;
  readonly riskSince?: number | null;
  readonly plannedAt?: number;
}

/** Stores a prediction of a task as the job does: ten minutes wide, for the task's courier. */
export async function predicted(world: World, taskId: string, given: Predicted): Promise<void> {
  const { at, status = "available", riskSince = null, plannedAt = at } = given;
  const [from, to] = [toIso(at - 5 * MINUTE_MS), toIso(at + 5 * MINUTE_MS)];
  await world.run(sql`
    insert into arrival (org_id, task_id, delivery_id, courier_id, at, earliest, latest, planned_at, route_revision,
      on_time, ahead, status, basis, leg_s, leg_source, service_s, service_source, risk_since, shown_from, shown_to,
      shown_of, computed_at)
    select org_id, id, delivery_id, courier_id, ${toIso(at)}, ${from}, ${to}, ${toIso(plannedAt)}, 1, 0.5, 1, ${status},
      'live', 60, 'road', 180, 'default', ${riskSince === null ? null : toIso(riskSince)}, ${from}, ${to}, '{}',
      ${toIso(world.now)}
    from task where id = ${taskId}
    on conflict (org_id, task_id) do update set at = excluded.at, earliest = excluded.earliest, latest = excluded.latest,
      status = excluded.status, risk_since = excluded.risk_since, shown_from = excluded.shown_from,
      shown_to = excluded.shown_to`);
}
