import { intAt } from "#kernel/typed.ts";
import type { Legs } from "./legs.ts";
import type { Routes } from "./routes.ts";

/** State of the search while it walks along a route behind a new pickup. */
export interface Walk {
  readonly courier: number;
  readonly own: Legs;
  readonly base: number;
  /** Position of the end. */
  readonly last: number;
  /** -1: the drop goes alone. */
  readonly pickup: number;
  readonly drop: number;
  /** Price of a first order in the route, and of another courier than published. */
  readonly extra: number;
  /** Most that later moments may save. */
  readonly gain: number;
  /** The order or the route has longest rides. */
  readonly isRiding: boolean;
  /** Node and position of the last stop, and the moment of leaving it. */
  node: number;
  from: number;
  leave: number;
  /** Change so far of what moments cost. */
  moments: number;
}

/** Price of the hours that an order adds. */
export function hoursPrice(
  routes: Routes,
  { courier, own, pickup, drop }: Walk,
  [gap, at]: readonly [gap: number, at: number],
): number {
  const { node, real, next } = routes;
  const { service } = routes.problem.nodes;
  const [before, behind] = [intAt(node, intAt(real, gap)), intAt(node, intAt(real, at))];
  const [after, onward] = [intAt(node, intAt(next, gap)), intAt(node, intAt(next, at))];
  let more = intAt(service, drop) + own.seconds(drop, onward) - own.seconds(behind, onward);
  if (pickup < 0) more += own.seconds(behind, drop);
  else if (next[gap] === next[at])
    more += intAt(service, pickup) + own.seconds(behind, pickup) + own.seconds(pickup, drop);
  else {
    const past = own.seconds(before, pickup) + own.seconds(pickup, after) - own.seconds(before, after);
    more += intAt(service, pickup) + past + own.seconds(behind, drop);
  }
  return routes.workPrice(courier, more) - routes.workPrice(courier, 0);
}
