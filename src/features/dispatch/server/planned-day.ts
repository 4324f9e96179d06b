import { sql } from "kysely";
import type { TaskRecord } from "#features/deliveries/server/public.ts";
import { localAt } from "#kernel/local-time.ts";
import { first } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { type Day, dayOf } from "./day.ts";

/** Day on whose plan a courier has a task: that of its route, else of its window; what is left over is today's. */
export async function plannedDay(
  { tx, orgId, now }: TxContext,
  { id, courierId, window }: TaskRecord,
): Promise<Day> {
  const today = await dayOf(tx, orgId, now);
  const route = await first(
    tx,
    sql<{ date: string }>`
      select r.service_date::text as date from stop s join route r on r.org_id = s.org_id and r.id = s.route_id
      where s.org_id = app_org() and s.task_id = ${id} and r.courier_id = ${courierId}`,
  );
  const date = route?.date ?? localAt(window.start, today.timezone).date;
  return date > today.date ? dayOf(tx, orgId, now, date) : today;
}
