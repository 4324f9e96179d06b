import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, LocalDate, Note, Point } from "#contract/schemas.ts";
import { VehicleClass } from "#features/accounts/contract/people.ts";
import { DeliveryState, TaskKind, TaskState } from "#features/deliveries/contract/shapes.ts";
import { BLOCKING } from "#features/payments/contract/payment-problems.ts";
import { ServiceLevel } from "#features/quotes/contract/api.ts";
import { STATUSES } from "#features/times/domain/status.ts";
import { DeliveryQuotes, StopPlace } from "./quotes.ts";

export const LivePosition = z.strictObject({
  courierId: Id,
  at: InstantText,
  point: Point,
  headingDeg: z.nullable(z.number()),
});
export type LivePosition = z.output<typeof LivePosition>;

/** A place in one of the lists of a `BoardSheet`, from 0. */
const Index = z.int().check(z.gte(0));

/** Columns of equal length: one row of a list is the same place in each of them. */
const isEven = (columns: Readonly<Record<string, readonly unknown[]>>): boolean =>
  new Set(Object.values(columns).map((column) => column.length)).size === 1;
const isWithin = (list: readonly unknown[], ...columns: readonly (readonly number[])[]): boolean =>
  columns.every((column) => column.every((index) => index < list.length));

const Stops = z.strictObject({
  taskId: z.array(Id),
  delivery: z.array(Index),
  kind: z.array(Index),
  state: z.array(Index),
  window: z.array(Index),
  /**
   * Predicted begin, its earliest and latest, and the planned one: minutes since 1970; then minutes of the stop itself and of
   * the way to it. Of a stop that was reached, when it began or, after it, ended. Null where nothing is known.
   */
  arrival: z.array(
    z.nullable(z.union([z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.int()]), z.int()])),
  ),
});

const SheetCourier = z.strictObject({
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
    /** How far the predictions can be trusted, and how old they are; null without any. */
    times: z.nullable(
      z.strictObject({
        status: z.enum(STATUSES),
        computedAt: InstantText,
        /** When the day ends by what is known, and the planned shift; absent where nothing is known. */
        end: z.optional(z.strictObject({ at: InstantText, shiftEnd: z.nullable(InstantText) })),
      }),
    ),
    stops: Stops,
  }),
});

const Lists = z.strictObject({
  date: LocalDate,
  timezone: z.string(),
  /** Names that many rows share, each once. */
  names: z.strictObject({
    state: z.array(DeliveryState),
    serviceLevel: z.array(ServiceLevel),
    taskKind: z.array(TaskKind),
    taskState: z.array(TaskState),
  }),
  places: z.strictObject({
    label: z.array(z.string()),
    lon: z.array(Point.shape.lon),
    lat: z.array(Point.shape.lat),
  }),
  windows: z.strictObject({ start: z.array(InstantText), end: z.array(InstantText) }),
  deliveries: z.strictObject({
    id: z.array(Id),
    number: z.array(z.string()),
    state: z.array(Index),
    serviceLevel: z.array(Index),
    window: z.array(Index),
    pickup: z.array(Index),
    dropoff: z.array(Index),
    recipientName: z.array(z.string()),
    /** The mass of each parcel. */
    massesG: z.array(z.array(z.int())),
  }),
  /** The deliveries with work that has no courier yet. */
  unassigned: z.array(Index),
  /** The deliveries that no plan moves. */
  pinned: z.array(Index),
  /** The deliveries whose parcels a courier has, and who: two lists of equal length. */
  held: z.strictObject({ delivery: z.array(Index), courier: z.array(Id) }),
  /** The deliveries whose money is not safe. */
  money: z.array(z.strictObject({ delivery: Index, problem: z.enum(BLOCKING) })),
  couriers: z.array(SheetCourier),
});

/** Whether all columns of a list are equally long and each number is a place in its list. */
function isWhole(sheet: z.output<typeof Lists>): boolean {
  const { names, places, windows, deliveries, couriers, unassigned, pinned, held, money } = sheet;
  const { id, state, serviceLevel, window, pickup, dropoff } = deliveries;
  return (
    [places, windows, deliveries, held].every(isEven) &&
    isWithin(names.state, state) &&
    isWithin(names.serviceLevel, serviceLevel) &&
    isWithin(places.label, pickup, dropoff) &&
    isWithin(windows.start, window) &&
    isWithin(
      id,
      unassigned,
      pinned,
      held.delivery,
      money.map((one) => one.delivery),
    ) &&
    couriers.every(
      ({ route: { stops } }) =>
        isEven(stops) &&
        isWithin(id, stops.delivery) &&
        isWithin(names.taskKind, stops.kind) &&
        isWithin(names.taskState, stops.state) &&
        isWithin(windows.start, stops.window),
    )
  );
}

