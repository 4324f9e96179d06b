import { randomUUID } from "node:crypto";
import { courierApi } from "#features/courier/contract/api.ts";
import type { CourierStop } from "#features/courier/contract/api.ts";
import type { Point } from "#kernel/geo.ts";
import { distanceM, roundPoint } from "#kernel/geo.ts";
import { MINUTE_MS, SECOND_MS, fromIso, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Dice } from "#engines/town/dice.ts";
import type { ApiCaller, Who } from "./api-caller.ts";
import type { DemoActions, TaskDeed } from "./demo-actions.ts";

/** A simulated courier. Times inside are of the simulation: they run as fast as the day does. */
export interface Rider {
  /** Does whatever is due. @returns the delivery whose task just ended, and how */
  step(simNow: Instant, speed: number): Promise<Ended | undefined>;
}

export interface Ended {
  readonly deliveryId: string;
  readonly failed: boolean;
}

export interface RiderParts {
  readonly api: ApiCaller;
  readonly actions: DemoActions;
  readonly who: Who;
  /** Which of the demo's couriers. */
  readonly nth: number;
  readonly clock: () => Instant;
  readonly dice: Dice;
  readonly home: Point;
  readonly pictures: () => Promise<{
    readonly doors: readonly string[];
    readonly signatures: readonly string[];
  }>;
}

interface Leg {
  readonly stop: CourierStop;
  readonly from: Point;
  readonly begins: Instant;
  readonly ends: Instant;
  /** Time at which the recipient has signed; undefined while riding. */
  doorUntil: Instant | undefined;
}

/** Metres per second of simulated time, and the least time between two doors. */
const RIDE_MPS = 5;
const SHORTEST_MS = 40 * SECOND_MS;
const IDLE_MS = 90 * SECOND_MS;
/** Real time between two positions of somebody who rides in real time. */
const POSITION_MS = 5 * SECOND_MS;
/** In real time no courier arrives half an hour before the window. */
const EARLY_MS = 30 * MINUTE_MS;
/** One try in so many fails. */
const FAILS = 0.08;
const REASONS = {
  collect: ["not_ready", "pickup_closed"],
  deliver: ["recipient_absent", "no_access", "closed"],
  return: ["closed"],
} as const;

export function riderOf(parts: RiderParts): Rider {
  const { api, actions, who, nth, clock, dice } = parts;
  let at = parts.home;
  let leg: Leg | undefined;
  let idleUntil = 0;
  let sentAt = 0;

  const send = async (point: Point, moving: boolean, speed: number): Promise<void> => {
    const now = clock();
    const heading = moving ? bearing(at, point) : null;
    at = point;
    if (speed === 1 && now - sentAt < POSITION_MS) return;
    sentAt = now;
    await api.call(who, courierApi.sendPositions, {
      positions: [
        {
          at: toIso(now),
          point,
          accuracyM: 6,
          speedMps: moving ? RIDE_MPS : 0,
          headingDeg: heading,
        },
      ],
    });
  };
  const perform = (stop: CourierStop, deed: TaskDeed): Promise<void> =>
    actions.perform(stop.deliveryId, nth, stop.kind, deed);

  const setOff = async (simNow: Instant, speed: number): Promise<void> => {
    const day = await api.call(who, courierApi.readDay, {});
    if (!day.onDuty)
      await api.call(who, courierApi.keepShift, {
        commandId: randomUUID(),
        occurredAt: toIso(clock()),
        onDuty: true,
      });
    const { route } = day;
    if (route && route.ackRevision < route.revision)
      await api.call(who, courierApi.acknowledgeRoute, { routeId: route.id, revision: route.revision });
    const stop = nextStop(day.stops, speed === 1 ? clock() + EARLY_MS : Number.POSITIVE_INFINITY);
    if (!stop) {
      idleUntil = simNow + IDLE_MS;
      return send(at, false, speed);
    }
    if (stop.state === "assigned") await perform(stop, { type: "start" });
    const there = stop.state === "arrived";
    const ride = there
      ? 0
      : Math.max(SHORTEST_MS, (distanceM(at, stop.address.point) / RIDE_MPS) * SECOND_MS);
    leg = {
      stop,
      from: at,
      begins: simNow,
      ends: simNow + ride,
      doorUntil: there ? simNow + SHORTEST_MS : undefined,
    };
  };
  const ride = async (now: Leg, simNow: Instant, speed: number): Promise<void> => {
    const share = Math.min(1, (simNow - now.begins) / Math.max(1, now.ends - now.begins));
    await send(between(now.from, now.stop.address.point, share), share < 1, speed);
    if (share < 1) return;
    await perform(now.stop, { type: "arrive" });
    now.doorUntil = simNow + dice.between(50, 150) * SECOND_MS;
  };
  const end = async ({ stop }: Leg): Promise<Ended> => {
    leg = undefined;
    const failed = dice.chance(FAILS);
    await perform(stop, failed ? failure(stop, dice) : await success(stop, parts));
    return { deliveryId: stop.deliveryId, failed };
  };

  return {
    async step(simNow, speed) {
      try {
        if (!leg) {
          if (simNow >= idleUntil) await setOff(simNow, speed);
        } else if (leg.doorUntil === undefined) await ride(leg, simNow, speed);
        else if (simNow >= leg.doorUntil) return await end(leg);
      } catch (error) {
        // The plan changed under way, as it does for people: read it again.
        if (!(error instanceof Refusal)) throw error;
        leg = undefined;
        idleUntil = simNow + SHORTEST_MS;
      }
      return undefined;
    },
  };
}

/** The first that is begun, else the first that can be. */
function nextStop(stops: readonly CourierStop[], latest: Instant): CourierStop | undefined {
  const begun = stops.find((stop) => stop.state === "arrived" || stop.state === "en_route");
  if (begun) return begun;
  return stops.find(
    (stop) => stop.state === "assigned" && !stop.blocked && fromIso(stop.window.start) <= latest,
  );
}

const failure = ({ kind }: CourierStop, dice: Dice): TaskDeed => ({
  type: "fail",
  reason: dice.pick(REASONS[kind]),
  note: null,
  proofs: [],
});

async function success(stop: CourierStop, { dice, pictures }: RiderParts): Promise<TaskDeed> {
  if (stop.kind !== "deliver") return { type: "succeed", recipientName: null, proofs: [] };
  const { doors, signatures } = await pictures();
  const proof = dice.chance(0.6)
    ? { kind: "photo" as const, image: dice.pick(doors) }
    : { kind: "signature" as const, image: dice.pick(signatures) };
  return { type: "succeed", recipientName: stop.contactName, proofs: [proof] };
}

const between = (from: Point, to: Point, share: number): Point =>
  roundPoint({ lon: from.lon + (to.lon - from.lon) * share, lat: from.lat + (to.lat - from.lat) * share });

/** Degrees from north, clockwise. */
function bearing(from: Point, to: Point): number {
  const east = (to.lon - from.lon) * Math.cos((from.lat * Math.PI) / 180);
  return Math.round(((Math.atan2(east, to.lat - from.lat) * 180) / Math.PI + 360) % 360);
}
