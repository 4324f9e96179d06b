import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { queryInt } from "#contract/schemas.ts";

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

export const timesApi = {
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
