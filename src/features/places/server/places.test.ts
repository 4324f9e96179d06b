import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importTown } from "#engines/town/import-town.ts";
import { plusCodeOf } from "#server/geo/plus-code.ts";
import { diceOf } from "#engines/town/dice.ts";
import type { Town } from "#engines/town/town.ts";
import { newId } from "#server/ids.ts";
import { openWorld, type World } from "#test/support/world.ts";
import { placesApi, type PlaceHit, type ServiceArea } from "../contract/api.ts";
import { createArea } from "./area-queries.ts";
import { loadPlaces } from "./load-places.ts";

let world: World;
let folder: string;
let town: Town;

beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  folder = await mkdtemp(path.join(tmpdir(), "waybill-places-"));
  ({ town } = await importTown(folder));
  await loadPlaces(world.db, world.orgId, folder, world.now);
  await world.db.as(world, (tx) =>
    createArea(tx, {
      id: newId(world.now),
      name: town.name,
      timezone: "Europe/Berlin",
      polygon: town.area,
      hours: { weekly: [], exceptions: [] },
      maxDistanceM: 12_000,
      maxMassG: 60_000,
    }),
  );
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const search = async (q: string): Promise<PlaceHit[]> =>
  (await world.guest().call(placesApi.searchPlaces, { q })).body.hits;
const labels = async (q: string): Promise<string[]> => (await search(q)).map((hit) => hit.address.label);

describe("searching the demo town", () => {
  test("finds a house, its street, and a shop", async () => {
    expect((await search("Brückenstraße 12"))[0]).toMatchObject({
      kind: "address",
      address: { street: "Brückenstraße", houseNumber: "12", city: town.name, precision: "rooftop" },
    });
    expect((await search("Brückenstraße"))[0]).toMatchObject({
      kind: "street",
      address: { precision: "street" },
    });
    expect((await search("Rathaus"))[0]).toMatchObject({ kind: "poi" });
  });

  test("understands shortened, glued and turned round forms", async () => {
    const [wanted] = await labels("Brückenstraße 12");
    for (const typed of [
      "brückenstr. 12",
      "Bruckenstrasse12",
      "12 Brückenstraße",
      `Brückenstr 12, 00711 ${town.name}`,
    ])
      expect((await labels(typed))[0], typed).toBe(wanted);
  });

  test("finds at least 95 of 100 addresses with one letter dropped among the first five", async () => {
    const dice = diceOf(20_261_121);
    const houses = town.data.ways.flatMap((way) => (way.tags?.["addr:street"] ? [way.tags] : []));
    let found = 0;
    const probes = 320;
    for (let i = 0; i < probes; i++) {
      const { "addr:street": street = "", "addr:housenumber": number = "" } = dice.pick(houses);
      const at = Math.floor(dice.roll() * (street.length + 1));
      const typed = `${street} ${number}`.slice(0, at) + `${street} ${number}`.slice(at + 1);
      const hits = (await search(typed)).slice(0, 5);
      if (hits.some((hit) => hit.address.street === street && hit.address.houseNumber === number)) found += 1;
    }
    expect(found / probes).toBeGreaterThanOrEqual(0.95);
  }, 60_000);

  test("accepts Plus Codes, full and short", async () => {
    const [house] = await search("Brückenstraße 12");
    const point = house?.address.point ?? { lon: 0, lat: 0 };
    const code = plusCodeOf(point);
    for (const typed of [code, code.slice(4), `${code.slice(4)} ${town.name}`]) {
      const [hit] = await search(typed);
      expect(hit).toMatchObject({ kind: "plus-code", id: `plus:${code}`, address: { city: town.name } });
    }
  });

  test("says how far away a hit is, and prefers what is near", async () => {
    const { body } = await world
      .guest()
      .call(placesApi.searchPlaces, { q: "Bäckerei", lon: 10.9, lat: 50.2 });
    expect(body.hits.length).toBeGreaterThan(2);
    expect(body.hits.every((hit) => hit.distanceM !== null && hit.distanceM < 5000)).toBe(true);
  });

  test("finds nothing in nonsense and survives odd input", async () => {
    for (const typed of ["qqqqxxzz", "12", "%_'\\", "+", "🚲", "ـــ"])
      expect(await search(typed), typed).toEqual([]);
    expect((await world.guest().call(placesApi.searchPlaces, { q: " " })).status).toBe(400);
  });
});

