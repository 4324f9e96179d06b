import type { Point } from "#kernel/geo.ts";
import type {
  Order,
  PlannedRoute,
  PlannedStop,
  PlanRequest,
  PlanResult,
  Reason,
} from "#kernel/plan-request.ts";

/** A plan to make. Its places are indices of `points`; travel between them is found by the planner. */
export interface PlanJob {
  readonly request: Omit<PlanRequest, "travel">;
  readonly points: readonly Point[];
  /** Improves the published plan instead of searching far from it. */
  readonly isWarm?: boolean;
}

/** Stops of one courier in order. */
export interface CourierStops {
  readonly courier: string;
  readonly stops: readonly PlannedStop[];
}

/** The best plan so far. */
export interface PlanProgress {
  readonly elapsedMs: number;
  readonly iterations: number;
  readonly cost: number;
  readonly travelSeconds: number;
  readonly leftOut: number;
  readonly routes: readonly CourierStops[];
}

export interface MadePlan extends PlanResult {
  /** Ways of the imported map, or straight lines made longer. */
  readonly travel: "roads" | "estimated";
  /** Routes as published, before anything was put in or moved. */
  readonly before: readonly PlannedRoute[];
}

export interface PlanRun {
  /** The plan, at the end of its time or soon after `cancel`. */
  readonly done: Promise<MadePlan>;
  cancel(): void;
}

/** An order with one courier, at the place that costs least. */
export interface Quote {
  readonly courier: string;
  /** Price with lateness and changes of other stops, in the unit of the request's costs. */
  readonly cost: number;
  readonly addedSeconds: number;
  readonly addedMetres: number;
  /** Begin of the drop. */
  readonly eta: number;
  readonly pOnTime: number;
  /** Stop that follows each of the order's stops at its best place, its own stops left aside; `null` at the end. */
  readonly next: readonly (PlannedStop | null)[];
}

/** An order over all couriers, the cheapest first, and why the others do not take it. */
export interface Quotes {
  readonly quotes: readonly Quote[];
  readonly because: PlanResult["leftOut"][number]["because"];
  readonly travel: MadePlan["travel"];
}

/** Makes plans away from the thread that serves. */
export interface Planner {
  /** Plans for `ms` milliseconds. */
  plan(job: PlanJob, ms: number, onProgress?: (progress: PlanProgress) => void): PlanRun;
  /** Quotes an order against the published plan of a job; a job that is the same as before is kept warm. */
  quote(job: PlanJob, order: Order): Promise<Quotes>;
  /** Why a courier of a job's published plan does not have an order. */
  explain(job: PlanJob, order: Order, courier: string): Promise<readonly Reason[]>;
  close(): Promise<void>;
}
