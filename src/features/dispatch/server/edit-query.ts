import { sql } from "kysely";
import { isPending } from "#features/deliveries/domain/delivery.ts";
import { holderOf } from "#features/deliveries/domain/holder.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import type { Window } from "#kernel/window.ts";
import { rows, type Tx } from "#server/db/db.ts";
import type { Day } from "./day.ts";
import { plannedTasks } from "./plan-query.ts";
import type { Route } from "../domain/route.ts";
import type { PlannedStop } from "../domain/sequence.ts";
import type { LockedRoute } from "./revise-routes.ts";

/** The open stops of a delivery, in order, each with its courier. */
export interface Work {
  readonly deliveryId: string;
  readonly number: string;
  readonly state: string;
  readonly version: number;
  readonly window: Window;
  /** Courier in whose hands the parcels are; null where no courier has them. */
  readonly holder: string | null;
  readonly parcels: number;
  readonly stops: readonly (PlannedStop & { readonly courierId: string | null })[];
}

export const workOf = (record: DeliveryRecord): Work => ({
  ...shownIn(record),
  holder: holderOf(record),
  parcels: record.parcels.length,
});

const shownIn = ({ id, number, stateShown, version, window, tasks }: DeliveryRecord) => ({
  deliveryId: id,
  number,
  state: stateShown,
  version,
  window,
  stops: tasks.filter(isPending).map((task) => ({
    taskId: task.id,
    deliveryId: id,
    number,
    kind: task.kind,
    state: task.state,
    courierId: task.courierId,
  })),
});

/** The locked routes with their stops, in one statement. */
export async function readPlans(
  tx: Tx,
  day: Day,
  routes: ReadonlyMap<string, LockedRoute>,
): Promise<Map<string, Route>> {
  const mine = sql`p.courier_id = any (${[...routes.keys()]}::uuid[])`;
  const found = await rows(
    tx,
    sql<PlannedStop & { courierId: string }>`
      with planned as (${plannedTasks(day, mine)})
      select pl.courier_id as "courierId", pl.id as "taskId", pl.delivery_id as "deliveryId", d.number, pl.kind, pl.state
      from planned pl join deliveries d on d.org_id = app_org() and d.id = pl.delivery_id
      order by pl.courier_id, pl.seq`,
  );
  const stops = new Map<string, PlannedStop[]>([...routes.keys()].map((id) => [id, []]));
  for (const { courierId, ...stop } of found) stops.get(courierId)?.push(stop);
  return new Map(
    [...routes].map(([courierId, { revision }]) => [
      courierId,
      { courierId, revision, stops: stops.get(courierId) ?? [] },
    ]),
  );
}
