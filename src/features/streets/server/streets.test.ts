import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { HOUR_MS, toIso } from "#kernel/instant.ts";
import type { StreetsOfMap } from "#server/geo/streets.ts";
import type { Log } from "#server/http/app.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { type StreetChangeFields, streetsApi } from "../contract/api.ts";
import { learnRoadSpeeds } from "./learn-road-speeds.ts";
import { roadChangesNow } from "./public.ts";

const LINE: [number, number][] = [
  [13.4, 52.5],
  [13.41, 52.5],
];
const STREET = { name: "Kanalstraße", metres: 677, at: { lon: 13.4, lat: 52.5 }, lines: [LINE] };
let refreshed = 0;
const streets: StreetsOfMap = {
  search: (text) => ("kanalstraße".includes(text.toLowerCase()) ? [STREET] : []),
  stretch: (from) => (from.lat > 52 ? STREET : undefined),
  classSeconds: () => ({ fast: 0, main: 100, side: 100 }),
  state: () => ({ source: "own", version: "map", isChanging: false }),
  refresh: () => Promise.resolve(void (refreshed += 1)),
};

const { world, ada, bo, carla, dmitri } = useWorld({
  streets,
  people: {
    ada: ["Ada", "org-admin"],
    bo: ["Bo", "dispatcher"],
    carla: ["Carla", "courier"],
    dmitri: ["Dmitri", "sender"],
  },
});
beforeEach(async () => {
  refreshed = 0;
  await world.run(sql`truncate street_change, learned_speed`);
});

const closed = (more: Partial<StreetChangeFields> = {}): StreetChangeFields => ({
  name: "Kanalstraße",
  lines: [LINE],
  profiles: ["car"],
  slower: null,
  from: null,
  until: null,
  note: "Market",
  ...more,
});
const close = (more?: Partial<StreetChangeFields>, key = randomUUID()) =>
  bo.call(streetsApi.changeStreet, closed(more), { key });
const now = () => world.now;
const warned: string[] = [];
const nothing = () => undefined;
const quiet: Log = { info: nothing, error: nothing, warn: (...said) => void warned.push(said[1]) };
const inHours = (hours: number): string => toIso(now() + hours * HOUR_MS);
const holding = () => roadChangesNow(world.db, ada.actor.orgId, now());

describe("a closed street", () => {
  test("holds at once, has the roads looked at, and is in the list", async () => {
    const change = good(await close());
    expect(change).toMatchObject({
      name: "Kanalstraße",
      state: "now",
      slower: null,
      until: null,
      note: "Market",
    });
    expect(change.metres).toBeCloseTo(677, -1);
    expect(refreshed).toBe(1);
    expect(await holding()).toEqual({
      streets: [{ lines: [LINE], profiles: ["car"], slower: null }],
      learned: {},
    });
    const { items } = good(await ada.call(streetsApi.listStreetChanges, {}));
    expect(items).toEqual([change]);
  });
  test("begins and ends by the clock alone", async () => {
    good(await close({ from: inHours(1), until: inHours(2), slower: 1.5 }));
    expect((await holding()).streets).toEqual([]);
    world.now += 1.5 * HOUR_MS;
    expect((await holding()).streets).toMatchObject([{ slower: 1.5 }]);
    world.now += HOUR_MS;
    expect((await holding()).streets).toEqual([]);
    expect(good(await bo.call(streetsApi.listStreetChanges, {})).items).toEqual([]);
    const { items } = good(await bo.call(streetsApi.listStreetChanges, { group: "over" }));
    expect(items).toMatchObject([{ state: "over" }]);
  });
  test("is taken out once, and not again", async () => {
    const { id } = good(await close());
    expect(good(await ada.call(streetsApi.endStreetChange, { id }, { key: randomUUID() }))).toMatchObject({
      state: "over",
    });
    expect((await holding()).streets).toEqual([]);
    expect(await bo.call(streetsApi.endStreetChange, { id }, { key: randomUUID() })).toMatchObject({
      status: 409,
      body: { code: "streets.over" },
    });
    expect(
      await bo.call(streetsApi.endStreetChange, { id: randomUUID() }, { key: randomUUID() }),
    ).toMatchObject({ status: 404, body: { code: "streets.not-found" } });
  });
  test("is kept once, however often it is sent", async () => {
    const key = randomUUID();
    good(await close({}, key));
    good(await close({}, key));
    expect(good(await bo.call(streetsApi.listStreetChanges, {})).items).toHaveLength(1);
  });
  test("that ends before it begins is refused", async () => {
    for (const times of [{ until: inHours(-1) }, { from: inHours(3), until: inHours(2) }])
      expect(await close(times)).toMatchObject({ status: 422, body: { code: "streets.bad-times" } });
  });
  test("is a matter of dispatch", async () => {
    for (const who of [carla, dmitri])
      expect(await who.call(streetsApi.changeStreet, closed(), { key: randomUUID() })).toMatchObject({
        status: 403,
      });
  });
});

test("streets are found by name, stretches by their ends", async () => {
  expect(good(await bo.call(streetsApi.findStreets, { text: "kanal" })).streets).toEqual([STREET]);
  expect(good(await bo.call(streetsApi.findStreets, { text: "nowhere" })).streets).toEqual([]);
  const ends = { fromLon: 13.4, fromLat: 52.5, toLon: 13.41, toLat: 52.5 };
  expect(good(await bo.call(streetsApi.findStretch, ends))).toEqual(STREET);
  expect(await bo.call(streetsApi.findStretch, { ...ends, fromLat: 51.9, toLat: 51.9 })).toMatchObject({
    status: 422,
    body: { code: "streets.no-road" },
  });
  expect(await bo.call(streetsApi.findStretch, { ...ends, toLat: 53 })).toMatchObject({
    body: { code: "streets.too-long" },
  });
});

test("nothing is learned where nobody has driven, and the roads in use are named", async () => {
  await learnRoadSpeeds({ db: world.db, log: quiet }, streets, now());
  expect(good(await bo.call(streetsApi.readRoads, {}))).toEqual({
    source: "own",
    version: "map",
    changing: false,
    learned: [],
  });
});

test("what was learned stays while the roads are not loaded, and the log says so", async () => {
  const [first, second] = await bookMany(world, 2, { start: now() + HOUR_MS });
  for (const [i, one] of [first, second].entries())
    await world.run(sql`
      update task set state = 'succeeded', courier_id = ${carla.actor.courierId}, arrived_at = ${inHours(i / 2 - 4)},
        outcome = ${JSON.stringify({ occurredAt: now() + (i / 2 - 3.9) * HOUR_MS })}::jsonb where delivery_id = ${one?.id} and kind = 'deliver'`);
  await world.run(sql`
    insert into learned_speed (org_id, profile, class, factor, legs, learned_at)
    values (${world.orgId}, 'car', 'main', 1.25, 80, now())`);
  const learned = async () => good(await bo.call(streetsApi.readRoads, {})).learned;
  await learnRoadSpeeds({ db: world.db, log: quiet }, { ...streets, classSeconds: nothing }, now());
  expect(await learned()).toEqual([{ profile: "car", class: "main", factor: 1.25, legs: 80 }]);
  expect(warned).toEqual(["the roads found none of the ways: learned speeds stay"]);
  await learnRoadSpeeds({ db: world.db, log: quiet }, streets, now());
  expect(await learned()).toEqual([]);
});

test("speeds are learned once a night", () => {
  expect(world.server.rooms.find(({ name }) => name === "streets")?.jobs?.every).toEqual({
    learnRoadSpeeds: "nightly",
  });
});
