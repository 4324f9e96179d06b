import { NEVER, type Problem } from "./problem.ts";
import { problemOf } from "./build-problem.ts";
import { dutyOf, windowsOf } from "./nodes.ts";
import type { Order, PlanRequest, Stop } from "#kernel/plan-request.ts";

/** Most pickups of an order that is asked about. */
const PICKUPS = 8;
const EMPTY: Stop = { place: 0, windows: [], service: 0 };

/** Last order of a problem, into which an order that is only asked about is written without building anything anew. */
export class Slot {
  readonly problem: Problem;
  readonly order: number;
  /** Nodes of the slot's stops. */
  readonly nodes: readonly number[];
  readonly #orders: Order[];
  readonly #pickups: number[][];
  readonly #windows: Problem["nodes"]["windows"][number][];
  readonly #stops: readonly number[];
  readonly #drop: number;

  constructor(request: PlanRequest) {
    const pickups = Array.from({ length: PICKUPS }, () => ({ ...EMPTY, load: [] }));
    const spare: Order = { id: "", pickups, drop: EMPTY, load: [], skills: [], priority: 0 };
    this.#orders = [...request.orders, spare];
    const problem = problemOf({ ...request, orders: this.#orders });
    this.order = request.orders.length;
    this.#pickups = problem.orders.pickups.map((list) => [...list]);
    this.#windows = [...problem.nodes.windows];
    this.#stops = this.#pickups[this.order] ?? [];
    this.#drop = problem.orders.drop[this.order] ?? -1;
    this.nodes = [...this.#stops, this.#drop];
    this.problem = {
      ...problem,
      nodes: { ...problem.nodes, windows: this.#windows },
      orders: { ...problem.orders, pickups: this.#pickups },
    };
  }

  /** Takes an order in place of the one before. @throws RangeError for more pickups than a slot has */
  write(order: Order): void {
    if (order.pickups.length > PICKUPS) throw new RangeError(`${order.id} has more than ${PICKUPS} pickups`);
    const { request, orders, nodes } = this.problem;
    this.#orders[this.order] = order;
    for (const [at, pickup] of order.pickups.entries())
      this.#writeStop(this.#stops[at] ?? -1, pickup, { load: pickup.load, releaseAt: order.releaseAt });
    this.#pickups[this.order] = this.#stops.slice(0, order.pickups.length);
    this.#writeStop(this.#drop, order.drop, { load: order.load.map((units) => -units) });
    nodes.ride[this.#drop] = order.maxRide ?? NEVER;
    for (const [courier, { id, skills }] of request.couriers.entries())
      orders.fits[courier * orders.count + this.order] = Number(
        order.skills.every((skill) => skills.includes(skill)) && !order.forbid?.includes(id),
      );
  }

  /** Node of an order that is appended to the request in place of the slot. */
  appended(node: number, order: Order): number {
    return node === this.#drop ? (this.#stops[0] ?? 0) + order.pickups.length : node;
  }

  #writeStop(
    node: number,
    stop: Stop,
    { load, releaseAt }: { readonly load: readonly number[]; readonly releaseAt?: number | undefined },
  ): void {
    const { nodes, dims } = this.problem;
    const windows = windowsOf(stop, releaseAt);
    const { due, lateCost, tight, tightCost } = dutyOf(stop, this.problem.request.weights);
    nodes.place[node] = stop.place;
    nodes.service[node] = stop.service;
    nodes.open[node] = windows[0]?.[0] ?? -NEVER;
    nodes.close[node] = windows.at(-1)?.[1] ?? NEVER;
    nodes.many[node] = Number(windows.length > 1);
    this.#windows[node] = windows;
    nodes.due[node] = due;
    nodes.lateCost[node] = lateCost;
    nodes.tight[node] = tight;
    nodes.tightCost[node] = tightCost;
    nodes.isTimed[node] = Number(lateCost > 0 || tightCost > 0);
    for (let dim = 0; dim < dims; dim++) nodes.load[node * dims + dim] = load[dim] ?? 0;
  }
}
