import * as z from "zod/mini";
import { Id, InstantText } from "#contract/schemas.ts";

const By = { by: z.number() };
/** Why a courier does not have an order, as data. */
export const Reason = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("skill"), skill: z.string() }),
  z.strictObject({ kind: z.literal("forbidden") }),
  z.strictObject({ kind: z.literal("onBoard") }),
  z.strictObject({ kind: z.literal("capacity"), dimension: z.int(), peak: z.number() }),
  z.strictObject({ kind: z.literal("shiftEnd"), ...By }),
  z.strictObject({
    kind: z.literal("window"),
    order: z.string(),
    stop: z.enum(["pickup", "drop"]),
    ...By,
  }),
  z.strictObject({ kind: z.literal("break"), ...By }),
  z.strictObject({ kind: z.literal("maxStops"), most: z.int() }),
  z.strictObject({ kind: z.literal("maxRide"), order: z.string(), ...By }),
  z.strictObject({ kind: z.literal("unreachable") }),
  z.strictObject({ kind: z.literal("costsMore"), ...By, than: z.optional(z.string()) }),
]);
export type Reason = z.output<typeof Reason>;

/** Why couriers do not have an order. */
export const Because = z.array(z.strictObject({ courier: z.string(), reasons: z.array(Reason) }));

/** Ways of the imported map, or straight lines 1.4 times as long. */
export const TravelSource = z.enum(["roads", "estimated"]);

/** A stop's place on a route: before another task, or at the end. */
export const StopPlace = z.strictObject({ taskId: Id, beforeTaskId: z.nullable(Id) });
export type StopPlace = z.output<typeof StopPlace>;

/** A delivery that is not begun with each courier who can take it on a day, the cheapest first. */
export const DeliveryQuotes = z.strictObject({
  travel: TravelSource,
  quotes: z.array(
    z.strictObject({
      courierId: Id,
      addedSeconds: z.int(),
      addedMetres: z.int(),
      /** When the recipient's stop begins. */
      eta: InstantText,
      pOnTime: z.number(),
      /** The best place of each of its stops on the route of this revision. */
      places: z.array(StopPlace),
      revision: z.int(),
    }),
  ),
  /** Why the other couriers cannot. */
  because: Because,
});
export type DeliveryQuotes = z.output<typeof DeliveryQuotes>;
