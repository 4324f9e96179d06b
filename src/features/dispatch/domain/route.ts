import { Refusal } from "#kernel/refusal.ts";
import { type PlannedStop, place, remove } from "./sequence.ts";

/** One courier's stops of a day in order; the revision grows with every edit, 0 means that there was none yet. */
export interface Route {
  readonly courierId: string;
  readonly revision: number;
  readonly stops: readonly PlannedStop[];
}

/** Edit of one route. */
export type RouteEdit =
  | { readonly type: "assign"; readonly stops: readonly PlannedStop[]; readonly beforeTaskId: string | null }
  | { readonly type: "unassign"; readonly deliveryIds: readonly string[] }
  | { readonly type: "move"; readonly taskId: string; readonly beforeTaskId: string | null };

/** @throws Refusal `dispatch.conflict` with facts `expected`, `revision` and `courierId` */
export function expectRevision(
  { courierId, revision }: Pick<Route, "courierId" | "revision">,
  expected: number,
): void {
  if (revision !== expected) throw new Refusal("dispatch.conflict", { courierId, expected, revision });
}

function isUntouched({ state }: PlannedStop): boolean {
  return state === "open" || state === "assigned" || state === "en_route";
}

function without({ stops }: Route, deliveryIds: readonly string[]): PlannedStop[] {
  const gone = stops.filter((stop) => deliveryIds.includes(stop.deliveryId) && isUntouched(stop));
  if (gone.length === 0) throw new Refusal("deliveries.not-found", { id: deliveryIds[0] ?? "" });
  return remove(stops, new Set(gone.map((stop) => stop.taskId)));
}

function edited(route: Route, edit: RouteEdit): readonly PlannedStop[] {
  if (edit.type === "assign") return place(route.stops, edit.stops, edit.beforeTaskId);
  if (edit.type === "unassign") return without(route, edit.deliveryIds);
  const stop = route.stops.find((one) => one.taskId === edit.taskId);
  if (!stop) throw new Refusal("deliveries.not-found", { taskId: edit.taskId });
  return place(route.stops, [stop], edit.beforeTaskId);
}

/**
 * The route after an edit, one revision further. Its author must have seen the newest revision.
 *
 * @throws Refusal `dispatch.conflict`, `dispatch.order-of-stops`, `deliveries.not-found`, `deliveries.wrong-state`
 */
export function plan(route: Route, edit: RouteEdit, expectedRevision: number): Route {
  expectRevision(route, expectedRevision);
  return { ...route, stops: edited(route, edit), revision: route.revision + 1 };
}
