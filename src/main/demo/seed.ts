import { AsyncLocalStorage } from "node:async_hooks";
import { areaOf, createArea, mapFolderOf } from "#features/places/server/public.ts";
import { ensurePriceList, zoneOf } from "#features/quotes/server/public.ts";
import { saveSeller } from "#features/receipts/server/public.ts";
import { DAY_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { addDays, instantAt, localAt } from "#kernel/local-time.ts";
import { openCardTaker } from "#main/card-taker.ts";
import { openPlanner } from "#main/planning/plan-threads.ts";
import { openRooms } from "#main/rooms.ts";
import type { Db } from "#server/db/db.ts";
import { withReactor } from "#server/db/events.ts";
import { diceOf } from "#engines/town/dice.ts";
import { TOWN_NAME } from "#engines/town/town.ts";
import type { Log } from "#server/http/app.ts";
import { newId } from "#server/ids.ts";
import type { Hub } from "#server/live/hub.ts";
import { readAddresses, servedArea } from "./addresses.ts";
import { apiCallerOf } from "./api-caller.ts";
import { sandboxCard } from "./card.ts";
import { castOf, enrol } from "./cast.ts";
import { demoActionsOf } from "./demo-actions.ts";
import { lateJobs } from "./late-jobs.ts";
import { demoHours } from "./hours.ts";
import { drawPictures } from "./pictures.ts";
import { DEMO_HUB, DEMO_PHONE, DEMO_SELLER } from "./seller.ts";
import { saveHub } from "#features/hub/server/public.ts";
import { saveCarrierPhone } from "#features/tracking/server/public.ts";
import { appear, comeOnDuty } from "./shifts.ts";
import type { Step } from "./shifts.ts";
import { needsSeed, seedState } from "./seed-state.ts";
import { storiesAround } from "./stories.ts";
import { stepsOf } from "./tell-stories.ts";
import { planWork } from "./work-days.ts";

export interface SeedParts {
  readonly db: Db;
  readonly orgId: string;
  readonly dataFolder: string;
  readonly now: Instant;
  readonly log: Log;
}

/** The seed of the demo's past. */
const SEED = 11;

/** Stories run side by side: while one waits for the database, another computes (12 to 20 % faster). */
const LANES = 3;

/** A hub without listeners, for the time in which the past is made up. */
const deaf: Hub = {
  listen: () => () => undefined,
  follow: () => undefined,
  replay: () => Promise.resolve([]),
  cursor: () => Promise.resolve({ xid: 0, position: 0 }),
  tell: () => undefined,
  isEnded: () => false,
  seats: new Map(),
  size: () => 0,
  stop: () => Promise.resolve(),
};

/**
 * Fills a new demo: area, hours, prices, people, and sixty deliveries that were really booked, paid, assigned, ridden
 * and proven, by the calls that a browser makes, at a clock that is turned back and runs up to now. A seed that was cut
 * short is thrown away and begun again; one that is there stays.
 *
 * @returns how many deliveries were made
 */
export async function seedDeliveries(parts: SeedParts): Promise<number> {
  const { db, orgId, now } = parts;
  const state = seedState(db, orgId);
  if (!(await needsSeed(db, orgId))) return 0;
  await state.begin(now);
  const timezone = await openBusiness(db, orgId, now);
  const time = new AsyncLocalStorage<Instant>();
  const clock = () => time.getStore() ?? now;
  const shared = { ...parts, clock, publicUrl: "http://localhost" };
  const { provider, rooms: banks } = await openCardTaker({ ...parts, clock, sandboxAllowed: true });
  const planner = openPlanner(mapFolderOf(parts.dataFolder));
  const rooms = [...openRooms({ ...shared, hub: deaf, planner }, provider), ...banks];
  const { cast, addresses } = await db.as({ orgId }, async (tx) => ({
    cast: await castOf(tx, orgId),
    addresses: await readAddresses(tx),
  }));
  const api = apiCallerOf(rooms, db, clock);
  const card = sandboxCard(rooms, api, db, clock);
  const actions = demoActionsOf({ db, orgId, api, cast, clock, card });
  const dice = diceOf(SEED);
  const pictures = await drawPictures(dice);
  const hours = demoHours(now, timezone);
  const stage = { db, orgId, actions, addresses, pictures, dice, timezone, hours };
  const today = localAt(now, timezone).date;
  const afternoon = (daysAgo: number) => instantAt(addDays(today, -daysAgo), "14:00", timezone);
  const stories = storiesAround(now, Math.min(afternoon(1), now - DAY_MS / 2), afternoon(4));
  const told = stories.map((story, nth) => stepsOf(story, nth, stage));
  const jobs = lateJobs(rooms);
  const walk = async (steps: readonly Step[]): Promise<void> => {
    for (const step of steps.toSorted((a, b) => a.at - b.at))
      await time.run(step.at, () => jobs.after(step.run));
  };
  await withReactor(
    (tx, event) => jobs.react(tx, event),
    async () => {
      const shifts = { api, cast, addresses, now };
      await walk([planWork({ ...shifts, timezone }), ...comeOnDuty(shifts)]);
      const lanes = Array.from({ length: LANES }, (_, lane) =>
        told.filter((_steps, nth) => nth % LANES === lane),
      );
      await Promise.all(lanes.map((lane) => walk(lane.flat())));
      await walk([appear(shifts)]);
    },
  );
  await state.end(now);
  return stories.length;
}

/** People, prices, area and hours: all that is needed before the first booking. @returns the area's time zone */
export async function openBusiness(db: Db, orgId: string, now: Instant): Promise<string> {
  const since = now - 30 * DAY_MS;
  return db.as({ orgId }, async (tx) => {
    await enrol(tx, now);
    await ensurePriceList(tx, since);
    await saveHub(tx, DEMO_HUB, { now: since, userId: null });
    await saveCarrierPhone(tx, DEMO_PHONE, { now: since, userId: null });
    await saveSeller(tx, since, { details: DEMO_SELLER, after: 0, byName: null });
    const known = await areaOf(tx);
    if (known) return known.timezone;
    const timezone = await zoneOf(tx, orgId);
    await createArea(tx, {
      id: newId(since),
      name: TOWN_NAME,
      timezone,
      polygon: await servedArea(tx),
      hours: demoHours(now, timezone),
      maxDistanceM: 12_000,
      maxMassG: 100_000,
    });
    return timezone;
  });
}
