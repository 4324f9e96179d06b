import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { editsApi } from "#features/edits/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import type { PriceRule } from "#features/quotes/contract/price-list.ts";
import { good, order, pay, quote, request } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Zone } from "../contract/api.ts";
import { zonesApi } from "../contract/api.ts";

const { world, sam, ada, bo } = useWorld({
  shop: true,
  people: { sam: ["Sam", "sender"], ada: ["Ada Admin", "org-admin"], bo: ["Bo", "dispatcher"] },
  eachTestAtTen: true,
});
beforeEach(async () => {
  await world.run(sql`truncate price_zones`);
  await world.run(sql`delete from price_list where version > 1`);
});

const box = (west: number, south: number, east: number, north: number): Zone["polygon"] => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
/** Around the pickup (13.4, 52.5), and around the place of delivery (13.42, 52.51). */
const INNER: Zone = {
  code: "inner",
  name: "Inner city",
  colour: "blue",
  polygon: box(13.39, 52.49, 13.41, 52.505),
};
const NORTH: Zone = {
  code: "north",
  name: "North",
  colour: "green",
  polygon: box(13.41, 52.505, 13.43, 52.52),
};

const save = (zones: Zone[], version = 0, key = randomUUID()) =>
  ada.call(zonesApi.editZones, { version, zones }, { key });
const RULES: PriceRule[] = [
  { id: "base", title: "Base", when: [], do: { kind: "flat", amount: 500 } },
  {
    id: "toll",
    title: "Bridge toll",
    when: [{ fact: "zoneTo", in: ["north"] }],
    do: { kind: "surcharge", amount: 200 },
  },
];
const publish = (rules: PriceRule[] = RULES, version = 1) =>
  ada.call(quotesApi.publishPriceList, { version, rules });

