import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, LocalDate, Point, Window } from "#contract/schemas.ts";
import { VehicleClass } from "#features/accounts/contract/people.ts";
import { DeliveryState, TaskKind, TaskState } from "#features/deliveries/contract/shapes.ts";
import { BLOCKING } from "#features/payments/contract/payment-problems.ts";
import { ServiceLevel } from "#features/quotes/contract/api.ts";

/** A delivery as the board shows it. */
export const BoardDelivery = z.strictObject({
  id: Id,
  number: z.string(),
  state: DeliveryState,
  serviceLevel: ServiceLevel,
  window: Window,
  pickupLabel: z.string(),
  dropoffLabel: z.string(),
  pickup: Point,
  dropoff: Point,
  recipientName: z.string(),
  massG: z.int(),
  parcels: z.int(),
  late: z.boolean(),
  version: z.int(),
  /** Its money is not safe; absent where it is. */
  money: z.optional(z.enum(BLOCKING)),
});
export type BoardDelivery = z.output<typeof BoardDelivery>;

export const BoardStop = z.strictObject({
  taskId: Id,
  deliveryId: Id,
  number: z.string(),
  kind: TaskKind,
  state: TaskState,
  label: z.string(),
  point: Point,
  window: Window,
  late: z.boolean(),
  money: z.optional(z.enum(BLOCKING)),
});
export type BoardStop = z.output<typeof BoardStop>;

export const LivePosition = z.strictObject({
  courierId: Id,
  at: InstantText,
  point: Point,
  headingDeg: z.nullable(z.number()),
});
export type LivePosition = z.output<typeof LivePosition>;

export const BoardCourier = z.strictObject({
  id: Id,
  name: z.string(),
  vehicle: VehicleClass,
  onDuty: z.boolean(),
  position: z.nullable(LivePosition),
  route: z.strictObject({
    /** Null until the first stop is planned for that day. */
    id: z.nullable(Id),
    revision: z.int(),
    ackRevision: z.int(),
    stops: z.array(BoardStop),
  }),
});
export type BoardCourier = z.output<typeof BoardCourier>;

export const Board = z.strictObject({
  date: LocalDate,
  timezone: z.string(),
  /** Ids of the deliveries with work that has no courier yet. */
  unassigned: z.array(Id),
  couriers: z.array(BoardCourier),
  deliveries: z.array(BoardDelivery),
});
export type Board = z.output<typeof Board>;

/** The deliveries without a courier, in the board's order. */
export function unassignedOf({ unassigned, deliveries }: Board): BoardDelivery[] {
  const ids = new Set(unassigned);
  return deliveries.filter((one) => ids.has(one.id));
}

const head = { commandId: Id, occurredAt: InstantText };
/** The revision that the editor saw, per courier's route of that day (0 = no route yet). */
const Seen = z.array(z.strictObject({ courierId: Id, revision: z.int() })).check(z.maxLength(50));

/** An edit of the plan. `deliveryIds` move together; `beforeTaskId` null means at the end. */
export const PlanEdit = z.discriminatedUnion("type", [
  z.strictObject({
    ...head,
    type: z.literal("assign"),
    date: LocalDate,
    deliveryIds: z.array(Id).check(z.minLength(1), z.maxLength(200)),
    courierId: Id,
    beforeTaskId: z.nullable(Id),
    seen: Seen,
  }),
  z.strictObject({
    ...head,
    type: z.literal("unassign"),
    date: LocalDate,
    deliveryIds: z.array(Id).check(z.minLength(1), z.maxLength(200)),
    seen: Seen,
  }),
  z.strictObject({
    ...head,
    type: z.literal("move"),
    date: LocalDate,
    courierId: Id,
    taskId: Id,
    beforeTaskId: z.nullable(Id),
    seen: Seen,
  }),
]);
export type PlanEdit = z.output<typeof PlanEdit>;

export const dispatchApi = {
  readBoard: endpoint({
    id: "readBoard",
    method: "GET",
    path: "/api/board",
    needs: "route:plan",
    summary: "One snapshot of a day: what is unassigned, and every courier's stops",
    input: z.strictObject({ date: z.optional(LocalDate) }),
    reply: Board,
    refusals: [],
  }),
  editPlan: endpoint({
    id: "editPlan",
    method: "POST",
    path: "/api/board/edits",
    needs: "route:plan",
    summary: "Assign, take back or move stops, against the revision that was seen",
    input: z.strictObject({ edit: PlanEdit }),
    reply: Board,
    refusals: [
      "dispatch.conflict",
      "dispatch.courier-unknown",
      "dispatch.order-of-stops",
      "deliveries.not-found",
      "deliveries.wrong-state",
      "deliveries.money-unsafe",
    ],
  }),
};
