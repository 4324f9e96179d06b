import { courierApi } from "#features/courier/contract/api.ts";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { latest } from "#features/deliveries/domain/delivery.ts";
import { readDelivery } from "#features/deliveries/server/public.ts";
import { distanceM, roundPoint } from "#kernel/geo.ts";
import type { Point } from "#kernel/geo.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS, fromIso, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { diceOf } from "#engines/town/dice.ts";
import { apiCallerOf } from "./api-caller.ts";
import { sandboxCard } from "./card.ts";
import { castOf } from "./cast.ts";
import type { Cast, CastCourier } from "./cast.ts";
import { demoActionsOf } from "./demo-actions.ts";
import type { LiveDayParts } from "./live-day-parts.ts";
import { drawDoor } from "./pictures.ts";
import { sendOutOf } from "./send-out.ts";

/** Metres per second, and real time between two positions. */
const RIDE_MPS = 5;
const POSITION_MS = 5 * SECOND_MS;
/** Rides begin at most so far away and end so near, in metres: the last steps are a person's. */
const BEGINS_M = 1_500;
const ENDS_M = 60;
/** A courier whose account a person used this recently is that person's. */
const PERSONS_MS = 10 * MINUTE_MS;
/** So long after its window a parcel is no longer shown to a new visitor. */
const LATE_MS = HOUR_MS;
/** A visitor may edit the plan while a courier is sent out. */
const TRIES = 3;

export interface OnItsWay {
  /** The delivery that a courier brings to its recipient now; one is started where there is none, unless that fails. */
  find(): Promise<string | undefined>;
  /** Ends what is under way; nothing is found before the returned function allows it. */
  hold(): Promise<() => void>;
  stop(): void;
}

interface Ride {
  readonly courier: CastCourier;
  readonly stop: CourierStop;
  readonly from: Point;
}

