import { Refusal } from "#kernel/refusal.ts";
import type { PlanEdit } from "../contract/api.ts";
import type { StopPlace } from "../contract/quotes.ts";
import { plan, type Route, type RouteEdit } from "../domain/route.ts";
import { remove } from "../domain/sequence.ts";
import type { Work } from "./edit-query.ts";

/** Goal of an edit: the work that changes its courier, and the new order of every route that it touches. */
export interface Wanted {
  readonly changed: readonly Work[];
  readonly routes: readonly WantedRoute[];
}

export interface WantedRoute {
  readonly route: Route;
  /** Numbers of the deliveries that came, went or moved. */
  readonly numbers: readonly string[];
}

type Edit<T extends PlanEdit["type"]> = Extract<PlanEdit, { type: T }>;

/**
 * @param before the routes of everybody concerned, of the revisions that the author saw
 * @throws Refusal `deliveries.wrong-state`, `deliveries.not-found`, `dispatch.order-of-stops`
 */
export function want(edit: PlanEdit, work: readonly Work[], before: ReadonlyMap<string, Route>): Wanted {
  switch (edit.type) {
    case "assign":
      return wantAssign(edit, work, before);
    case "unassign":
      return wantUnassign(work, before);
    case "move":
      return wantMove(edit, before);
    case "postpone":
      return wantPostponed(work, before);
    case "restore":
      return wantRestored(work);
  }
}

const apply = (route: Route, edit: RouteEdit): Route => plan(route, edit, route.revision);

function wantAssign(edit: Edit<"assign">, work: readonly Work[], before: ReadonlyMap<string, Route>): Wanted {
  const idle = work.find((one) => one.stops.length === 0);
  if (idle) throw new Refusal("deliveries.wrong-state", { state: idle.state, command: "assign" });
  const target = routeOf(before, edit.courierId);
  const stops = work.flatMap((one) => one.stops);
  const together = apply(target, { type: "assign", stops, beforeTaskId: edit.beforeTaskId });
  const given = spread(together, edit.places ?? []);
  const others = new Map([...before].filter(([courierId]) => courierId !== edit.courierId));
  return {
    changed: work.filter((one) => one.stops.some((stop) => stop.courierId !== edit.courierId)),
    routes: [{ route: given, numbers: work.map((one) => one.number) }, ...losing(others, work)],
  };
}

/** Puts stops of the route one after the other before a neighbour of their own; two may go to the end. */
function spread(route: Route, places: readonly StopPlace[]): Route {
  const own = new Set(places.map(({ taskId }) => taskId));
  return places.reduce<Route>(
    (now, { taskId, beforeTaskId }) => {
      const stop = route.stops.find((one) => one.taskId === taskId);
      if (!stop) throw new Refusal("deliveries.not-found", { taskId });
      return apply(now, { type: "assign", stops: [stop], beforeTaskId });
    },
    { ...route, stops: remove(route.stops, own) },
  );
}

function wantUnassign(work: readonly Work[], before: ReadonlyMap<string, Route>): Wanted {
  const held = work.filter((one) => one.stops.some((stop) => stop.courierId !== null));
  if (held.length === 0)
    throw new Refusal("deliveries.wrong-state", { state: work[0]?.state ?? "", command: "unassign" });
  return { changed: held, routes: losing(before, held) };
}

function wantPostponed(work: readonly Work[], before: ReadonlyMap<string, Route>): Wanted {
  const idle = work.find((one) => one.stops.length === 0);
  if (idle) throw new Refusal("deliveries.wrong-state", { state: idle.state, command: "postpone" });
  const held = work.filter((one) => one.stops.some((stop) => stop.courierId !== null));
  return { changed: held, routes: losing(before, held) };
}

/** Moves no stop. A courier who has the work by now keeps it, on the day that somebody planned since. */
function wantRestored(work: readonly Work[]): Wanted {
  const taken = work.find((one) => one.stops.some((stop) => stop.courierId !== null));
  if (taken) throw new Refusal("deliveries.wrong-state", { state: taken.state, command: "restore" });
  return { changed: [], routes: [] };
}

function wantMove(edit: Edit<"move">, before: ReadonlyMap<string, Route>): Wanted {
  const route = routeOf(before, edit.courierId);
  const numbers = route.stops.flatMap((stop) => (stop.taskId === edit.taskId ? [stop.number] : []));
  return { changed: [], routes: [{ route: apply(route, edit), numbers }] };
}

/** The routes that some of this work leaves. */
function losing(before: ReadonlyMap<string, Route>, work: readonly Work[]): WantedRoute[] {
  return [...before].flatMap(([courierId, route]) => {
    const theirs = work.filter((one) => one.stops.some((stop) => stop.courierId === courierId));
    if (theirs.length === 0) return [];
    const deliveryIds = theirs.map((one) => one.deliveryId);
    return [
      {
        route: apply(route, { type: "unassign", deliveryIds }),
        numbers: theirs.map((one) => one.number),
      },
    ];
  });
}

const routeOf = (before: ReadonlyMap<string, Route>, courierId: string): Route =>
  before.get(courierId) ?? { courierId, revision: 0, stops: [] };
