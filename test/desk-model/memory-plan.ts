import type { Chosen } from "#features/choices/domain/decide-choice.ts";
import { isPending } from "#features/deliveries/domain/delivery.ts";
import { decideEdit, decideRestore } from "#features/deliveries/domain/edits.ts";
import { heldByOthers, holderOf, unsaidOf } from "#features/deliveries/domain/holder.ts";
import { stateOf } from "#features/deliveries/domain/state.ts";
import { compareSeen } from "#features/dispatch/server/conflict.ts";
import type { Work as Carried } from "#features/dispatch/server/edit-query.ts";
import { want } from "#features/dispatch/server/want.ts";
import type { Route } from "#features/dispatch/domain/route.ts";
import { fromIso, toIso } from "#kernel/instant.ts";
import { onDay } from "#kernel/on-day.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Deed, ZONE } from "./deed.ts";
import { command, edit, type Rows, type Work } from "./memory-rows.ts";

type Planned = Extract<Deed, { readonly kind: "plan" }>;

const carriedOf = (delivery: Chosen): Carried => ({
  deliveryId: delivery.id,
  number: delivery.id,
  state: stateOf(delivery),
  version: delivery.version,
  window: delivery.window,
  holder: holderOf(delivery),
  parcels: 1,
  stops: delivery.tasks.filter(isPending).map((task) => stopOf(delivery, task)),
});

const stopOf = ({ id }: Chosen, { id: taskId, kind, state, courierId }: Chosen["tasks"][number]) => ({
  taskId,
  deliveryId: id,
  number: id,
  kind,
  state,
  courierId,
});

/** The route of a courier with the stops that they have. */
function routeOf({ deliveries, routes }: Rows, courierId: string): Route {
  const { revision = 0, taskIds = [] } = routes.get(courierId) ?? {};
  const all = [...deliveries.values()].flatMap((one) => one.tasks.map((task) => stopOf(one, task)));
  const had = all.filter((stop) => stop.courierId === courierId && stop.state !== "cancelled");
  const planned = taskIds.flatMap((id) => had.find((stop) => stop.taskId === id) ?? []);
  const rest = had.filter(({ taskId }) => !taskIds.includes(taskId));
  return { courierId, revision, stops: [...planned, ...rest] };
}

/** Edits the plan by the product's rules, as `edit-plan.ts` does on its database. */
export function carryOutPlan(work: Work, { by, key, edit: asked }: Planned): void {
  const { world, rows } = work;
  const ids = asked.type === "move" ? [] : [...new Set(asked.deliveryIds)];
  const carried = ids.map((id) => {
    const found = rows.deliveries.get(id);
    if (!found) throw new Refusal("deliveries.not-found", { id });
    return carriedOf(found);
  });
  const owners = carried.flatMap(({ stops }) => stops.flatMap((stop) => stop.courierId ?? []));
  const target = "courierId" in asked ? [asked.courierId] : [];
  const couriers = [...new Set([...target, ...owners, ...asked.seen.map((one) => one.courierId)])];
  if (world.has("revision-compared")) compare(rows, asked, couriers);
  const before = new Map(couriers.map((id) => [id, routeOf(rows, id)]));
  const wanted = want(asked, carried, before);
  mayTake(asked, carried);
  const courierId = "courierId" in asked ? asked.courierId : null;
  const occurredAt = Math.min(fromIso(asked.occurredAt), world.now());
  if (asked.type !== "move")
    for (const { deliveryId, stops } of wanted.changed) {
      const taskIds = stops.filter((stop) => stop.courierId !== courierId).map((stop) => stop.taskId);
      const head = { commandId: `${key} ${deliveryId}`, occurredAt, taskIds };
      command(
        work,
        by,
        deliveryId,
        courierId === null ? { ...head, type: "unassign" } : { ...head, type: "assign", courierId },
      );
    }
  for (const { route } of wanted.routes)
    if (world.has("old-route-loses") || target.includes(route.courierId)) revise(work, route);
  if (world.has("old-route-loses"))
    leaveOthers(
      rows,
      wanted.routes.map(({ route }) => route.courierId),
    );
  promise(work, asked, ids);
}

/** Parcels that another courier holds are handed over, or stay. */
function mayTake(asked: Planned["edit"], carried: readonly Carried[]): void {
  if (asked.type !== "assign") return;
  const unsaid = unsaidOf(heldByOthers(carried, asked.courierId), asked.handOver);
  if (unsaid.length > 0) throw new Refusal("dispatch.parcels-held");
}

function compare(rows: Rows, asked: Planned["edit"], couriers: readonly string[]): void {
  const locked = couriers.flatMap((id) => {
    const route = rows.routes.get(id);
    const row = { id, courierId: id, courierName: id, revisedByName: null };
    const lastChange = { type: "assign" as const, count: 0, numbers: [] };
    return route ? [[id, { ...row, revision: route.revision, lastChange }] as const] : [];
  });
  compareSeen(asked.seen, couriers, new Map(locked));
}

function revise({ world, rows }: Work, { courierId, stops }: Route): void {
  const before = rows.routes.get(courierId) ?? { revision: 0, taskIds: [] };
  const ordered = stops.map(({ taskId }) => taskId);
  const taskIds = world.has("collect-first") ? ordered : ordered.toReversed();
  if (taskIds.join() !== before.taskIds.join())
    rows.routes.set(courierId, { revision: before.revision + 1, taskIds });
}

/** A stop is on one route: one that a courier lost without an edit leaves theirs without a revision. */
function leaveOthers({ routes }: Rows, revised: readonly string[]): void {
  for (const courierId of revised) {
    const { taskIds = [] } = routes.get(courierId) ?? {};
    for (const [id, route] of routes)
      if (id !== courierId && route.taskIds.some((one) => taskIds.includes(one)))
        routes.set(id, { ...route, taskIds: route.taskIds.filter((one) => !taskIds.includes(one)) });
  }
}

/** The same hours on another day, or those of before. */
function promise(work: Work, asked: Planned["edit"], ids: readonly string[]): void {
  const { world, rows } = work;
  if (asked.type !== "postpone" && asked.type !== "restore") return;
  for (const id of ids) {
    const before = rows.deliveries.get(id);
    if (!before) continue;
    const { after, changes } =
      asked.type === "postpone"
        ? decideEdit(before, { window: onDay(before.window, asked.toDate, ZONE) }, world.now())
        : decideRestore(before, world.has("restore-exact") ? keptBy(rows, id, asked.undoes) : []);
    if (changes.length > 0) edit(work, before, after, asked.commandId);
  }
}

/** Windows before and after the postponement that is taken back. */
function keptBy({ booked, stories }: Rows, id: string, undoes: string): Parameters<typeof decideRestore>[1] {
  const story = stories.get(id) ?? [];
  const at = story.findIndex((one) => "edited" in one && one.commandId === undoes);
  const found = story[at];
  if (!found || !("edited" in found)) return [];
  const last = <K extends "window" | "pickupWindow">(field: K): Chosen[K] | undefined =>
    story
      .slice(0, at)
      .reduce<Chosen | undefined>(
        (one, stored) => (one && "edited" in stored ? { ...one, ...stored.edited } : one),
        booked.get(id),
      )?.[field];
  const text = (one: Chosen["window"] | undefined): string =>
    one ? `${toIso(one.start)}/${toIso(one.end)}` : "";
  return [
    { field: "window", old: text(last("window")), new: text(found.edited.window) },
    { field: "pickup-window", old: text(last("pickupWindow")), new: text(found.edited.pickupWindow) },
  ];
}
