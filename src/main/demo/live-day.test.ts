import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoApi } from "#contract/demo.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { SECOND_MS, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { buildStreets } from "#test/support/people/streets.ts";
import { openWorld } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";
import { liveDayOf } from "./live-day.ts";
import type { LiveDay } from "./live-day.ts";
import { openBusiness } from "./seed.ts";

let world: World;
let bo: Caller;
let live: LiveDay;
let steps = 0;

beforeAll(async () => {
  world = await openWorld();
  await buildStreets(world);
  await openBusiness(world.db, world.orgId, world.now);
  bo = await world.person("A dispatcher", "dispatcher");
  live = liveDayOf(
    {
      db: world.db,
      orgId: world.orgId,
      rooms: world.server.rooms,
      clock: () => world.now,
      log: { info: () => undefined, warn: () => undefined, error: (facts) => problems.push(facts) },
    },
    async () => {
      // A second of the world for each step, however long the machine takes for it.
      world.now += SECOND_MS;
      steps += 1;
      await nextTurn();
    },
  );
});
afterAll(async () => {
  await live.stop();
  await world.close();
});
const problems: object[] = [];

/** A day of two hours has 7,200; what is waited for comes within the first few hundred. */
const MOST_STEPS = 2_000;

const until = async (name: string, done: () => Promise<boolean>): Promise<void> => {
  const last = steps + MOST_STEPS;
  while (!(await done())) {
    if (steps > last) throw new Error(`${name} did not happen in time: ${JSON.stringify(problems)}`);
    await sleep(20);
  }
};
const states = async (): Promise<Map<string, number>> => {
  const { counts } = (await bo.call(deliveriesApi.countStates, {})).body;
  return new Map(counts.map(({ state, count }) => [state, count]));
};

test("an install that is no demo has no live day, no doors and no free tracking link", async () => {
  expect((await world.guest().call(demoApi.readDemo, {})).status).toBe(404);
  expect((await bo.call(demoApi.runDay, { speed: 60 })).status).toBe(404);
  expect((await world.guest().call(demoApi.openTracking, {})).status).toBe(404);
  expect((await world.guest().call(demoApi.runDay, { speed: 60 })).status).toBe(401);
});

test("at ×60 neighbours book, couriers come on duty, collect and deliver with proof", async () => {
  await live.run(60);
  expect(live.day()).toMatchObject({ speed: 60, riding: expect.any(Number) });
  await until("a delivery", async () => ((await states()).get("delivered") ?? 0) >= 2);
  const board = (await bo.call(dispatchApi.readBoard, {})).body;
  expect(board.couriers.filter((one) => one.onDuty && one.position !== null).length).toBeGreaterThan(2);
  expect(live.day().booked).toBeGreaterThan(2);
  const [proof] = await world.db.owner((tx) => rows(tx, sql`select 1 from proof`));
  expect(proof).toBeDefined();
  expect(problems).toEqual([]);
});

test("a courier whom a person operates is left alone", async () => {
  await world.db.owner((tx) =>
    sql`update person set last_seen_at = ${toIso(world.now + 3_600_000)} where subject = 'demo-carla'`.execute(
      tx,
    ),
  );
  await until("Carla's own ride", async () => live.day().riding === 3);
  expect(live.day().riding).toBe(3);
});

test("held, nobody does anything or begins; let go, the day goes on as fast as before", async () => {
  const goOn = await live.hold();
  const [taken, { startedAt }] = [steps, live.day()];
  expect(await live.run(60)).toMatchObject({ speed: 0, riding: 0, startedAt });
  expect(steps).toBe(taken);
  goOn();
  expect(live.day()).toMatchObject({ speed: 60, startedAt });
  await until("a further step", () => Promise.resolve(steps > taken));
});

test("stopped, nothing happens any more", async () => {
  await live.run(0);
  const count = async () =>
    (await world.db.owner((tx) => rows(tx, sql<{ n: number }>`select count(*)::int as n from event`)))[0]?.n;
  await world.settled();
  const [before, taken] = [await count(), steps];
  await sleep(100);
  expect(await count()).toBe(before);
  expect(steps).toBe(taken);
  expect(live.day()).toMatchObject({ speed: 0, startedAt: null, riding: 0 });
});

test("a demo shows its people and gives anybody a link to something on its way", async () => {
  await world.db.owner((tx) => sql`update organization set demo = true`.execute(tx));
  const shown = (await world.guest().call(demoApi.readDemo, {})).body;
  expect(shown.people.map((person) => person.role)).toContain("dispatcher");
  expect(new Set(shown.addresses).size).toBe(4);
  const link = (await world.guest().call(demoApi.openTracking, {})).body;
  expect(link.path).toBe(`/t/${link.token}`);
  const tracked = await world
    .guest()
    .call(trackingApi.track, {}, { headers: { "x-tracking-token": link.token } });
  expect(tracked.status).toBe(200);
  expect((await bo.call(demoApi.runDay, { speed: 0 })).body).toMatchObject({ speed: 0 });
});
