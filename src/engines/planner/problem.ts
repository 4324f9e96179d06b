import type { PlanRequest, Window } from "#kernel/plan-request.ts";

/** Later than any time of a plan. */
export const NEVER = 0x3fff_ffff;

export const PICKUP = 0;
export const DROP = 1;
export const BREAK = 2;
export const START = 3;
export const END = 4;

/** A request as flat arrays. A node is a stop, a break, or the start or end of a courier. */
export interface Problem {
  readonly request: PlanRequest;
  readonly dims: number;
  readonly places: number;
  readonly nodes: {
    readonly count: number;
    readonly kind: Int32Array;
    readonly place: Int32Array;
    readonly service: Int32Array;
    /** Order that the search may move; -1 for anything that stays. */
    readonly order: Int32Array;
    /** First moment of the first window, last of the last one; `NEVER` where the stop may be late. */
    readonly open: Int32Array;
    readonly close: Int32Array;
    /** More than one window: `windows` decides. */
    readonly many: Int32Array;
    readonly windows: readonly (readonly Window[])[];
    /** Change of the load at the node, by dimension. */
    readonly load: Int32Array;
    /** Price of a second after `due`, and of one away from `eta`. */
    readonly lateCost: Float64Array;
    readonly due: Int32Array;
    /** Price of a second after `tight`: the margin before `due` shrinks. */
    readonly tightCost: Float64Array;
    readonly tight: Int32Array;
    readonly etaCost: Float64Array;
    readonly eta: Int32Array;
    readonly isTimed: Int32Array;
    /** Published node before this one; -1 where it costs nothing to change it. */
    readonly before: Int32Array;
    /** Longest ride of a drop; `NEVER` without a limit. */
    readonly ride: Int32Array;
    /** Order that a stop belongs to, moved or not; -1 for others. */
    readonly of: Int32Array;
  };
  readonly orders: {
    readonly count: number;
    /** Nodes that the search moves. */
    readonly pickups: readonly (readonly number[])[];
    /** -1 where nothing is left to plan. */
    readonly drop: Int32Array;
    readonly leftCost: Float64Array;
    /** Published courier; -1 where a change costs nothing. */
    readonly home: Int32Array;
    /** Courier × order: 1 where the courier may have it. */
    readonly fits: Uint8Array;
  };
  readonly couriers: {
    readonly count: number;
    readonly seconds: readonly Int32Array[];
    readonly metres: readonly Int32Array[];
    readonly perSecond: Float64Array;
    readonly perMetre: Float64Array;
    readonly fixed: Float64Array;
    /** Price of a second of work for each second of work that the courier has: fairness of hours. */
    readonly fair: Float64Array;
    readonly begin: Int32Array;
    readonly capacity: Int32Array;
    readonly aboard: Int32Array;
    readonly maxStops: Int32Array;
    readonly breaks: readonly (readonly number[])[];
    /** Couriers with the same number are alike while their routes are empty. */
    readonly alike: Int32Array;
    /** Nodes that stay at the start of the route. */
    readonly locked: readonly (readonly number[])[];
    /** Nodes after the locked ones that stay in the route, in this order. */
    readonly kept: readonly (readonly number[])[];
    /** Published nodes after the locked ones. */
    readonly planned: readonly (readonly number[])[];
  };
  readonly changeOrder: number;
  readonly changeCourier: number;
}
