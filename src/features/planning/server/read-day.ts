import { sql } from "kysely";
import { couriersOf } from "#features/accounts/server/public.ts";
import { couriersOnDuty } from "#features/courier/server/public.ts";
import type { TaskKind, TaskState } from "#features/deliveries/domain/task-lifecycle.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { dayOf, readBoard } from "#features/dispatch/server/public.ts";
import { openWindows } from "#features/places/domain/hours.ts";
import { levelOf, type LevelTerms } from "#features/quotes/domain/service-levels.ts";
import { areaAndLevels } from "#features/quotes/server/public.ts";
import { volumeOf } from "#features/shifts/domain/vehicle.ts";
import { worksOf } from "#features/shifts/server/public.ts";
import type { Point } from "#kernel/geo.ts";
import { fromIso, type Instant } from "#kernel/instant.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { rows } from "#server/db/db.ts";
import type { TimedTx, TxContext } from "#server/db/tx-context.ts";
import type { DayFacts, DayTask } from "../domain/day-job.ts";

const isOver = (state: string): boolean => state === "succeeded" || state === "failed";

/**
 * A day as a plan sees it: the board's couriers who ride now, their routes, and the tasks that are still to be done. Work
 * of somebody who was suspended stays where it is until a dispatcher gives it away.
 */
export async function readDay(context: TxContext, asked?: LocalDate): Promise<DayFacts> {
  const { tx, orgId, now } = context;
  const day = await dayOf(tx, orgId, now, asked);
  const board = boardOf((await readBoard(context, couriersOnDuty, day.date)).parsed());
  const { area, levels } = await areaAndLevels(tx);
  const open = area ? openWindows(area.hours, area.timezone, day.date) : [];
  const start = open[0]?.start ?? fromIso(day.start);
  const riding = new Set((await couriersOf(tx)).map(({ id }) => id));
  const works = new Map((await worksOf(tx, orgId, day.date)).map((work) => [work.courierId, work]));
  const couriers = board.couriers.flatMap(({ id, onDuty, position, route }) => {
    const work = works.get(id);
    const taskIds = route.stops.filter(({ state }) => !isOver(state)).map(({ taskId }) => taskId);
    const { revision } = route;
    return work && riding.has(id)
      ? [{ id, work, onDuty, position: position?.point ?? null, revision, taskIds }]
      : [];
  });
  const planned = board.couriers.flatMap(({ route }) => route.stops.map(({ deliveryId }) => deliveryId));
  return {
    work: { start: day.isToday ? Math.max(now, start) : start, end: open.at(-1)?.end ?? fromIso(day.end) },
    isToday: day.isToday,
    couriers,
    tasks: await tasksOf(context, [...new Set([...board.unassigned, ...planned])], levels),
    said: new Map(
      board.couriers.flatMap(({ route }) =>
        route.stops.flatMap(({ taskId, arrival }) => (arrival ? [[taskId, arrival.at] as const] : [])),
      ),
    ),
    pinned: new Set(board.deliveries.flatMap(({ id, pinned }) => (pinned ? id : []))),
    unsafe: new Set(board.deliveries.flatMap(({ id, money }) => (money === undefined ? [] : id))),
  };
}

interface TaskRow {
  readonly id: string;
  readonly deliveryId: string;
  readonly kind: TaskKind;
  readonly state: TaskState;
  readonly courierId: string | null;
  readonly windowStart: Instant;
  readonly windowEnd: Instant;
  readonly point: Point;
  readonly masses: readonly number[];
  readonly sizes: readonly string[];
  readonly custody: string;
  readonly serviceLevel: string;
}

async function tasksOf(
  { tx }: TimedTx,
  ids: readonly string[],
  levels: readonly LevelTerms[],
): Promise<DayTask[]> {
  const found = await rows(
    tx,
    sql<TaskRow>`
      select t.id, t.delivery_id as "deliveryId", t.kind, t.state, t.courier_id as "courierId",
        t.window_start as "windowStart", t.window_end as "windowEnd",
        case when t.kind = 'deliver' then d.dropoff else d.pickup end -> 'point' as point,
        jsonb_path_query_array(d.parcels, '$[*].massG') as masses,
        jsonb_path_query_array(d.parcels, '$[*].size') as sizes, d.custody, d.service_level as "serviceLevel"
      from tasks t join deliveries d on d.org_id = t.org_id and d.id = t.delivery_id
      where t.org_id = app_org() and t.delivery_id = any (${[...ids]}::uuid[])
        and t.state in ('open', 'assigned', 'en_route', 'arrived')
      order by d.window_start, t.delivery_id, t.ordinal`,
  );
  return found.map((row) => ({
    ...asksOf(levelOf(levels, row.serviceLevel)),
    id: row.id,
    deliveryId: row.deliveryId,
    kind: row.kind,
    state: row.state,
    courierId: row.courierId,
    window: { start: row.windowStart, end: row.windowEnd },
    point: row.point,
    parcels: row.masses.length,
    massG: row.masses.reduce((sum, mass) => sum + mass, 0),
    volumeMl: row.sizes.reduce((sum, size) => sum + volumeOf(size), 0),
    custody: row.custody,
  }));
}

const asksOf = ({ vehicles, skills = [] }: LevelTerms): Pick<DayTask, "vehicles" | "skills"> => ({
  vehicles,
  skills,
});
