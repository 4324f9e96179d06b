import { intAt } from "#kernel/typed.ts";
import type { Positions } from "./positions.ts";
import { BREAK, NEVER, PICKUP } from "./problem.ts";

/** Load behind each position. @returns whether the courier can carry it */
export function loadHolds(
  routes: Positions,
  courier: number,
  [base, last]: readonly [base: number, last: number],
): boolean {
  const { nodes, couriers, dims } = routes.problem;
  const { node, load } = routes;
  let fits = true;
  for (let d = 0; d < dims; d++) {
    const most = intAt(couriers.capacity, courier * dims + d);
    let sum = intAt(couriers.aboard, courier * dims + d);
    for (let at = base; at <= last; at++) {
      sum += intAt(nodes.load, intAt(node, at) * dims + d);
      load[at * dims + d] = sum;
      if (sum > most) fits = false;
    }
  }
  return fits;
}

/** Last start at each position at which everything after it still holds. */
export function latestStarts(
  routes: Positions,
  courier: number,
  [base, last]: readonly [base: number, last: number],
): void {
  const { nodes } = routes.problem;
  const legs = routes.legs[courier];
  if (!legs) return;
  let next = last;
  let timed = 0;
  for (let at = last; at >= base; at--) {
    const node = intAt(routes.node, at);
    timed += intAt(nodes.isTimed, node);
    routes.timed[at] = timed;
    routes.next[at] = next;
    if (intAt(nodes.kind, node) === BREAK) {
      routes.latest[at] = NEVER;
      continue;
    }
    const by =
      at === last
        ? NEVER
        : leaveBy(routes, [at, next], legs.seconds(node, intAt(routes.node, next))) -
          intAt(nodes.service, node);
    routes.latest[at] = routes.windows.last(node, by);
    next = at;
  }
}

/** Last moment to leave one place so that the next one begins in time, over the breaks between them. */
function leaveBy(routes: Positions, [from, to]: readonly [from: number, to: number], travel: number): number {
  const { nodes } = routes.problem;
  let arrive = intAt(routes.latest, to);
  if (to === from + 1) return arrive - travel;
  let begin = NEVER;
  for (let at = to - 1; at > from; at--) {
    const node = intAt(routes.node, at);
    const [open, service] = [intAt(nodes.open, node), intAt(nodes.service, node)];
    begin = Math.min(intAt(nodes.close, node), begin - service);
    if (open > begin || open + service > arrive) return -NEVER;
    arrive -= service;
  }
  return Math.min(begin, arrive - travel);
}

/** Whether every longest ride holds. */
export function ridesHold(routes: Positions, base: number, last: number): boolean {
  const { nodes } = routes.problem;
  const left = new Map<number, number>();
  for (let at = base; at <= last; at++) {
    const node = intAt(routes.node, at);
    const order = intAt(nodes.of, node);
    if (order < 0) continue;
    if (intAt(nodes.kind, node) === PICKUP) {
      if (!left.has(order)) left.set(order, intAt(routes.leave, at));
    } else if (
      intAt(routes.start, at) - (left.get(order) ?? intAt(routes.start, at)) >
      intAt(nodes.ride, node)
    )
      return false;
  }
  return true;
}