/**
 * A board as it is sent: columns instead of objects, and each name, place and window once. Numbers are places in a list, from
 * 0. `boardOf` reads it.
 */
export const BoardSheet = Lists.check(z.refine(isWhole, "not-allowed"));
export type BoardSheet = z.output<typeof BoardSheet>;

/** The revision that the editor saw, per courier's route of that day (0 = no route yet). */
export const Seen = z.array(z.strictObject({ courierId: Id, revision: z.int() })).check(z.maxLength(50));

const head = { commandId: Id, occurredAt: InstantText, date: LocalDate, seen: Seen };
const deliveries = { ...head, deliveryIds: z.array(Id).check(z.minLength(1), z.maxLength(200)) };

/** Note to both couriers about a delivery whose parcels go from one's hands into the other's. */
const HandOverNote = z.strictObject({ deliveryId: Id, note: Note.check(z.minLength(1)) });
export type HandOverNote = z.output<typeof HandOverNote>;

/** An edit of the plan. `deliveryIds` move together; `beforeTaskId` null means at the end. */
export const PlanEdit = z.discriminatedUnion("type", [
  z.strictObject({
    ...deliveries,
    type: z.literal("assign"),
    courierId: Id,
    beforeTaskId: z.nullable(Id),
    /** Stops that go to places of their own, as a quote names them. */
    places: z.optional(z.array(StopPlace).check(z.maxLength(300))),
    /** Deliveries among these whose parcels another courier hands over; without it such a one is refused. */
    handOver: z.optional(z.array(HandOverNote).check(z.minLength(1), z.maxLength(200))),
  }),
  z.strictObject({
    ...deliveries,
    type: z.literal("unassign"),
  }),
  /** Another day with the same hours, and no courier any more. */
  z.strictObject({
    ...deliveries,
    type: z.literal("postpone"),
    toDate: LocalDate,
    /** Promises windows that have no place left, too; it is kept who did. */
    overbook: z.optional(z.boolean()),
  }),
  /** Takes a postponement of these deliveries back, also where the time promised before is over. */
  z.strictObject({
    ...deliveries,
    type: z.literal("restore"),
    undoes: Id,
  }),
  z.strictObject({
    ...head,
    type: z.literal("move"),
    courierId: Id,
    taskId: Id,
    beforeTaskId: z.nullable(Id),
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
    reply: BoardSheet,
    refusals: [],
  }),
  editPlan: endpoint({
    id: "editPlan",
    method: "POST",
    path: "/api/board/edits",
    needs: "route:plan",
    audit: "board.overbooked",
    summary: "Assign, take back, move or postpone stops, against the revision that was seen",
    input: z.strictObject({ edit: PlanEdit }),
    reply: BoardSheet,
    refusals: [
      "dispatch.conflict",
      "dispatch.courier-unknown",
      "dispatch.order-of-stops",
      "dispatch.parcels-held",
      "messages.courier-unknown",
      "deliveries.not-found",
      "deliveries.wrong-state",
      "deliveries.money-unsafe",
      "deliveries.too-late-to-edit",
      "deliveries.window-past",
      "deliveries.window-wrong",
      "slots.full",
      "slots.closed",
    ],
  }),
  pinDelivery: endpoint({
    id: "pinDelivery",
    method: "PUT",
    path: "/api/board/pins/:id",
    needs: "route:plan",
    summary: "Pin a delivery to the courier who has it, so that no plan moves it, or take its pin off",
    input: z.strictObject({ id: Id, pinned: z.boolean() }),
    reply: z.strictObject({
      deliveryId: Id,
      /** Null while it is not pinned. */
      courierId: z.nullable(Id),
    }),
    refusals: ["deliveries.not-found", "dispatch.pin-over", "dispatch.pin-open"],
    keyedByContent: true,
  }),
  quoteDelivery: endpoint({
    id: "quoteDelivery",
    method: "GET",
    path: "/api/board/quotes/:id",
    needs: "route:plan",
    summary:
      "A delivery that is not begun, over all couriers of a day: added time and way, arrival, odds of being on time",
    input: z.strictObject({ id: Id, date: z.optional(LocalDate) }),
    reply: DeliveryQuotes,
    refusals: ["planning.not-open"],
  }),
};
