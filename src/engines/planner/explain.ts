import { intAt } from "#kernel/typed.ts";
import { drive } from "./drive.ts";
import { Insertion } from "./insertion.ts";
import { NEVER } from "./problem.ts";
import type { Courier, Order, Reason } from "#kernel/plan-request.ts";
import type { Routes } from "./routes.ts";

/**
 * Reasons why a courier does not have an order: what no place in the route can mend, or what the place that breaks least
 * would break, or what it would cost.
 *
 * @param most places that are driven at most, spread over the route where it has more
 */
export function explain(routes: Routes, order: number, courier: number, most = Infinity): readonly Reason[] {
  const { request, orders } = routes.problem;
  const asked = request.orders[order];
  const person = request.couriers[courier];
  if (!asked || !person) return [];
  const fixed = whateverThePlace(asked, person);
  if (fixed) return [fixed];
  if (orders.fits[courier * orders.count + order] === 0) return [{ kind: "onBoard" }];
  const stops = (orders.pickups[order]?.length ?? 0) + 1;
  if (!routes.hasRoom(courier, stops)) return [{ kind: "maxStops", most: person.maxStops ?? NEVER }];
  return leastBroken(routes, order, courier, most);
}

/** A reason that no place in the route can mend. */
export function whateverThePlace(asked: Order, person: Courier): Reason | undefined {
  const skill = asked.skills.find((one) => !person.skills.includes(one));
  if (skill !== undefined) return { kind: "skill", skill };
  if (asked.forbid?.includes(person.id)) return { kind: "forbidden" };
  const dimension = asked.load.findIndex((units, dim) => units > (person.capacity[dim] ?? 0));
  return dimension < 0 ? undefined : { kind: "capacity", dimension, peak: asked.load[dimension] ?? 0 };
}

function leastBroken(routes: Routes, order: number, courier: number, most: number): readonly Reason[] {
  const { orders } = routes.problem;
  const drop = intAt(orders.drop, order);
  const pickups = orders.pickups[order] ?? [];
  const list = routes.nodesOf(courier);
  const { cost } = new Insertion(routes).find(courier, [pickups[0] ?? -1, drop]);
  if (cost < Infinity) return [{ kind: "costsMore", by: cost }];
  let [least, found] = [Infinity, [] as readonly Reason[]];
  const first = routes.firstGap(courier);
  const step = stepOf(list.length - first + 1, pickups.length > 0, most);
  for (let from = first; from <= list.length; from += step)
    for (let to = from; to <= list.length; to += step) {
      const tried = list.toSpliced(to, 0, drop).toSpliced(from, 0, ...pickups);
      const { reasons, broken } = drive(routes, courier, tried);
      if (broken < least) [least, found] = [broken, reasons];
      if (pickups.length === 0) break;
    }
  return found;
}

/** Gaps from one that is driven to the next, so that no more than `most` places are: pairs of gaps where there is a pickup. */
function stepOf(gaps: number, isPair: boolean, most: number): number {
  const placesBy = (step: number): number => {
    const n = Math.ceil(gaps / step);
    return isPair ? (n * (n + 1)) / 2 : n;
  };
  let step = 1;
  while (placesBy(step) > most) step++;
  return step;
}
