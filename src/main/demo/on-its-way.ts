import { randomUUID } from "node:crypto";
import { courierApi } from "#features/courier/contract/api.ts";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { distanceM, roundPoint } from "#kernel/geo.ts";
import type { Point } from "#kernel/geo.ts";
import { MINUTE_MS, SECOND_MS, toIso } from "#kernel/instant.ts";
import { deskOf } from "./caller.ts";
import { castOf } from "./cast.ts";
import type { CastCourier } from "./cast.ts";
import type { LiveDayParts } from "./live-day.ts";

/** Metres per second, and real time between two positions. */
const RIDE_MPS = 5;
const POSITION_MS = 5 * SECOND_MS;
/** Rides begin at most so far away and end so near, in metres: the last steps are a person's. */
const BEGINS_M = 1_500;
const ENDS_M = 60;
/** A courier whose account a person used this recently is that person's. */
const PERSONS_MS = 10 * MINUTE_MS;

export interface OnItsWay {
  /** The delivery that a courier brings to its recipient now; one is started where there is none. */
  find(): Promise<string | undefined>;
  stop(): void;
}

interface Ride {
  readonly courier: CastCourier;
  readonly stop: CourierStop;
}

/** The delivery for a visitor who tries the recipient's view: always on its way, with a courier who moves. */
export function onItsWayOf({ db, orgId, rooms, clock, log }: LiveDayParts): OnItsWay {
  const desk = deskOf(rooms, db, clock);
  let riding: { readonly taskId: string; readonly timer: ReturnType<typeof setInterval> } | undefined;
  const rest = (): void => {
    clearInterval(riding?.timer);
    riding = undefined;
  };

  const begin = async ({ courier: { actor }, stop }: Ride): Promise<void> => {
    const { taskId, deliveryId } = stop;
    const command = { type: "start" as const, commandId: randomUUID(), occurredAt: toIso(clock()), taskId };
    await desk.call({ actor }, courierApi.recordCommands, {
      commands: [{ deliveryId, command: { ...command, offline: false } }],
    });
  };
  const place = ({ courier: { actor } }: Ride, point: Point) =>
    desk.call({ actor }, courierApi.sendPositions, {
      positions: [{ at: toIso(clock()), point, accuracyM: 6, speedMps: RIDE_MPS, headingDeg: null }],
    });
  const move = async (ride: Ride, from: Point): Promise<void> => {
    const { taskId, address } = ride.stop;
    if (riding?.taskId === taskId) return;
    rest();
    const way = Math.max(1, distanceM(from, address.point));
    let left = Math.min(BEGINS_M, way);
    const step = async (): Promise<void> => {
      await place(ride, between(address.point, from, left / way));
      left -= (RIDE_MPS * POSITION_MS) / SECOND_MS;
      if (left < ENDS_M) rest();
    };
    const timer = setInterval(() => {
      step().catch((error: unknown) => {
        log.warn({ error: String(error) }, "a courier of the demo stopped on the way");
        rest();
      });
    }, POSITION_MS);
    timer.unref();
    riding = { taskId, timer };
    await step();
  };

  return {
    async find() {
      const cast = await db.as({ orgId }, (tx) => castOf(tx, orgId));
      const rides = (
        await Promise.all(
          cast.couriers.map(async (courier) => {
            const day = await desk.call({ actor: courier.actor }, courierApi.readDay, {});
            const bringing = day.stops.filter(isBringing);
            const stop = bringing.find(({ state }) => state === "en_route") ?? bringing[0];
            return day.onDuty && stop ? [{ courier, stop, from: lastPlaceOf(day.stops, stop) }] : [];
          }),
        )
      ).flat();
      const free = rides.filter(
        ({ courier: { seenAt } }) => seenAt === null || clock() - seenAt > PERSONS_MS,
      );
      const found =
        rides.find(({ stop }) => stop.state === "en_route") ??
        free.find(({ stop }) => stop.state === "assigned");
      if (!found) return undefined;
      if (found.stop.state === "assigned") await begin(found);
      if (free.includes(found)) await move(found, found.from);
      return found.stop.deliveryId;
    },
    stop: rest,
  };
}

/** To a recipient's door, begun or about to be. */
const isBringing = ({ kind, state, blocked }: CourierStop): boolean =>
  kind === "deliver" && !blocked && (state === "en_route" || state === "assigned");

/** The last stop that is over, else the first of the day. */
const lastPlaceOf = (stops: readonly CourierStop[], next: CourierStop): Point =>
  (
    stops.findLast(({ state }) => state === "succeeded") ??
    stops.find(({ taskId }) => taskId !== next.taskId) ??
    next
  ).address.point;

const between = (to: Point, from: Point, share: number): Point =>
  roundPoint({ lon: to.lon + (from.lon - to.lon) * share, lat: to.lat + (from.lat - to.lat) * share });
