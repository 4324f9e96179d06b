import type { Courier, Order, PlannedStop, PlanRequest } from "#kernel/plan-request.ts";
import { driveSteps, leftPrice, type Step } from "./check-plan.ts";

/** Least price of any plan, by trying every one of them: for a handful of orders. */
export function leastPrice(request: PlanRequest): number {
  const { orders, couriers } = request;
  const all = 2 ** orders.length;
  let least = Array.from({ length: all }, (_, set) => (set === 0 ? 0 : Infinity));
  for (const courier of couriers) {
    const own = Array.from({ length: all }, (_, set) =>
      leastRoute(
        request,
        courier,
        orders.filter((_order, at) => set & (1 << at)),
      ),
    );
    least = least.map((_, set) => {
      let best = Infinity;
      for (let part = set; ; part = (part - 1) & set) {
        best = Math.min(best, (least[set & ~part] ?? Infinity) + (own[part] ?? Infinity));
        if (part === 0) return best;
      }
    });
  }
  return Math.min(
    ...least.map(
      (price, set) =>
        price + orders.reduce((sum, order, at) => sum + (set & (1 << at) ? 0 : leftPrice(request, order)), 0),
    ),
  );
}

/** Least price of one courier's route with exactly these orders. */
function leastRoute(request: PlanRequest, courier: Courier, orders: readonly Order[]): number {
  const published = request.published?.find((one) => one.courier === courier.id);
  const locked = (published?.stops.slice(0, published.locked) ?? []).map((stop): Step => {
    const order = request.orders.find(({ id }) => id === stop.order);
    if (!order) throw new Error("a locked stop has no order");
    return { order, pickup: stop.kind === "drop" ? -1 : (stop.pickup ?? 0) };
  });
  const isLocked = (order: Order, pickup: number): boolean =>
    locked.some((step) => "order" in step && step.order.id === order.id && step.pickup === pickup);
  const staying = (published?.stops ?? []).flatMap((stop) => (stop.stays ? [nameOf(stop)] : []));
  const begun = [
    ...locked.flatMap((step) => ("order" in step ? [step.order] : [])),
    ...request.orders.filter(({ id }) => published?.stops.some((stop) => stop.stays && stop.order === id)),
  ];
  // Of the stops that stay, the first that is open comes first.
  const isBeforeItsTurn = (step: Step, open: readonly Step[]): boolean => {
    const own = staying.indexOf(nameOfStep(step));
    return own >= 0 && open.some((one) => staying.slice(0, own).includes(nameOfStep(one)));
  };
  const all = [...new Set([...orders, ...begun])];
  // An order that was begun belongs to its courier, whoever is asked about it.
  if (begun.some((order) => !orders.includes(order))) return Infinity;
  let least = Infinity;
  const steps: Step[] = [...locked];
  const tryAll = (open: readonly Step[]): void => {
    const driven = driveSteps(request, { ...courier, end: null, shift: [courier.shift[0], Infinity] }, steps);
    if (typeof driven === "string" && !driven.includes("before its pickups")) return;
    if (open.length === 0) {
      const whole = driveSteps(request, courier, steps);
      if (typeof whole !== "string") least = Math.min(least, whole.cost);
      return;
    }
    for (const step of open) {
      if (isBeforeItsTurn(step, open)) continue;
      if (
        "order" in step &&
        step.pickup < 0 &&
        open.some((one) => "order" in one && one.order === step.order && one.pickup >= 0)
      )
        continue;
      steps.push(step);
      tryAll(open.filter((one) => one !== step));
      steps.pop();
    }
  };
  const stops = all.flatMap((order) =>
    [...order.pickups.keys(), -1]
      .filter((pickup) => !isLocked(order, pickup))
      .map((pickup): Step => ({ order, pickup })),
  );
  tryAll([...stops, ...courier.breaks.map((_, rest): Step => ({ rest }))]);
  return least;
}

const nameOf = ({ order, kind, pickup = 0 }: PlannedStop): string =>
  `${order} ${kind === "drop" ? -1 : pickup}`;
const nameOfStep = (step: Step): string => ("order" in step ? `${step.order.id} ${step.pickup}` : "");
