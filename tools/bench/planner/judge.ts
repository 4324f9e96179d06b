import type { Courier, Order, PlanRequest, PlanResult } from "#kernel/plan-request.ts";
import { driveSteps, faultsOfPlan, type Step, stepsOf } from "#test/support/planner/check-plan.ts";

/** Stop of an answer: an order's index, picked up or dropped. Breaks are placed by the judge. */
export interface Stop {
  readonly order: number;
  readonly kind: "pickup" | "drop";
}

/** An answer measured by the request alone. */
export interface Verdict {
  readonly faults: readonly string[];
  readonly left: number;
  readonly used: number;
  /** Seconds of driving. */
  readonly seconds: number;
}

/** Drives the routes of an answer by the request alone; each break goes where it is allowed, best for the answer. */
export function judge(request: PlanRequest, routes: readonly (readonly Stop[])[]): Verdict {
  const faults: string[] = [];
  const served = new Map<number, number>();
  const plain: PlanRequest = {
    ...request,
    couriers: request.couriers.map((one) => ({ ...one, cost: { fixed: 0, perSecond: 1, perMetre: 0 } })),
  };
  let [seconds, used] = [0, 0];
  for (const [at, courier] of plain.couriers.entries()) {
    const stops = routes[at] ?? [];
    if (stops.length === 0) continue;
    used++;
    for (const { order } of stops) served.set(order, (served.get(order) ?? 0) + 1);
    const steps = stops.map(({ order, kind }) => stepOf(plain.orders[order], kind));
    const driven = withBreaks(plain, courier, steps);
    if (typeof driven === "string") faults.push(`${courier.id}: ${driven}`);
    else seconds += driven;
  }
  for (const [order, count] of served) if (count !== 2) faults.push(`order ${order} has ${count} stops`);
  return { faults, left: request.orders.length - served.size, used, seconds };
}

/** A plan of ours: by the checker of the tests, which holds its times and price too. */
export function judgeOwn(request: PlanRequest, plan: PlanResult): Verdict {
  const faults = faultsOfPlan(request, plan);
  return {
    faults,
    left: plan.leftOut.length,
    used: plan.routes.filter(({ stops }) => stops.length > 0).length,
    seconds: plan.routes.reduce((sum, route) => {
      const courier = request.couriers.find(({ id }) => id === route.courier);
      return sum + (courier && stepsOf(request, courier, route).length > 0 ? route.seconds : 0);
    }, 0),
  };
}

function stepOf(order: Order | undefined, kind: Stop["kind"]): Step {
  if (!order) throw new Error("an order that the case does not have");
  return { order, pickup: kind === "drop" ? -1 : 0 };
}

/** @returns seconds of driving, or what is broken wherever the breaks go */
function withBreaks(
  request: PlanRequest,
  courier: Courier,
  steps: readonly Step[],
  next = 0,
): number | string {
  if (next >= courier.breaks.length) {
    const driven = driveSteps(request, courier, steps);
    return typeof driven === "string" ? driven : driven.cost;
  }
  let why = "has no place for a break";
  for (let at = steps.length; at >= 0; at--) {
    const tried = withBreaks(request, courier, steps.toSpliced(at, 0, { rest: next }), next + 1);
    if (typeof tried === "number") return tried;
    if (!tried.includes("break")) why = tried;
  }
  return why;
}
