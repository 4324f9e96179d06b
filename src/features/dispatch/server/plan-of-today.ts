import { type RawBuilder, sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { first, type Tx } from "#server/db/db.ts";
import { dayOf } from "./day.ts";
import { plannedTasks } from "./plan-query.ts";

/** One courier's tasks of today in order, as a part of a statement, with the revision of their route. */
export async function planOfToday(
  tx: Tx,
  { orgId, courierId, now }: { readonly orgId: string; readonly courierId: string; readonly now: Instant },
): Promise<{ readonly date: string; readonly revision: number; readonly tasks: RawBuilder<unknown> }> {
  const day = await dayOf(tx, orgId, now);
  const route = await first(
    tx,
    sql<{ revision: number }>`
      select revision from route
      where org_id = app_org() and courier_id = ${courierId} and service_date = ${day.date}`,
  );
  const tasks = plannedTasks(day, sql`p.courier_id = ${courierId}`);
  return { date: day.date, revision: route?.revision ?? 0, tasks };
}
