import { courierById } from "#features/accounts/server/public.ts";
import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import { heldByOthers } from "#features/deliveries/domain/holder.ts";
import {
  lockDeliveries,
  promiseWindows,
  restoreEdits,
  runCommands,
  type Who,
} from "#features/deliveries/server/public.ts";
import { type Instant, fromIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import { derivedId } from "#server/ids.ts";
import type { WorkGuard } from "#server/room.ts";
import type { PlanEdit } from "../contract/api.ts";
import type { Route } from "../domain/route.ts";
import { onDay } from "#kernel/on-day.ts";
import { compareSeen } from "./conflict.ts";
import { dayOf, type Day } from "./day.ts";
import { readPlans, workOf, type Work } from "./edit-query.ts";
import { type HeldWork, type TellHandover, mayTake } from "./held.ts";
import { takePinsOff } from "./pins.ts";
import { lockRoutes, reviseRoutes, type LockedRoute, type NewSequence } from "./revise-routes.ts";
import { keepEditInverse } from "./undo-edit.ts";
import { want, type Wanted } from "./want.ts";
import { type TimedTx, writeContext } from "#server/db/tx-context.ts";

/** Besides the edit itself. */
interface Means {
  readonly guard?: WorkGuard | undefined;
  /** Carried by the events of work that changes its courier; such an edit is a part of a command that has no undo. */
  readonly facts?: Parameters<typeof runCommands>[3];
  /** Absent where an edit hands nothing over. */
  readonly tellHandover?: TellHandover;
}

/**
 * Edits the plan of a day in the caller's transaction. It locks the command, then the deliveries, then the routes, each
 * in the order of their ids, so that any two edits end. Accepted once: the same command again changes nothing.
 *
 * @throws Refusal `dispatch.conflict` when a route differs from what the author saw, `dispatch.courier-unknown`,
 * `dispatch.order-of-stops`, `dispatch.parcels-held`, `deliveries.not-found`, `deliveries.wrong-state`,
 * `deliveries.money-unsafe`
 */
export async function editPlan(tx: Tx, who: Who, edit: PlanEdit, means: Means = {}): Promise<Day> {
  const { facts } = means;
  const { actor, now } = who;
  const context = writeContext(tx, who);
  const day = await dayOf(tx, actor.orgId, now, edit.date);
  const occurredAt = Math.min(fromIso(edit.occurredAt), now);
  const fresh = await acceptOnce(tx, actor, now, {
    commandId: edit.commandId,
    type: `plan.${edit.type}`,
    aggregateId: "courierId" in edit ? edit.courierId : (edit.deliveryIds[0] ?? edit.commandId),
    body: edit,
    occurredAt,
  });
  if (!fresh) return day;
  if ("courierId" in edit && !(await courierById(tx, edit.courierId))?.active)
    throw new Refusal("dispatch.courier-unknown", { courierId: edit.courierId });
  const work = edit.type === "move" ? [] : await lockWork(tx, edit.deliveryIds);
  const couriers = affectedBy(edit, work);
  const routes = await lockRoutes(context, day, couriers);
  compareSeen(edit.seen, couriers, routes);
  const before = await readPlans(tx, day, routes);
  const wanted = want(edit, work, before);
  const held = edit.type === "assign" ? await mayGive({ tx, now }, edit, work, means) : [];
  const after = new Map(
    wanted.routes.map(({ route }) => [route.courierId, route.stops.map(({ taskId }) => taskId)]),
  );
  // Before the work leaves its courier: pins count no longer then.
  if (!facts && held.length === 0) await keepEditInverse(tx, edit, { date: day.date, work, before, after });
  await reassign(tx, who, edit, { ...wanted, held, occurredAt, facts });
  await takePinsOff(tx, who, wanted.changed, edit.commandId);
  const sequences = sequencesOf(edit, wanted, { routes, before });
  await reviseRoutes(context, day, sequences, { commandId: edit.commandId, occurredAt });
  await promise(tx, { actor, now, key: edit.commandId }, edit, { work, day });
  await tellBoth(tx, who, edit, { held, tell: means.tellHandover });
  return day;
}

/** Routes before an edit: their rows, locked, and their stops. */
interface Known {
  readonly routes: ReadonlyMap<string, LockedRoute>;
  readonly before: ReadonlyMap<string, Route>;
}

/** The new order of every route that the edit changes. */
const sequencesOf = (edit: PlanEdit, wanted: Wanted, { routes, before }: Known): NewSequence[] =>
  wanted.routes.flatMap(({ route: { courierId, stops }, numbers }): NewSequence[] => {
    const locked = routes.get(courierId);
    const taskIds = stops.map((stop) => stop.taskId);
    const old = (before.get(courierId)?.stops ?? []).map((stop) => stop.taskId);
    if (!locked || taskIds.join() === old.join()) return [];
    const change = { type: changeOf(edit), count: numbers.length, numbers: numbers.slice(0, 3) };
    return [{ routeId: locked.id, taskIds, change }];
  });

/** @returns work whose parcels another courier hands over @throws Refusal `dispatch.parcels-held`, `deliveries.money-unsafe` */
async function mayGive(
  { tx, now }: TimedTx,
  { courierId, handOver, deliveryIds }: Extract<PlanEdit, { type: "assign" }>,
  work: readonly Work[],
  { guard, facts }: Means,
): Promise<HeldWork[]> {
  const held = facts ? [] : heldByOthers(work, courierId.toLowerCase());
  await mayTake(tx, held, handOver);
  // Parcels that go from hand to hand are on the road already: money in doubt stops nobody from going on with them.
  const onRoad = new Set(held.map(({ deliveryId }) => deliveryId));
  const planned = deliveryIds.filter((id) => !onRoad.has(id.toLowerCase()));
  await guard?.mayAssign(tx, now, planned);
  return held;
}

/** Tells giver and taker of each delivery that is handed over. */
async function tellBoth(
  tx: Tx,
  who: Who,
  edit: PlanEdit,
  { held, tell }: { readonly held: readonly HeldWork[]; readonly tell: TellHandover | undefined },
): Promise<void> {
  if (edit.type !== "assign") return;
  const { commandId, courierId, handOver = [] } = edit;
  const notes = new Map(handOver.map(({ deliveryId, note }) => [deliveryId.toLowerCase(), note]));
  for (const { deliveryId, holder } of held)
    await tell?.(
      tx,
      { ...who, key: derivedId(commandId, `note ${deliveryId}`) },
      { deliveryId, from: holder, to: courierId.toLowerCase(), note: notes.get(deliveryId) ?? "" },
    );
}

/** Writes the promises that an edit changes: the same hours on another day, or those of before. */
async function promise(
  tx: Tx,
  author: Parameters<typeof promiseWindows>[1],
  edit: PlanEdit,
  { work, day }: { readonly work: readonly Work[]; readonly day: Day },
): Promise<void> {
  if (edit.type === "postpone") {
    const moved = work.map(
      ({ deliveryId, window }) => [deliveryId, onDay(window, edit.toDate, day.timezone)] as const,
    );
    await promiseWindows(tx, { ...author, overbook: edit.overbook }, new Map(moved));
  }
  if (edit.type === "restore") {
    const deliveryIds = work.map(({ deliveryId }) => deliveryId);
    await restoreEdits(tx, author, { deliveryIds, undoes: edit.undoes, of: ["plan.postpone"] });
  }
}

/** The courier is told of a postponement as of work that is taken back. */
const changeOf = ({ type }: PlanEdit): "assign" | "unassign" | "move" =>
  type === "assign" || type === "move" ? type : "unassign";

/** @throws Refusal `deliveries.not-found` */
async function lockWork(tx: Tx, asked: readonly string[]): Promise<Work[]> {
  const ids = [...new Set(asked.map((id) => id.toLowerCase()))];
  const found = await lockDeliveries(tx, ids);
  if (found.length < ids.length) {
    const known = new Set(found.map((delivery) => delivery.id));
    throw new Refusal("deliveries.not-found", { id: ids.find((id) => !known.has(id)) ?? "" });
  }
  return found.map(workOf);
}

/** Every courier whose route the edit changes, and every courier whose route its author has seen. */
function affectedBy(edit: PlanEdit, work: readonly Work[]): string[] {
  const owners = work.flatMap((one) => one.stops.flatMap((stop) => stop.courierId ?? []));
  const target = "courierId" in edit ? [edit.courierId] : [];
  return [...new Set([...target, ...owners, ...edit.seen.map((one) => one.courierId)])];
}

/** Reassigns work by the deliveries' own commands, straight from courier to courier where somebody had it. */
async function reassign(
  tx: Tx,
  who: Who,
  edit: PlanEdit,
  {
    changed,
    held,
    occurredAt,
    facts,
  }: Pick<Wanted, "changed"> &
    Pick<Means, "facts"> & { readonly held: readonly HeldWork[]; readonly occurredAt: Instant },
): Promise<void> {
  if (edit.type === "move" || changed.length === 0) return;
  const courierId = "courierId" in edit ? edit.courierId : null;
  const addressed = changed.map(({ deliveryId, stops }) => {
    const head = { commandId: derivedId(edit.commandId, deliveryId), occurredAt };
    const taskIds = stops.filter((stop) => stop.courierId !== courierId).map((stop) => stop.taskId);
    const command: DeliveryCommand =
      courierId === null
        ? { ...head, type: "unassign", taskIds }
        : { ...head, type: "assign", taskIds, courierId };
    return { deliveryId, command };
  });
  const handed = new Set(held.map(({ deliveryId }) => deliveryId));
  const [over, plain] = [true, false].map((is) =>
    addressed.filter(({ deliveryId }) => handed.has(deliveryId) === is),
  );
  if (over && over.length > 0) await runCommands(tx, who, over, { ...facts, handover: true });
  if (plain && plain.length > 0) await runCommands(tx, who, plain, facts);
}