describe("a pin", () => {
  test("on a house gives that house, its Plus Code, and that we deliver there", async () => {
    const [house] = await search("Brückenstraße 12");
    const point = house?.address.point ?? { lon: 0, lat: 0 };
    const { body } = await world.guest().call(placesApi.placeAt, point);
    expect(body).toMatchObject({
      hit: { address: { label: house?.address.label } },
      plusCode: plusCodeOf(point),
      inArea: true,
    });
  });

  test("far outside has no address and is not in the area", async () => {
    const { body } = await world.guest().call(placesApi.placeAt, { lon: 2.35, lat: 48.85 });
    expect(body).toMatchObject({ hit: null, inArea: false });
  });
});

test("loading the same version again changes nothing", async () => {
  expect(await loadPlaces(world.db, world.orgId, folder, world.now)).toBe(0);
});

describe("the service area", () => {
  const read = async (): Promise<ServiceArea> => (await world.guest().call(placesApi.readArea, {})).body;
  const edit = (area: ServiceArea, version: number) => ({
    version,
    name: area.name,
    polygon: area.polygon,
    maxDistanceM: area.maxDistanceM,
    maxMassG: 30_000,
  });

  test("can be read by everybody and edited by an administrator only", async () => {
    const area = await read();
    expect(area).toMatchObject({ name: town.name, currency: "EUR", timezone: "Europe/Berlin" });
    const dispatcher = await world.person("Dora", "dispatcher");
    expect((await dispatcher.call(placesApi.editArea, edit(area, area.version))).status).toBe(403);
    const admin = await world.person("Ada", "org-admin");
    const { status, body } = await admin.call(placesApi.editArea, edit(area, area.version));
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: area.version + 1, maxMassG: 30_000 });
    expect(await read()).toEqual(body);
  });

  test("edited by two at once keeps the first edit and tells the second", async () => {
    const admin = await world.person("Ada", "org-admin");
    const area = await read();
    const answers = await Promise.all(
      [1, 2].map(() => admin.call(placesApi.editArea, edit(area, area.version))),
    );
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find((a) => a.status === 409)?.body).toMatchObject({
      code: "places.changed-meanwhile",
      facts: { version: area.version + 1 },
    });
  });

  test("with an outline that crosses itself is refused", async () => {
    const admin = await world.person("Ada", "org-admin");
    const area = await read();
    const bowTie: ServiceArea["polygon"] = {
      type: "Polygon",
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
          [0, 0],
        ],
      ],
    };
    const { status, body } = await admin.call(placesApi.editArea, {
      ...edit(area, area.version),
      polygon: bowTie,
    });
    expect([status, body.code]).toEqual([422, "places.bad-polygon"]);
  });

  test("has opening hours that must keep apart", async () => {
    const admin = await world.person("Ada", "org-admin");
    const { version } = await read();
    const weekly = [{ weekday: 1, opens: "08:00", closes: "18:00" }];
    const good = await admin.call(placesApi.editHours, { version, hours: { weekly, exceptions: [] } });
    expect(good.body.hours.weekly).toEqual(weekly);
    const bad = await admin.call(placesApi.editHours, {
      version: version + 1,
      hours: { weekly: [...weekly, { weekday: 1, opens: "17:00", closes: "20:00" }], exceptions: [] },
    });
    expect([bad.status, bad.body.code]).toEqual([422, "places.bad-hours"]);
  });
});