describe("zones", () => {
  test("are none at first, are saved as the next version, and say who saved them", async () => {
    expect(good(await ada.call(zonesApi.readZones, {}))).toEqual({
      version: 0,
      changedAt: null,
      changedBy: null,
      zones: [],
      uses: [],
    });
    expect(good(await save([INNER, NORTH]))).toMatchObject({ version: 1, changedBy: "Ada Admin" });
    const read = good(await bo.call(zonesApi.readZones, {}));
    expect(read.zones).toEqual([INNER, NORTH]);
  });

  test("are saved once for a key, and an old version is refused with the newest", async () => {
    const key = randomUUID();
    good(await save([INNER], 0, key));
    await world.db.owner((tx) => sql`delete from idempotency`.execute(tx));
    expect(good(await save([INNER], 0, key)).version).toBe(1);
    expect(await save([NORTH])).toMatchObject({
      status: 409,
      body: { code: "zones.changed-meanwhile", facts: { version: 1 } },
    });
  });

  test("of two saves at the same moment one is refused", async () => {
    const both = await Promise.all([save([INNER]), save([NORTH])]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test("at fault are named, each at its place", async () => {
    const bad = [
      INNER,
      { ...NORTH, name: "inner CITY" },
      { ...NORTH, code: "x", name: "X", polygon: box(-179, 1, 179, 2) },
    ];
    const { status, body } = await save(bad);
    expect([status, body.fields]).toEqual([
      422,
      [
        { path: "zones.1.name", code: "zones.same-name" },
        { path: "zones.2.polygon", code: "zones.too-large" },
      ],
    ]);
  });

  test("are read by the office and saved by administrators, of their own organisation alone", async () => {
    good(await save([INNER]));
    expect((await sam.call(zonesApi.readZones, {})).status).toBe(403);
    expect((await bo.call(zonesApi.editZones, { version: 1, zones: [] })).status).toBe(403);
    const other = await world.db.as({ orgId: randomUUID() }, (tx) =>
      sql<{ n: bigint }>`select count(*) as n from price_zones`.execute(tx),
    );
    expect(Number(other.rows[0]?.n)).toBe(0);
  });
});

describe("a price list that names a zone", () => {
  test("cannot be published before the zone is there", async () => {
    const { status, body } = await publish();
    expect([status, body.code, body.fields]).toEqual([
      422,
      "quotes.bad-price-list",
      [{ path: "rules.1.when.0.in", code: "unknown-zone" }],
    ]);
    good(await save([NORTH]));
    expect((await publish()).status).toBe(200);
  });

  test("keeps it from going, but not from being renamed or moved", async () => {
    good(await save([INNER, NORTH]));
    good(await publish());
    expect(good(await ada.call(zonesApi.readZones, {})).uses).toEqual([
      { code: "north", rules: ["Bridge toll"] },
    ]);
    const { status, body } = await save([INNER], 1);
    expect([status, body.code, body.facts]).toEqual([
      409,
      "zones.in-use",
      { zone: "North", rules: "Bridge toll" },
    ]);
    expect((await save([{ ...NORTH, name: "Northern bank" }], 1)).status).toBe(200);
    good(await publish(RULES.slice(0, 1), 2));
    expect((await save([], 2)).status).toBe(200);
  });

  test("and a save that takes the zone away at the same moment: one of both is refused", async () => {
    for (let round = 0; round < 5; round++) {
      await world.run(sql`truncate price_zones`);
      await world.run(sql`delete from price_list where version > 1`);
      good(await save([NORTH]));
      const both = await Promise.all([publish(), save([], 1)]);
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });
});

describe("a price", () => {
  const priced = async () => {
    const { price } = await quote(world, sam);
    return { total: price.total.minor, zones: price.zones };
  };
  test("differs by zone, also in the windows on offer, and names the zones", async () => {
    expect((await priced()).zones).toBeUndefined();
    good(await save([INNER, NORTH]));
    good(await publish());
    const zones = {
      version: 1,
      from: { code: "inner", name: "Inner city" },
      to: { code: "north", name: "North" },
    };
    expect(await priced()).toEqual({ total: 700, zones });
    const { pickup, dropoff } = request(world);
    const offer = good(
      await world.guest().call(quotesApi.priceWindows, {
        pickupLon: pickup.point.lon,
        pickupLat: pickup.point.lat,
        dropoffLon: dropoff.point.lon,
        dropoffLat: dropoff.point.lat,
        massG: 2_000,
        parcels: 1,
      }),
    );
    expect(offer.prices.map(({ total, zones }) => [total.minor, zones])).toEqual([[700, zones]]);
  });

  test("of the next quote follows a zone that moved", async () => {
    good(await save([INNER, NORTH]));
    good(await publish());
    expect((await priced()).total).toBe(700);
    good(await save([INNER, { ...NORTH, polygon: box(13.5, 52.505, 13.51, 52.52) }], 1));
    expect(await priced()).toMatchObject({ total: 500, zones: { version: 2, to: null } });
  });

  test("of a booked trip stays with the zones of its quote, for the old address and for a new one", async () => {
    good(await save([INNER, NORTH]));
    good(await publish());
    const id = await pay(world, (await order(world, sam)).id);
    good(await save([INNER, { ...NORTH, polygon: box(13.5, 52.505, 13.51, 52.52) }], 1));
    const again = async (lon: number) =>
      good(
        await ada.call(editsApi.priceTrip, {
          id,
          pickupLon: 13.4,
          pickupLat: 52.5,
          dropoffLon: lon,
          dropoffLat: 52.51,
        }),
      ).price;
    expect(await again(13.42)).toMatchObject({
      total: { minor: 700 },
      zones: { version: 1, to: { code: "north" } },
    });
    expect(await again(13.425)).toMatchObject({ total: { minor: 700 }, zones: { version: 1 } });
    expect(await again(13.505)).toMatchObject({ total: { minor: 500 }, zones: { version: 1, to: null } });
  });
});
