import { couriersById } from "#features/accounts/server/public.ts";
import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import { heldByOthers } from "#features/deliveries/domain/holder.ts";
import { lockDeliveries, runCommands, type Who } from "#features/deliveries/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import { writeContext } from "#server/db/tx-context.ts";
import { derivedId } from "#server/ids.ts";
import type { WorkGuard } from "#server/room.ts";
import type { PlanEdit } from "../contract/api.ts";
import type { Route } from "../domain/route.ts";
import { collectFirst } from "../domain/sequence.ts";
import { compareSeen, conflict } from "./conflict.ts";
import { dayOf } from "./day.ts";
import { readPlans, workOf, type Work } from "./edit-query.ts";
import { parcelsHeld } from "./held.ts";
import { pinsAmong, takePinsOff } from "./pins.ts";
import { lockRoutes, reviseRoutes, type NewSequence } from "./revise-routes.ts";

/** Many routes of a day in one command. */
export interface Replan {
  readonly commandId: string;
  readonly type: string;
  readonly aggregateId: string;
  readonly body: unknown;
  readonly date: string;
  /** Deliveries that may change their courier; locked with their routes. */
  readonly deliveryIds: readonly string[];
  readonly courierIds: readonly string[];
  /** Absent where the author compares by what they decide. */
  readonly seen?: PlanEdit["seen"];
}

/** The day as it is, locked. */
export interface ReplanNow {
  readonly routes: ReadonlyMap<string, Route>;
  readonly work: readonly Work[];
  /** Deliveries for which nobody is to be sent, as their money is lost or in doubt. */
  readonly stopped: ReadonlySet<string>;
  /** Deliveries that a dispatcher pinned to their courier. */
  readonly pinned: ReadonlySet<string>;
  /** The refusal that says who changed a courier's route last, and how. */
  readonly conflictOn: (courierId: string) => Refusal;
}

/** The day as it shall be: the courier of each delivery that changes it, and the order of each route. */
export interface ReplanGoal {
  readonly holders: ReadonlyMap<string, string | null>;
  readonly sequences: ReadonlyMap<string, readonly string[]>;
}

/**
 * Gives deliveries to other couriers and routes another order, all or nothing, in the caller's transaction. Locks as an
 * edit does: the command, the deliveries, the routes. Accepted once.
 *
 * @returns whether anything was done now: `false` where the command came before
 * @throws Refusal `dispatch.conflict` when a route differs from what the author saw, `dispatch.courier-unknown`,
 * `dispatch.order-of-stops`, `dispatch.parcels-held`, `deliveries.wrong-state`, `deliveries.money-unsafe`
 */
export async function replan(
  tx: Tx,
  who: Who,
  asked: Replan,
  { decide, guard }: { decide: (now: ReplanNow) => ReplanGoal; guard: WorkGuard | undefined },
): Promise<boolean> {
  const { actor, now } = who;
  const { commandId, type, aggregateId, body, date, deliveryIds, courierIds, seen } = asked;
  const context = writeContext(tx, who);
  const cause = { commandId, occurredAt: now };
  if (!(await acceptOnce(tx, actor, now, { ...cause, type, aggregateId, body }))) return false;
  const day = await dayOf(tx, actor.orgId, now, date);
  const work = (await lockDeliveries(tx, deliveryIds)).map(workOf);
  const routes = await lockRoutes(context, day, courierIds);
  if (seen) compareSeen(seen, courierIds, routes);
  const before = await readPlans(tx, day, routes);
  const stopped = await guard?.stopped(tx, now, deliveryIds);
  const held = [...before.values()].flatMap(({ stops }) => stops.map((stop) => stop.deliveryId));
  const pinned = new Set((await pinsAmong(tx, [...deliveryIds, ...held])).keys());
  const conflictOn = (courierId: string) => conflict(routes.get(courierId), 0);
  const goal = decide({ routes: before, work, stopped: stopped ?? new Set(), pinned, conflictOn });
  await ridesNow(tx, goal);
  const taken = work.flatMap((one) => {
    const courierId = goal.holders.get(one.deliveryId) ?? null;
    return courierId === null ? [] : heldByOthers([one], courierId);
  });
  if (taken.length > 0) throw await parcelsHeld(tx, taken);
  const moved = work.filter((one) => goal.holders.has(one.deliveryId));
  const given = moved.filter((one) => goal.holders.get(one.deliveryId) !== null);
  await guard?.mayAssign(
    tx,
    now,
    given.map((one) => one.deliveryId),
  );
  await runCommands(
    tx,
    who,
    moved.map((one) => ({
      deliveryId: one.deliveryId,
      command: commandOf(one, goal.holders.get(one.deliveryId) ?? null, cause),
    })),
  );
  // A pin that no longer counted does not come back with the work.
  await takePinsOff(tx, who, moved, commandId);
  const known = new Map(
    [...work.flatMap(({ stops }) => stops), ...[...before.values()].flatMap(({ stops }) => stops)].map(
      (stop) => [stop.taskId, stop],
    ),
  );
  const sequences = [...goal.sequences].flatMap(([courierId, taskIds]): NewSequence[] => {
    const old = before.get(courierId)?.stops ?? [];
    const route = routes.get(courierId);
    if (!route || taskIds.join() === old.map((stop) => stop.taskId).join()) return [];
    const stops = taskIds.flatMap((id) => known.get(id) ?? []);
    collectFirst(stops);
    const had = new Set(old.map((stop) => stop.deliveryId));
    const has = new Set(stops.map((stop) => stop.deliveryId));
    const changed = [...stops, ...old].filter(
      ({ deliveryId }) => had.has(deliveryId) !== has.has(deliveryId),
    );
    const numbers = [...new Set((changed.length > 0 ? changed : stops).map((stop) => stop.number))];
    const change = { type: "plan" as const, count: numbers.length, numbers: numbers.slice(0, 3) };
    return [{ routeId: route.id, taskIds: stops.map((stop) => stop.taskId), change }];
  });
  await reviseRoutes(context, day, sequences, cause);
  return true;
}

/** @throws Refusal `dispatch.courier-unknown` where somebody who does not ride any more is to be given work */
async function ridesNow(tx: Tx, { holders }: ReplanGoal): Promise<void> {
  const given = [...new Set([...holders.values()].filter((id) => id !== null))];
  const known = new Map((await couriersById(tx, given)).map((one) => [one.id, one]));
  const gone = given.find((id) => known.get(id)?.active !== true);
  if (gone !== undefined)
    throw new Refusal("dispatch.courier-unknown", { courierId: gone, courier: known.get(gone)?.name ?? "" });
}

function commandOf(
  { deliveryId, stops }: Work,
  courierId: string | null,
  { commandId, occurredAt }: { readonly commandId: string; readonly occurredAt: number },
): DeliveryCommand {
  const head = { commandId: derivedId(commandId, deliveryId), occurredAt };
  const taskIds = stops.filter((stop) => stop.courierId !== courierId).map((stop) => stop.taskId);
  return courierId === null
    ? { ...head, type: "unassign", taskIds }
    : { ...head, type: "assign", taskIds, courierId };
}
