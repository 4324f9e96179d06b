import * as z from "zod/mini";
import { Id, InstantText, LocalDate } from "#contract/schemas.ts";
import { Because, Reason, TravelSource } from "#features/dispatch/contract/quotes.ts";
import { TaskKind } from "#features/deliveries/contract/shapes.ts";

/** From 0 (no matter) over 1 (as usual) to 3 (most of all). */
const Wish = z.literal([0, 1, 2, 3]);
/** Wishes for a plan in plain words. */
export const Wishes = z.strictObject({
  kilometres: Wish,
  punctuality: Wish,
  /** Hours are spread over the couriers by their shifts. */
  fairness: Wish,
  fewChanges: Wish,
});

/** Work that a plan may change; all else stays as it is. */
export const PlanScope = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("all") }),
  z.strictObject({
    kind: z.literal("couriers"),
    courierIds: z.array(Id).check(z.minLength(1), z.maxLength(300)),
    /** Open deliveries come in too. */
    withOpen: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal("deliveries"),
    deliveryIds: z.array(Id).check(z.minLength(1), z.maxLength(1000)),
  }),
]);
export type PlanScope = z.output<typeof PlanScope>;

/** `improve` stays near what is planned, `anew` does not. */
export const PlanWay = z.enum(["anew", "improve"]);

export const PlanState = z.enum(["running", "ready", "failed", "published", "undone"]);
/** How the search ended: its time was over, somebody cancelled it, or its process or the planner ended before. */
export const PlanReason = z.enum(["time", "cancelled", "restart", "failed"]);

/** A day in figures. */
export const PlanFigures = z.strictObject({
  seconds: z.int(),
  metres: z.int(),
  /** Deliveries with a stop that begins after its window. */
  late: z.int(),
  /** Deliveries that nobody has. */
  open: z.int(),
  couriers: z.int(),
  /** Longest and shortest work of those who have any. */
  longestSeconds: z.int(),
  shortestSeconds: z.int(),
});
export type PlanFigures = z.output<typeof PlanFigures>;

/** The best plan so far. */
export const PlanProgress = z.strictObject({
  elapsedMs: z.int(),
  iterations: z.int(),
  travelSeconds: z.int(),
  leftOut: z.int(),
  routes: z.array(
    z.strictObject({ courierId: Id, stops: z.array(z.strictObject({ deliveryId: Id, kind: TaskKind })) }),
  ),
});
export type PlanProgress = z.output<typeof PlanProgress>;

const PlanStop = z.strictObject({
  taskId: Id,
  deliveryId: Id,
  kind: TaskKind,
  /** When it begins. */
  at: InstantText,
  pOnTime: z.number(),
});

/** Why a delivery changes its courier, told by what it would be like with the courier of before in this very plan. */
const MoveReason = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("open") }),
  z.strictObject({ kind: z.literal("skill"), skill: z.string() }),
  z.strictObject({ kind: z.literal("vehicle") }),
  z.strictObject({ kind: z.literal("cannot"), reasons: z.array(Reason) }),
  z.strictObject({ kind: z.literal("late"), deliveryId: Id, by: z.int() }),
  z.strictObject({ kind: z.literal("saves"), seconds: z.int(), metres: z.int() }),
  z.strictObject({ kind: z.literal("evens"), seconds: z.int() }),
  z.strictObject({ kind: z.literal("together") }),
]);
export type MoveReason = z.output<typeof MoveReason>;

export const PlanOutcome = z.strictObject({
  travel: TravelSource,
  before: PlanFigures,
  after: PlanFigures,
  routes: z.array(
    z.strictObject({
      courierId: Id,
      /** The route's revision when the plan was asked for. */
      revision: z.int(),
      before: z.strictObject({ taskIds: z.array(Id), seconds: z.int(), metres: z.int() }),
      after: z.strictObject({
        stops: z.array(PlanStop),
        seconds: z.int(),
        metres: z.int(),
        end: InstantText,
      }),
    }),
  ),
  /** Deliveries that change their courier; `from` is null for open ones. */
  moves: z.array(
    z.strictObject({
      deliveryId: Id,
      from: z.nullable(Id),
      to: Id,
      /** Absent in plans of before. */
      because: z.optional(MoveReason),
    }),
  ),
  leftOut: z.array(z.strictObject({ deliveryId: Id, because: Because })),
  /** Deliveries that were late or open and are no longer. */
  mended: z.array(Id),
  /** Deliveries that stayed where they were: pinned, or work that a plan cannot hold; absent in plans of before. */
  stayed: z.optional(
    z.array(z.strictObject({ deliveryId: Id, courierId: Id, because: z.enum(["pinned", "unplannable"]) })),
  ),
});
export type PlanOutcome = z.output<typeof PlanOutcome>;

const head = {
  id: Id,
  date: LocalDate,
  state: PlanState,
  reason: z.nullable(PlanReason),
  way: PlanWay,
  scope: PlanScope,
  wishes: Wishes,
  seconds: z.int(),
  askedBy: z.nullable(z.string()),
  askedAt: InstantText,
  endedAt: z.nullable(InstantText),
  publishedBy: z.nullable(z.string()),
  publishedAt: z.nullable(InstantText),
  undoneAt: z.nullable(InstantText),
};
export const PlanLine = z.strictObject({
  ...head,
  before: z.nullable(PlanFigures),
  after: z.nullable(PlanFigures),
  /** Deliveries that change their courier. */
  moved: z.int(),
});
export type PlanLine = z.output<typeof PlanLine>;

export const Plan = z.strictObject({
  ...head,
  progress: z.nullable(PlanProgress),
  outcome: z.nullable(PlanOutcome),
});
export type Plan = z.output<typeof Plan>;

/** Routes as their reader saw them. */
export const SeenRoutes = z
  .array(z.strictObject({ courierId: Id, revision: z.int() }))
  .check(z.maxLength(300));
