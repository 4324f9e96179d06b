import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dispatchApi } from "../contract/api.ts";
import { boardOf, unassignedOf, type Board } from "../contract/board.ts";
import { DAY_MS, HOUR_MS, toIso } from "#kernel/instant.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { openWorld, type Caller, type World } from "#test/support/world.ts";

let world: World;
let bo: Caller;
let carla: string;

beforeAll(async () => {
  world = await openWorld();
  bo = await world.person("Bo", "dispatcher");
  carla = (await world.person("Carla", "courier")).actor.courierId ?? "";
});
afterAll(() => world.close());

const board = async (date?: string): Promise<Board> =>
  boardOf((await bo.call(dispatchApi.readBoard, date === undefined ? {} : { date })).body);
const head = () => ({ commandId: randomUUID(), occurredAt: toIso(world.now) });
const DATE = "2026-06-17";

test("an empty day has every courier and nothing to do", async () => {
  expect(await board()).toEqual({
    date: DATE,
    timezone: "Europe/Berlin",
    unassigned: [],
    deliveries: [],
    couriers: [
      {
        id: carla,
        name: "Carla",
        vehicle: "cargo_bike",
        onDuty: false,
        position: null,
        route: { id: null, revision: 0, ackRevision: 0, times: null, stops: [] },
      },
    ],
  });
});

test("what was promised for a day is on its board, with what the map and the list need", async () => {
  const [first] = await bookMany(world, 2);
  const shown = await board();
  expect(shown.unassigned).toHaveLength(2);
  expect(shown.deliveries.find((one) => one.id === first?.id)).toEqual({
    id: first?.id,
    number: first?.number,
    state: "created",
    serviceLevel: "scheduled",
    window: { start: toIso(world.now + HOUR_MS), end: toIso(world.now + 3 * HOUR_MS) },
    pickupLabel: "Hill Road 0",
    dropoffLabel: "Mill Lane 0",
    pickup: { lon: 7.1, lat: 51.2 },
    dropoff: { lon: 7.1, lat: 51.21 },
    recipientName: "Recipient 0",
    massG: 1200,
    parcels: 1,
  });
  expect((await board("2026-06-18")).deliveries).toEqual([]);
  await world.db.owner((tx) =>
    sql`update delivery set parcels = parcels || parcels where id = ${first?.id}`.execute(tx),
  );
  const heavier = (await board()).deliveries.find((one) => one.id === first?.id);
  expect(heavier).toMatchObject({ massG: 2400, parcels: 2 });
});

test("what nobody did in time is still there the day after, but not the day before", async () => {
  const before = world.now;
  world.now += DAY_MS;
  const today = await board();
  expect(today.date).toBe("2026-06-18");
  expect(today.unassigned).toHaveLength(2);
  expect((await board("2026-06-19")).deliveries).toEqual([]);
  world.now = before;
});

test("assigned work left over from yesterday comes first on today's route", async () => {
  const [first] = unassignedOf(await board());
  const answer = await bo.call(dispatchApi.editPlan, {
    edit: {
      ...head(),
      type: "assign",
      date: DATE,
      deliveryIds: [first?.id ?? ""],
      courierId: carla,
      beforeTaskId: null,
      seen: [],
    },
  });
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  const before = world.now;
  world.now += DAY_MS;
  const today = await board();
  expect(today.couriers[0]?.route).toMatchObject({ id: null, revision: 0 });
  expect(today.couriers[0]?.route.stops.map((stop) => stop.deliveryId)).toEqual([first?.id, first?.id]);
  world.now = before;
});

test("a board of a thousand takes as many statements as an empty one", async () => {
  const few = await world.db.countStatements(() => board("2026-07-01"));
  await bookMany(world, 1_000, { start: world.now + 14 * DAY_MS });
  const many = await world.db.countStatements(() => board("2026-07-01"));
  expect(many.result.unassigned).toHaveLength(1_000);
  expect(many.statements).toBe(few.statements);
});

test("a board is one statement while the zone holds, and of the new zone once it changed elsewhere", async () => {
  const move = (timezone: string) =>
    world.db.owner((tx) =>
      sql`update organization set timezone = ${timezone} where id = ${world.orgId}`.execute(tx),
    );
  const dayIn = async (timezone: string) => {
    await move(timezone);
    const { result, statements } = await world.db.countStatements(() => board());
    return { date: result.date, timezone: result.timezone, statements };
  };
  await board();
  const before = world.now;
  world.now = Date.parse("2026-06-17T22:30:00Z");
  expect(await dayIn("Europe/Berlin")).toEqual({
    date: "2026-06-18",
    timezone: "Europe/Berlin",
    statements: 1,
  });
  expect(await dayIn("America/New_York")).toEqual({
    date: "2026-06-17",
    timezone: "America/New_York",
    statements: 3,
  });
  await move("Europe/Berlin");
  world.now = before;
});
