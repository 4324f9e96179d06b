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

/** Why an order has another courier than published: what having it back with that one would bring about. */
export type MoveCause = { readonly order: string } & (
  | { readonly kind: "cannot"; readonly reasons: readonly Reason[] }
  /** An order, this one or another, would be late. */
  | { readonly kind: "late"; readonly late: string; readonly by: number }
  | { readonly kind: "saves"; readonly seconds: number; readonly metres: number }
  /** Hours of the two couriers come nearer to each other, where that was wished for. */
  | { readonly kind: "evens"; readonly seconds: number }
  /** It pays with other changes of the plan only. */
  | { readonly kind: "together" }
);

export interface MadePlan extends PlanResult {
  /** Ways of the imported map, or straight lines made longer. */
  readonly travel: "roads" | "estimated";
  /** Routes as published, before anything was put in or moved. */
  readonly before: readonly PlannedRoute[];
  /** Why each order that has another courier than published has it. */
  readonly moved: readonly MoveCause[];
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

/** Added by several orders, or by one at a chosen place. */
export interface Added {
  readonly addedSeconds: number;
  readonly addedMetres: number;
  /** Orders that would be late and are not yet, the asked ones among them. */
  readonly late: readonly string[];
  /** Begin of the first of their stops. */
  readonly at: number;
}

/** Several orders with one courier, each at the place that costs least when its turn comes. */
export interface GroupQuote extends Added {
  readonly courier: string;
  readonly cost: number;
  /** Their stops as the courier would reach them, with the stop of another order that follows; `null` at the end. */
  readonly stops: readonly { readonly stop: PlannedStop; readonly next: PlannedStop | null }[];
}

/** Several orders over all couriers, the cheapest first, and the order that finds no place with each of the others. */
export interface GroupQuotes {
  readonly quotes: readonly GroupQuote[];
  readonly because: readonly {
    readonly courier: string;
    readonly order: string;
    readonly reasons: readonly Reason[];
  }[];
  readonly travel: MadePlan["travel"];
}

/** A place on a route before another stop, or at its end: what it adds, or the rules that it breaks. */
export type Gap = { readonly next: PlannedStop | null } & (Added | { readonly reasons: readonly Reason[] });

export interface Gaps {
  readonly gaps: readonly Gap[];
  readonly travel: MadePlan["travel"];
}

/** Makes plans away from the thread that serves. */
export interface Planner {
  /** Plans for `ms` milliseconds. */
  plan(job: PlanJob, ms: number, onProgress?: (progress: PlanProgress) => void): PlanRun;
  /** Quotes an order against the published plan of a job; a job that is the same as before is kept warm. */
  quote(job: PlanJob, order: Order): Promise<Quotes>;
  /**
   * Quotes several orders against the published plan of a job, all of them for each courier. Answers with the couriers that it
   * came to once the signal is aborted.
   */
  quoteGroup(job: PlanJob, orders: readonly Order[], signal?: AbortSignal): Promise<GroupQuotes>;
  /** Quotes each place of a courier's published route for some orders that go there one after the other. */
  gaps(job: PlanJob, orders: readonly Order[], courier: string): Promise<Gaps>;
  /** Why a courier of a job's published plan does not have an order. */
  explain(job: PlanJob, order: Order, courier: string): Promise<readonly Reason[]>;
  close(): Promise<void>;
}
