import { Because, TravelSource } from "#features/dispatch/contract/quotes.ts";
import * as z from "zod/mini";

/** Size up to which a plan fits one process: travel between all places is 8 bytes a pair and profile. */
const MAX_ORDERS = 2000;
const MAX_COURIERS = 300;

const point = z.strictObject({
  lon: z.number().check(z.minimum(-180), z.maximum(180)),
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
});
const moment = z.iso.datetime({ offset: true });
const window = z.strictObject({ from: moment, to: moment });
const units = z
  .array(z.int().check(z.minimum(0), z.maximum(1_000_000_000)))
  .check(z.minLength(1), z.maxLength(4));
const minutes = z.number().check(z.minimum(0), z.maximum(1440));
const id = z.string().check(z.minLength(1), z.maxLength(100));
const ids = z._default(z.array(id), []);
/** How long to search. */
const secondsUpTo = (most: number, usual: number) =>
  z._default(z.number().check(z.minimum(0.1), z.maximum(most)), usual);

const stop = z.strictObject({
  point,
  windows: z._default(z.array(window), []),
  serviceMinutes: z._default(minutes, 0),
  /** Price of a minute too late, in minutes of driving; absent, the stop is never late. */
  latePerMinute: z.optional(z.number().check(z.minimum(0))),
});

/** A plan to make: orders and couriers of one's own, in one file. */
export const PlanFile = z.strictObject({
  seconds: secondsUpTo(600, 10),
  seed: z._default(z.int(), 1),
  couriers: z
    .array(
      z.strictObject({
        id,
        profile: z._default(z.enum(["car", "bicycle", "foot"]), "car"),
        start: point,
        end: z._default(z.nullable(point), null),
        shift: window,
        capacity: units,
        skills: ids,
        breaks: z._default(z.array(z.strictObject({ window, minutes })), []),
        maxStops: z.optional(z.int().check(z.minimum(1))),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_COURIERS)),
  orders: z
    .array(
      z.strictObject({
        id,
        pickups: z.array(z.extend(stop, { load: z.optional(units) })).check(z.minLength(1), z.maxLength(8)),
        drop: stop,
        load: units,
        skills: ids,
        priority: z._default(z.number().check(z.minimum(0), z.maximum(100)), 0),
        maxRideMinutes: z.optional(minutes),
        releaseAt: z.optional(moment),
        forbid: ids,
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_ORDERS)),
});
export type PlanFile = z.output<typeof PlanFile>;

/** As a file, while a call waits. */
export const OwnPlan = z.extend(PlanFile, { seconds: secondsUpTo(30, 2) });

export const OwnPlanAnswer = z.strictObject({
  travel: TravelSource,
  routes: z.array(
    z.strictObject({
      courier: z.string(),
      minutes: z.number(),
      metres: z.number(),
      end: z.string(),
      stops: z.array(
        z.strictObject({
          order: z.string(),
          kind: z.enum(["pickup", "drop"]),
          pickup: z.optional(z.int()),
          arrive: z.string(),
          start: z.string(),
          leave: z.string(),
          load: z.array(z.number()),
          pOnTime: z.number(),
        }),
      ),
      breaks: z.array(z.strictObject({ start: z.string(), afterStops: z.int() })),
    }),
  ),
  leftOut: z.array(z.strictObject({ order: z.string(), because: Because })),
  iterations: z.int(),
  seed: z.int(),
});
export type OwnPlanAnswer = z.output<typeof OwnPlanAnswer>;
