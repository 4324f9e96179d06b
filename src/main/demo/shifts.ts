import { randomUUID } from "node:crypto";
import { courierApi } from "#features/courier/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import type { BoardStop } from "#features/dispatch/contract/board.ts";
import type { Point } from "#kernel/geo.ts";
import { roundPoint } from "#kernel/geo.ts";
import { SECOND_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Addresses } from "./addresses.ts";
import type { ApiCaller } from "./api-caller.ts";
import type { Cast } from "./cast.ts";
import { ON_DUTY_MS } from "./stories.ts";

export interface Step {
  readonly at: Instant;
  readonly run: () => Promise<void>;
}

interface Parts {
  readonly api: ApiCaller;
  readonly cast: Cast;
  readonly addresses: Addresses;
  readonly now: Instant;
}

/** Positions of the last minutes, one every so often. */
const TRAIL = 12;
const EVERY_MS = 30 * SECOND_MS;

/** Everybody came on duty some hours ago. */
export const comeOnDuty = ({ api, cast, now }: Parts): Step[] =>
  cast.couriers.map(({ actor }, nth): Step => ({
    at: now - ON_DUTY_MS + nth * 60 * SECOND_MS,
    run: async () => {
      const occurredAt = toIso(now - ON_DUTY_MS + nth * 60 * SECOND_MS);
      await api.call({ actor }, courierApi.keepShift, {
        commandId: randomUUID(),
        occurredAt,
        onDuty: true,
      });
    },
  }));

const isUnderWay = ({ state }: BoardStop): boolean => state === "en_route" || state === "arrived";

/** The order in which a courier's stops open, what is under way first. */
const byTime = (a: BoardStop, b: BoardStop): number =>
  Number(isUnderWay(b)) - Number(isUnderWay(a)) || Date.parse(a.window.start) - Date.parse(b.window.start);

/** Puts what each courier has ahead into the order in which it opens, as a dispatcher plans it. */
async function putInOrder({ api, cast, now }: Parts): Promise<void> {
  const { date, couriers } = boardOf(await api.call({ actor: cast.bo }, dispatchApi.readBoard, {}));
  for (const { id: courierId, route } of couriers) {
    let { revision } = route;
    const ahead = route.stops.filter((stop) => stop.state === "assigned" || isUnderWay(stop));
    for (const [nth, stop] of ahead.toSorted(byTime).entries()) {
      const before = ahead[nth];
      if (before === undefined || stop === before) continue;
      await api.call({ actor: cast.bo }, dispatchApi.editPlan, {
        edit: {
          type: "move",
          commandId: randomUUID(),
          occurredAt: toIso(now),
          date,
          courierId,
          taskId: stop.taskId,
          beforeTaskId: before.taskId,
          seen: [{ courierId, revision }],
        },
      });
      ahead.splice(ahead.indexOf(stop), 1);
      ahead.splice(nth, 0, stop);
      revision += 1;
    }
  }
}

/** Everybody has confirmed their route and is near what they do now. */
export const appear = ({ api, cast, addresses, now }: Parts): Step => ({
  at: now,
  run: async () => {
    await putInOrder({ api, cast, addresses, now });
    const board = boardOf(await api.call({ actor: cast.bo }, dispatchApi.readBoard, {}));
    for (const [nth, { actor, courierId }] of cast.couriers.entries()) {
      const {
        id: routeId = null,
        revision = 0,
        stops = [],
      } = board.couriers.find((one) => one.id === courierId)?.route ?? {};
      if (routeId !== null) await api.call({ actor }, courierApi.acknowledgeRoute, { routeId, revision });
      const home = addresses.homes[nth * 7]?.point ?? { lon: 0, lat: 0 };
      await api.call({ actor }, courierApi.sendPositions, { positions: trail(stops, home, now) });
    }
  },
});

/** From the last stop that is over towards the one under way; there already where they arrived. */
function trail(stops: readonly BoardStop[], home: Point, now: Instant) {
  const current = stops.find((stop) => stop.state === "arrived" || stop.state === "en_route");
  const from = stops.findLast((stop) => stop.state === "succeeded")?.point ?? home;
  const to = current?.point ?? from;
  const reached = current?.state === "arrived" ? 1 : 0.55;
  return Array.from({ length: TRAIL }, (_, n) => {
    const share = (reached * (n + 1)) / TRAIL;
    return {
      at: toIso(now - (TRAIL - 1 - n) * EVERY_MS),
      point: roundPoint({
        lon: from.lon + (to.lon - from.lon) * share,
        lat: from.lat + (to.lat - from.lat) * share,
      }),
      accuracyM: 8,
      speedMps: current?.state === "en_route" ? 4.5 : 0,
      headingDeg: null,
    };
  });
}
