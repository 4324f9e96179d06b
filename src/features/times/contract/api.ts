import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, queryInt, Window } from "#contract/schemas.ts";
import { TaskKind, TaskState } from "#features/deliveries/contract/shapes.ts";
import { STATUSES } from "../domain/status.ts";

const Share = z.number().check(z.gte(0), z.lte(1));

const Calibration = z.strictObject({
  days: z.int(),
  /** Stops by the odds that were given for them. */
  buckets: z.array(
    z.strictObject({
      from: Share,
      to: Share,
      stops: z.int(),
      /** Mean of the odds that were given, and the share that was on time; null without stops. */
      given: z.nullable(Share),
      kept: z.nullable(Share),
    }),
  ),
  /** Stops whose arrival was recorded, and the share of them within the predicted interval: 0.75 is meant. */
  arrivals: z.int(),
  within: z.nullable(Share),
});
export type CalibrationReply = z.output<typeof Calibration>;

/** Time of one stop with all that it was made of. */
export const StopTime = z.strictObject({
  taskId: Id,
  deliveryId: Id,
  number: z.string(),
  place: z.string(),
  kind: z.enum(TaskKind.options),
  state: z.enum(TaskState.options),
  timezone: z.string(),
  now: InstantText,
  promised: Window,
  courier: z.nullable(z.string()),
  /** Null where nothing is predicted: nobody has it, or it has begun. */
  arrival: z.nullable(
    z.strictObject({
      at: InstantText,
      earliest: InstantText,
      latest: InstantText,
      planned: InstantText,
      onTime: Share,
      /** Stops before it. */
      ahead: z.int(),
      status: z.enum(STATUSES),
      computedAt: InstantText,
      way: z.strictObject({ seconds: z.int(), source: z.enum(["road", "estimated"]) }),
      service: z.strictObject({
        seconds: z.int(),
        source: z.enum(["place", "vehicle", "default"]),
        /** Observed stops behind it. */
        visits: z.nullable(z.int()),
      }),
    }),
  ),
  /** Somebody's own word that still counts. */
  said: z.nullable(
    z.strictObject({
      at: InstantText,
      until: InstantText,
      by: z.nullable(z.string()),
      role: z.enum(["courier", "dispatcher"]),
      saidAt: InstantText,
    }),
  ),
  /** When the courier's day ends, and their shift. */
  dayEnd: z.nullable(z.strictObject({ at: InstantText, shiftEnd: z.nullable(InstantText) })),
});
export type StopTime = z.output<typeof StopTime>;

const refusals = ["times.unknown-stop"] as const;

export const timesApi = {
  readStopTime: endpoint({
    id: "readStopTime",
    method: "GET",
    path: "/api/times/stops/:id",
    needs: "task:perform",
    summary:
      "When a stop begins, and why: way, service time with its source, odds, breaks, somebody's own word",
    input: z.strictObject({ id: Id }),
    reply: StopTime,
    refusals,
  }),
  sayArrival: endpoint({
    id: "sayArrival",
    method: "PUT",
    path: "/api/times/stops/:id/said",
    needs: "task:perform",
    summary: "One's own word for when a stop begins, and until when it counts; null takes it back",
    input: z.strictObject({
      id: Id,
      said: z.nullable(z.strictObject({ at: InstantText, until: InstantText })),
    }),
    reply: StopTime,
    refusals: ["times.unknown-stop", "times.not-ahead", "times.bad-word"],
  }),
  readCalibration: endpoint({
    id: "readCalibration",
    method: "GET",
    path: "/api/times/calibration",
    needs: "route:plan",
    summary: "How well the odds of the first live predictions agree with how the stops ended",
    input: z.strictObject({ days: z._default(queryInt(1, 366), 28) }),
    reply: Calibration,
    refusals: [],
  }),
};
