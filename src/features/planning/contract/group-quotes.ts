import * as z from "zod/mini";
import { Id, InstantText } from "#contract/schemas.ts";
import { TaskKind } from "#features/deliveries/contract/shapes.ts";
import { Reason, StopPlace, TravelSource } from "#features/dispatch/contract/quotes.ts";

/** Most deliveries that are quoted together: each is put into the route of every courier. */
export const GROUP_MOST = 30;

/** Deliveries that may be chosen on a board; more than `GROUP_MOST` are refused by name. */
export const AskedIds = z.array(Id).check(z.minLength(1), z.maxLength(1000));

const added = {
  addedSeconds: z.int(),
  addedMetres: z.int(),
  /** Deliveries that would be late and are not yet, the asked ones among them. */
  late: z.array(Id),
  /** When the first of their stops begins. */
  at: InstantText,
};

/** Place of a stop of one of several deliveries on a route. */
export const GroupPlace = z.strictObject({ ...StopPlace.shape, deliveryId: Id, kind: TaskKind });

/** Several deliveries that are not begun with each courier who can take all of them, the cheapest first. */
export const GroupQuotes = z.strictObject({
  travel: TravelSource,
  quotes: z.array(
    z.strictObject({
      ...added,
      courierId: Id,
      /** The best place of each of their stops on the route of this revision, in the order of the route. */
      places: z.array(GroupPlace),
      revision: z.int(),
    }),
  ),
  /** The delivery that finds no place with each of the other couriers, and why. */
  because: z.array(z.strictObject({ courierId: Id, deliveryId: Id, reasons: z.array(Reason) })),
  /** Deliveries that keep their courier: begun, pinned, or not of this day. No quote counts them. */
  left: z.array(Id),
});
export type GroupQuotes = z.output<typeof GroupQuotes>;

/** Places of a courier's route: before a task, or at the end. */
export const CourierGaps = z.strictObject({
  travel: TravelSource,
  revision: z.int(),
  gaps: z.array(
    z.strictObject({
      beforeTaskId: z.nullable(Id),
      /** Null where the place breaks a rule. */
      added: z.nullable(z.strictObject(added)),
      reasons: z.array(Reason),
    }),
  ),
});
export type CourierGaps = z.output<typeof CourierGaps>;