/** Finds a delivery for a visitor who tries the recipient view: on its way, with a courier who moves. */
export function onItsWayOf(parts: LiveDayParts, positionMs: number = POSITION_MS): OnItsWay {
  const { db, orgId, rooms, clock, log } = parts;
  const api = apiCallerOf(rooms, db, clock);
  const card = sandboxCard(rooms, api, db, clock);
  const walks = walksOf(parts, positionMs);
  const sendOut = sendOutOf(parts);

  const ridesOf = async ({ couriers }: Cast): Promise<Ride[]> => {
    const rides = couriers.map(async (courier) => {
      const day = await api.call({ actor: courier.actor }, courierApi.readDay, {});
      const bringing = day.onDuty ? day.stops.filter(isBringing) : [];
      return bringing.map((stop): Ride => ({ courier, stop, from: lastPlaceOf(day.stops, stop) }));
    });
    return (await Promise.all(rides)).flat();
  };
  const isTimely = ({ stop }: Ride): boolean => clock() - fromIso(stop.window.end) < LATE_MS;
  const isFree = ({ courier: { seenAt } }: Pick<Ride, "courier">): boolean =>
    seenAt === null || clock() - seenAt > PERSONS_MS;
  const setOff = (cast: Cast, courier: CastCourier, deliveryId: string): Promise<void> =>
    demoActionsOf({ db, orgId, api, cast, clock, card }).perform(
      deliveryId,
      cast.couriers.indexOf(courier),
      "deliver",
      { type: "start" },
    );

  /** Delivers a parcel that is hours late, so that late ones do not pile up with one courier. */
  const handOver = async (cast: Cast, { courier, stop }: Ride): Promise<void> => {
    const actions = demoActionsOf({ db, orgId, api, cast, clock, card });
    const nth = cast.couriers.indexOf(courier);
    const image = await drawDoor(diceOf(clock() % 4_294_967_296));
    const proofs = [{ kind: "photo" as const, image }];
    const succeed = { type: "succeed" as const, recipientName: stop.contactName, proofs };
    try {
      await actions.perform(stop.deliveryId, nth, "deliver", { type: "arrive" });
      await actions.perform(stop.deliveryId, nth, "deliver", succeed);
    } catch (error) {
      // Cash is to be taken first, or a visitor was quicker: it stays as it is.
      if (!(error instanceof Refusal)) throw error;
    }
  };

  /** @returns the delivery, whose courier moves from now on */
  const ride = async (cast: Cast, timely: readonly Ride[]): Promise<string | undefined> => {
    const begun = timely.find(isBegun);
    const ready = begun ?? timely[0];
    if (!ready) return undefined;
    const { courier, stop, from } = ready;
    if (!begun) await setOff(cast, courier, stop.deliveryId);
    await walks.begin(courier, stop.taskId, { from, to: stop.address.point });
    return stop.deliveryId;
  };
  const sendNew = async (cast: Cast, courier: CastCourier): Promise<string | undefined> => {
    const deliveryId = await sendOut(cast, cast.couriers.indexOf(courier));
    if (deliveryId === undefined) return undefined;
    await setOff(cast, courier, deliveryId);
    const sent = await db.as({ orgId }, (tx) => readDelivery(tx, deliveryId));
    const task = sent && latest(sent, "deliver");
    if (task) await walks.begin(courier, task.id, { from: sent.pickup.point, to: sent.dropoff.point });
    return deliveryId;
  };
  const findOne = async (): Promise<string | undefined> => {
    const cast = await db.as({ orgId }, (tx) => castOf(tx, orgId));
    const rides = await ridesOf(cast);
    const [free, persons] = [rides.filter(isFree), rides.filter((one) => !isFree(one))];
    for (const old of free) if (isBegun(old) && !isTimely(old)) await handOver(cast, old);
    const found = await ride(cast, free.filter(isTimely));
    if (found !== undefined) return found;
    // A person's own parcel is on its way: they move it.
    const theirs = persons.find((one) => isBegun(one) && isTimely(one))?.stop.deliveryId;
    const [courier] = cast.couriers.toSorted((a, b) => (a.seenAt ?? 0) - (b.seenAt ?? 0));
    if (!courier || (theirs !== undefined && !isFree({ courier }))) return theirs;
    return (await sendNew(cast, courier)) ?? theirs;
  };
  const insist = async (tries: number): Promise<string | undefined> => {
    try {
      return await findOne();
    } catch (error) {
      if (error instanceof Refusal && tries > 1) return insist(tries - 1);
      // A visitor is shown another delivery: what fails here is the demo's own, such as a card that the bank refused.
      const why = error instanceof Refusal ? error.code : String(error);
      log.warn({ error: why }, "nobody of the demo could set off");
      return undefined;
    }
  };
  let finding: Promise<string | undefined> | undefined;
  let isHeld = false;
  return {
    // Visitors who come together see the same delivery.
    find: async () => (isHeld ? undefined : (finding ??= insist(TRIES).finally(() => (finding = undefined)))),
    async hold() {
      isHeld = true;
      await finding;
      await walks.rest();
      return () => {
        isHeld = false;
      };
    },
    stop: () => void walks.rest(),
  };
}

const isBegun = ({ stop }: Ride): boolean => stop.state === "en_route";

interface Way {
  readonly from: Point;
  readonly to: Point;
}

/** Moves one courier at a time towards a door. */
function walksOf({ db, rooms, clock, log }: LiveDayParts, positionMs: number) {
  const api = apiCallerOf(rooms, db, clock);
  let riding: { readonly taskId: string; readonly timer: ReturnType<typeof setInterval> } | undefined;
  let moving: Promise<void> | undefined;
  const rest = (): Promise<void> => {
    clearInterval(riding?.timer);
    riding = undefined;
    return moving ?? Promise.resolve();
  };
  const place = ({ actor }: CastCourier, point: Point) =>
    api.call({ actor }, courierApi.sendPositions, {
      positions: [{ at: toIso(clock()), point, accuracyM: 6, speedMps: RIDE_MPS, headingDeg: null }],
    });
  return {
    rest,
    async begin(courier: CastCourier, taskId: string, { from, to }: Way): Promise<void> {
      if (riding?.taskId === taskId) return;
      void rest();
      const way = Math.max(1, distanceM(from, to));
      let left = Math.min(BEGINS_M, way);
      const step = async (): Promise<void> => {
        await place(courier, between(to, from, left / way));
        left -= (RIDE_MPS * POSITION_MS) / SECOND_MS;
        if (left < ENDS_M) void rest();
      };
      const timer = setInterval(() => {
        moving = step().catch((error: unknown) => {
          log.warn({ error: String(error) }, "a courier of the demo stopped on the way");
          void rest();
        });
      }, positionMs);
      timer.unref();
      riding = { taskId, timer };
      await step();
    },
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
  roundPoint({ lon: from.lon + (to.lon - from.lon) * share, lat: from.lat + (to.lat - from.lat) * share });
