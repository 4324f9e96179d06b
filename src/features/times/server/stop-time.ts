import { sql } from "kysely";
import { zoneOf } from "#features/quotes/server/public.ts";
import type { TaskKind, TaskState } from "#features/deliveries/domain/task-lifecycle.ts";
import { HOUR_MS, MINUTE_MS, fromIso, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Context } from "#server/http/route.ts";
import type { StopTime } from "../contract/api.ts";
import { timesSaid } from "../contract/events.ts";

/** A word is about a time from a moment ago until this far ahead. */
const LATEST_WORD_MS = 12 * HOUR_MS;
const JUST_NOW_MS = 5 * MINUTE_MS;

interface Row extends Omit<StopTime, "timezone" | "now" | "kind" | "state"> {
  readonly kind: TaskKind;
  readonly state: TaskState;
  readonly courierId: string | null;
}

/** A stop that the caller may see: couriers their own, staff all. @throws Refusal `times.unknown-stop` */
async function stopOf(tx: Tx, id: string, { actor, scope, now }: Context): Promise<Row> {
  const row = await first(
    tx,
    sql<Row>`
      select t.id as "taskId", t.delivery_id as "deliveryId", d.number, t.kind, t.state, t.courier_id as "courierId",
        (case when t.kind = 'deliver' then d.dropoff else d.pickup end) ->> 'label' as place,
        json_build_object('start', ${isoText("t.window_start")}, 'end', ${isoText("t.window_end")}) as promised,
        p.name as courier,
        case when a.task_id is not null then json_build_object('at', ${isoText("a.at")}, 'earliest', ${isoText("a.earliest")},
          'latest', ${isoText("a.latest")}, 'planned', ${isoText("a.planned_at")}, 'onTime', a.on_time, 'ahead', a.ahead,
          'status', a.status, 'computedAt', ${isoText("a.computed_at")},
          'way', json_build_object('seconds', a.leg_s, 'source', a.leg_source),
          'service', json_build_object('seconds', a.service_s, 'source', a.service_source, 'visits', a.service_visits))
          end as arrival,
        case when s.task_id is not null then json_build_object('at', ${isoText("s.at")}, 'until', ${isoText("s.until")},
          'by', s.by_name, 'role', s.by_role, 'saidAt', ${isoText("s.said_at")}) end as said,
        case when e.courier_id is not null then json_build_object('at', ${isoText("e.at")},
          'shiftEnd', ${isoText("e.shift_end")}) end as "dayEnd"
      from tasks t
      join deliveries d on d.org_id = t.org_id and d.id = t.delivery_id
      left join people p on p.org_id = t.org_id and p.courier_id = t.courier_id
      left join arrival a on a.org_id = t.org_id and a.task_id = t.id and a.courier_id = t.courier_id
        and t.state in ('assigned', 'en_route')
      left join said_arrival s on s.org_id = t.org_id and s.task_id = t.id and s.courier_id = t.courier_id
        and s.until > ${toIso(now)} and t.state in ('assigned', 'en_route')
      left join day_end e on e.org_id = t.org_id and e.courier_id = t.courier_id
      where t.org_id = app_org() and t.id = ${id}`,
  );
  if (!row || (scope !== "org" && (!actor.courierId || row.courierId !== actor.courierId)))
    throw new Refusal("times.unknown-stop");
  return row;
}

const sent = ({ courierId: _courierId, ...row }: Row, timezone: string, now: number): StopTime => ({
  ...row,
  timezone,
  now: toIso(now),
});

/** @throws Refusal `times.unknown-stop`, also for another courier's */
export function readStopTime({ id }: { readonly id: string }, context: Context): Promise<StopTime> {
  const { db, actor, now } = context;
  return db.read(actor, async (tx) =>
    sent(await stopOf(tx, id, context), await zoneOf(tx, actor.orgId), now),
  );
}

interface Word {
  readonly id: string;
  readonly said: { readonly at: string; readonly until: string } | null;
}

/**
 * Keeps somebody's own word for a stop ahead, or takes it back; the route is predicted anew by its event.
 *
 * @throws Refusal `times.unknown-stop`, `times.not-ahead`, `times.bad-word`
 */
export function sayArrival(word: Word, context: Context): Promise<StopTime> {
  const { db, actor, now, scope } = context;
  const { id, said } = word;
  return db.as(actor, async (tx) => {
    const stop = await stopOf(tx, id, context);
    const { courierId } = stop;
    await change(tx, context, {
      type: "times.said",
      aggregateId: id,
      body: word,
      write: async () => {
        if (courierId === null || (stop.state !== "assigned" && stop.state !== "en_route"))
          throw new Refusal("times.not-ahead");
        if (said === null)
          return sql`delete from said_arrival where org_id = app_org() and task_id = ${id}`.execute(tx);
        const [at, until] = [fromIso(said.at), fromIso(said.until)];
        const isSound = at >= now - JUST_NOW_MS && at <= now + LATEST_WORD_MS && until >= at && until > now;
        if (!isSound || until > at + LATEST_WORD_MS)
          throw new Refusal("times.bad-word", { field: "said.at" });
        return sql`
          insert into said_arrival (org_id, task_id, courier_id, at, until, by_name, by_role, said_at)
          values (app_org(), ${id}, ${courierId}, ${said.at}, ${said.until}, ${actor.name ?? null},
            ${scope === "org" ? "dispatcher" : "courier"}, ${toIso(now)})
          on conflict (org_id, task_id) do update set courier_id = excluded.courier_id, at = excluded.at,
            until = excluded.until, by_name = excluded.by_name, by_role = excluded.by_role, said_at = excluded.said_at`.execute(
          tx,
        );
      },
      event: () => ({
        aggregate: "said-arrival",
        type: timesSaid.type,
        data: { courierId, deliveryId: stop.deliveryId, taskId: id },
        audience: { staff: true, ...(courierId !== null && { courierId }) },
      }),
    });
    return sent(await stopOf(tx, id, context), await zoneOf(tx, actor.orgId), now);
  });
}
