import { sql } from "kysely";
import type { Actor } from "#kernel/actor.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { rows, type Db } from "#server/db/db.ts";
import { emitAll } from "#server/db/events.ts";
import { PIN_COUNTS } from "./pins.ts";
import { revisedEvent } from "./revised-event.ts";

interface Revised {
  readonly id: string;
  readonly courierId: string;
  readonly date: string;
  readonly revision: number;
}

/**
 * Updates routes after the facts of one delivery: a stop whose task is cancelled, or was taken over by another
 * courier, leaves its route, and readers of that route get an event; a pin to a courier who has it no more falls. Run again,
 * it changes nothing.
 */
export async function followFacts(db: Db, orgId: string, deliveryId: string, now: Instant): Promise<void> {
  const actor: Actor = { kind: "system", orgId, roles: [], name: "Waybill" };
  await db.as(actor, async (tx) => {
    // Routes are locked in the order of courier ids, like an edit's.
    await sql`
      select 1 from route where org_id = app_org() and id in (
        select s.route_id from stop s join tasks t on t.org_id = s.org_id and t.id = s.task_id
        where s.org_id = app_org() and t.delivery_id = ${deliveryId})
      order by courier_id for update`.execute(tx);
    await sql`
      delete from pinned_delivery n where n.org_id = app_org() and n.delivery_id = ${deliveryId} and not ${PIN_COUNTS}`.execute(
      tx,
    );
    const revised = await rows(
      tx,
      sql<Revised>`
        with gone as (
          delete from stop s using tasks t, route r
          where s.org_id = app_org() and t.org_id = s.org_id and t.id = s.task_id and t.delivery_id = ${deliveryId}
            and r.org_id = s.org_id and r.id = s.route_id
            and (t.state = 'cancelled' or t.courier_id is distinct from r.courier_id)
          returning s.route_id
        )
        update route r set revision = r.revision + 1, revised_by = null, revised_by_name = ${actor.name ?? null},
          revised_at = ${toIso(now)},
          last_change = jsonb_build_object('type', 'follow', 'count', 1, 'numbers', jsonb_build_array(
            (select number from deliveries where org_id = app_org() and id = ${deliveryId})))
        where r.org_id = app_org() and r.id in (select route_id from gone)
        returning r.id, r.courier_id as "courierId", r.service_date as date, r.revision`,
    );
    await emitAll(
      tx,
      actor,
      now,
      revised.map((route) => ({ ...revisedEvent(route, route.date, null), occurredAt: now })),
    );
  });
}
