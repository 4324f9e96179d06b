import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { timesApi } from "../contract/api.ts";
import { PREDICT_ALL, followNews, predictAll } from "./follow-news.ts";
import { learnServiceTimes } from "./learn-service-times.ts";
import { PREDICT, predictRoute } from "./predict-route.ts";
import { readCalibration } from "./read-calibration.ts";
import { TIMES_REFUSALS } from "../contract/refusals.ts";
import type { RoutePort } from "./route-port.ts";
import { readStopTime, sayArrival } from "./stop-time.ts";

/** Predicted arrivals: made anew by news, never by asking. */
export function timesRoom(parts: RoomParts, port: RoutePort): Room {
  followNews(parts);
  return {
    name: "times",
    routes: [
      on(timesApi.readCalibration, readCalibration),
      on(timesApi.readStopTime, readStopTime),
      on(timesApi.sayArrival, sayArrival),
    ],
    jobs: {
      jobs: {
        [PREDICT]: ({ orgId, courierId }) =>
          predictRoute(parts, port, {
            orgId: String(orgId),
            courierId: String(courierId),
            now: parts.clock(),
          }),
        [PREDICT_ALL]: ({ orgId }) => predictAll(parts, String(orgId)),
        learnServiceTimes: () => learnServiceTimes(parts.db, parts.clock()),
      },
      every: { learnServiceTimes: "hourly" },
    },
    refusals: TIMES_REFUSALS,
  };
}
