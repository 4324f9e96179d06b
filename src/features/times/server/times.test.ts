import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { courierApi } from "#features/courier/contract/api.ts";
import { couriersOnDuty } from "#features/courier/server/public.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { planOfToday } from "#features/dispatch/server/public.ts";
import { type ShiftTimes, shiftsApi } from "#features/shifts/contract/api.ts";
import { localAt } from "#kernel/local-time.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, toIso } from "#kernel/instant.ts";
import type { LiveMessage } from "#server/live/hub.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import type { Booked } from "#test/support/people/book-many.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { timesApi } from "../contract/api.ts";
import { learnServiceTimes } from "./learn-service-times.ts";
import { predictRoute } from "./predict-route.ts";

const { world, bo, carla, dmitri } = useWorld({
  people: { bo: ["Bo", "dispatcher"], carla: ["Carla", "courier"], dmitri: ["Dmitri", "courier"] },
});
beforeEach(async () => {
  world.now += MINUTE_MS;
  await world.run(
    sql`truncate arrival, forecast, service_time, shift, position_now, stop, route, said_arrival, day_end, planned_shift`,
  );
  await world.run(sql`update task set state = 'cancelled'`);
});

const idOf = (who: Caller): string => who.actor.courierId ?? "";

async function assign(courier: Caller, booked: readonly Booked[]): Promise<void> {
  const board = boardOf((await bo.call(dispatchApi.readBoard, {})).body);
  const answer = await bo.call(dispatchApi.editPlan, {
    edit: {
      type: "assign",
      commandId: randomUUID(),
      occurredAt: toIso(world.now),
      date: board.date,
      deliveryIds: booked.map(({ id }) => id),
      courierId: idOf(courier),
      beforeTaskId: null,
      seen: board.couriers.map(({ id, route }) => ({ courierId: id, revision: route.revision })),
    },
  });
  expect(answer).toMatchObject({ status: 200 });
}

/** Two deliveries of Carla's, whose pickups are open already. */
async function work(): Promise<Booked[]> {
  const booked = await bookMany(world, 2);
  await assign(carla, booked);
  return booked;
}

async function goOnDuty(minutesAgo = 0): Promise<void> {
  await carla.call(courierApi.keepShift, {
    commandId: randomUUID(),
    occurredAt: toIso(world.now - HOUR_MS),
    onDuty: true,
  });
  const position = {
    at: toIso(world.now - minutesAgo * MINUTE_MS),
    point: { lon: 7.1, lat: 51.19 },
    accuracyM: 8,
    speedMps: null,
    headingDeg: null,
  };
  expect(await carla.call(courierApi.sendPositions, { positions: [position] })).toMatchObject({
    status: 200,
  });
}

interface PredictAs {
  readonly now?: number;
  readonly roadS?: number;
  readonly who?: Caller;
}

/** Predicts as the job does. @returns what live readers are told */
async function predictNow({ now = world.now, roadS, who = carla }: PredictAs = {}): Promise<LiveMessage[]> {
  const told: LiveMessage[] = [];
  const hub = { tell: (_orgId: string, message: LiveMessage) => void told.push(message) };
  const roads = roadS === undefined ? undefined : { between: () => ({ seconds: roadS, metres: 1 }) };
  await predictRoute(
    { db: world.db, hub, ...(roads && { roads }) },
    { planOfToday, onDuty: couriersOnDuty, follow: () => Promise.resolve() },
    { orgId: world.orgId, courierId: idOf(who), now },
  );
  return told;
}

interface Row {
  readonly task_id: string;
  readonly courier_id: string;
  readonly at: number;
  readonly planned_at: number;
  readonly status: string;
  readonly basis: string;
  readonly leg_s: number;
  readonly leg_source: string;
  readonly service_s: number;
  readonly service_source: string;
  readonly risk_since: number | null;
  readonly ahead: number;
}
const arrivals = () => world.run(sql<Row>`select * from arrival order by ahead`);

/** Ends tasks as if the courier had stood there so many seconds and gone now. */
const end = (taskIds: readonly string[], seconds: number) =>
  world.run(sql`
    update task set state = 'succeeded', changed_at = ${toIso(world.now)},
      arrived_at = ${toIso(world.now - seconds * SECOND_MS)},
      outcome = jsonb_build_object('occurredAt', ${world.now}::bigint)
    where id = any (${[...taskIds]}::uuid[])`);

test("an assigned route has predictions by the plan, what opens later behind what is open", async () => {
  const [one, two] = await work();
  await predictNow();
  const found = await arrivals();
  expect(found.map(({ task_id }) => task_id)).toEqual([
    one?.collect,
    two?.collect,
    one?.deliver,
    two?.deliver,
  ]);
  expect(found.map(({ ahead }) => ahead)).toEqual([0, 1, 2, 3]);
  expect(found[0]).toMatchObject({
    status: "not_started",
    basis: "plan",
    at: world.now,
    service_s: 240,
    service_source: "default",
  });
  expect(found.map(({ at }) => at)).toEqual(found.map(({ at }) => at).toSorted((a, b) => a - b));
});

test("on duty the prediction begins where the courier is, and says how old that is", async () => {
  await work();
  await goOnDuty();
  await predictNow();
  // 1,112 m straight, by half more on the road, at 4.2 m/s.
  expect((await arrivals())[0]).toMatchObject({
    status: "available",
    basis: "live",
    leg_s: 371,
    leg_source: "estimated",
  });
  await predictNow({ now: world.now + 6 * MINUTE_MS });
  expect((await arrivals())[0]?.status).toBe("stale");
  await predictNow({ now: world.now + 16 * MINUTE_MS });
  expect((await arrivals())[0]?.status).toBe("no_position");
});

test("the roads of the map are asked for every leg where there is one", async () => {
  await work();
  await goOnDuty();
  await predictNow({ roadS: 600 });
  const found = await arrivals();
  expect(found.map(({ leg_s, leg_source }) => [leg_s, leg_source])).toEqual(found.map(() => [600, "road"]));
});

test("a stop that ended leaves the predictions, and its outcome stands beside the first live one", async () => {
  const [one] = await work();
  await goOnDuty();
  await predictNow();
  world.now += 10 * MINUTE_MS;
  await end([one?.collect ?? ""], 120);
  await predictNow();
  expect((await arrivals()).map(({ task_id }) => task_id)).not.toContain(one?.collect);
  expect(await bo.call(timesApi.readCalibration, { days: 1 })).toMatchObject({
    status: 200,
    body: {
      days: 1,
      arrivals: 1,
      within: 1,
      buckets: expect.arrayContaining([expect.objectContaining({ stops: 1, kept: 1 })]),
    },
  });
});

test("what was planned stays while the route does, and the prediction follows the day", async () => {
  await work();
  await goOnDuty();
  await predictNow();
  const before = new Map((await arrivals()).map((row) => [row.task_id, row]));
  await predictNow({ roadS: 3_000 });
  const [first, ...more] = await arrivals();
  for (const row of [first, ...more])
    expect(row?.planned_at).toBe(before.get(row?.task_id ?? "")?.planned_at);
  expect(more).toHaveLength(3);
  expect(first?.at).toBeGreaterThan((before.get(first?.task_id ?? "")?.at ?? 0) + 30 * MINUTE_MS);
});

test("a promise in danger is marked since when, until it is safe again or over", async () => {
  await work();
  await goOnDuty();
  await predictNow({ roadS: 7_000 });
  expect((await arrivals())[0]?.risk_since).toBe(world.now);
  await predictNow({ now: world.now + MINUTE_MS, roadS: 7_000 });
  expect((await arrivals())[0]?.risk_since).toBe(world.now);
  await predictNow({ now: world.now + 2 * MINUTE_MS, roadS: 10 });
  expect((await arrivals())[0]?.risk_since).toBeNull();
});

test("an older computation never replaces a newer one", async () => {
  await work();
  await predictNow({ now: world.now + MINUTE_MS });
  const newer = await arrivals();
  await predictNow();
  expect(await arrivals()).toEqual(newer);
});

test("another courier's prediction takes a stop that was given to them", async () => {
  const booked = await work();
  await predictNow();
  await assign(dmitri, booked);
  await predictNow({ who: dmitri });
  await predictNow();
  const found = await arrivals();
  expect(found).toHaveLength(4);
  expect(new Set(found.map(({ courier_id }) => courier_id))).toEqual(new Set([idOf(dmitri)]));
});

test("staff hear of a route that changed, recipients that theirs did, and nobody of what is as before", async () => {
  const [one, two] = await work();
  const first = await predictNow();
  expect(first.map(({ audience }) => audience)).toContainEqual({ staff: true, courierId: idOf(carla) });
  for (const booked of [one, two])
    expect(first).toContainEqual({ type: "times.changed", data: {}, audience: { deliveryId: booked?.id } });
  expect(await predictNow({ now: world.now + SECOND_MS })).toEqual([]);
});

test("the median of a place or a vehicle replaces the default once there are enough", async () => {
  const many = await bookMany(world, 21);
  await assign(carla, many);
  await end(
    many.slice(1).map(({ collect }) => collect),
    100,
  );
  await learnServiceTimes(world.db, world.now);
  await predictNow();
  const find = async (taskId: string | undefined) => (await arrivals()).find((row) => row.task_id === taskId);
  expect(await find(many[0]?.collect)).toMatchObject({ service_s: 100, service_source: "vehicle" });
  expect(await find(many[0]?.deliver)).toMatchObject({ service_s: 180, service_source: "default" });
  await world.run(sql`
    update delivery set pickup = (select pickup from delivery where id = ${many[0]?.id}) where id = any (${many.slice(1, 6).map(({ id }) => id)}::uuid[])`);
  await end(
    many.slice(1, 6).map(({ collect }) => collect),
    400,
  );
  await learnServiceTimes(world.db, world.now);
  await predictNow();
  expect(await find(many[0]?.collect)).toMatchObject({ service_s: 400, service_source: "place" });
});

/** Plans Carla's shift of today, by the clock of Berlin. */
async function planShift(from: string, to: string, breaks: ShiftTimes["breaks"] = []): Promise<void> {
  const shifts = [{ from, to, breaks, vehicleId: null }];
  const cell = { courierId: idOf(carla), date: toIso(world.now).slice(0, 10), shifts, seen: [] };
  expect(await bo.call(shiftsApi.planShifts, { cells: [cell] }, { key: randomUUID() })).toMatchObject({
    status: 200,
  });
}
const clock = (ms: number): string => localAt(ms, "Europe/Berlin").time;
const ends = () =>
  world.run(sql<{ at: number; shift_end: number | null }>`select at, shift_end from day_end`);

test("work begins with the shift, rests in its breaks, and its end stands beside the shift's on the board", async () => {
  await work();
  await predictNow({ roadS: 600 });
  const [bare] = await ends();
  expect(bare?.shift_end).toBeNull();
  const begin = world.now + 30 * MINUTE_MS;
  const minute = Math.floor(begin / MINUTE_MS) * MINUTE_MS;
  await planShift(clock(begin), clock(begin + HOUR_MS));
  await predictNow({ roadS: 600, now: world.now + 1 });
  expect((await arrivals())[0]?.at).toBeGreaterThanOrEqual(minute);
  const [planned] = await ends();
  expect(planned?.shift_end).toBe(minute + HOUR_MS);
  const { couriers } = boardOf((await bo.call(dispatchApi.readBoard, {})).body);
  expect(couriers.find(({ id }) => id === idOf(carla))?.route.times?.end).toEqual({
    at: toIso(planned?.at ?? 0),
    shiftEnd: toIso(minute + HOUR_MS),
  });
});

test("a break makes the day longer by its length", async () => {
  await work();
  await goOnDuty();
  await predictNow({ roadS: 60 });
  const [before] = await ends();
  await planShift(clock(world.now - HOUR_MS), clock(world.now + 6 * HOUR_MS), [
    { earliest: clock(world.now + MINUTE_MS), latest: clock(world.now + 10 * MINUTE_MS), minutes: 45 },
  ]);
  await predictNow({ roadS: 60, now: world.now + 1 });
  const [after] = await ends();
  // The last stops wait for their windows; the break may fit into that wait.
  expect((after?.at ?? 0) - (before?.at ?? 0)).toBeGreaterThanOrEqual(0);
  const found = await arrivals();
  expect(Math.max(...found.map(({ at }) => at))).toBeGreaterThan(world.now + 45 * MINUTE_MS);
});

test("an own word replaces the prediction of its stop until it ends, and says who said it", async () => {
  const [one] = await work();
  await goOnDuty();
  await predictNow();
  const id = one?.collect ?? "";
  const word = { at: toIso(world.now + HOUR_MS), until: toIso(world.now + 90 * MINUTE_MS) };
  const say = (who: Caller, said: typeof word | null, task = id) =>
    who.call(timesApi.sayArrival, { id: task, said }, { key: randomUUID() });
  expect(await say(carla, word)).toMatchObject({
    status: 200,
    body: { said: { ...word, by: "Carla", role: "courier" } },
  });
  await predictNow({ now: world.now + 1 });
  const find = async () => (await arrivals()).find(({ task_id }) => task_id === id);
  expect(await find()).toMatchObject({ status: "manual", basis: "live", at: world.now + HOUR_MS });
  expect(await bo.call(timesApi.readStopTime, { id })).toMatchObject({
    status: 200,
    body: {
      courier: "Carla",
      arrival: {
        status: "manual",
        service: { source: "default", visits: null },
        way: { source: "estimated" },
      },
      said: { by: "Carla" },
    },
  });
  await predictNow({ now: world.now + 91 * MINUTE_MS });
  expect((await find())?.status).not.toBe("manual");
  expect((await say(dmitri, word)).body).toMatchObject({ code: "times.unknown-stop" });
  expect((await dmitri.call(timesApi.readStopTime, { id })).body).toMatchObject({
    code: "times.unknown-stop",
  });
  const past = { at: toIso(world.now - HOUR_MS), until: word.until };
  expect((await say(bo, past)).body).toMatchObject({ code: "times.bad-word" });
  expect(await say(bo, word)).toMatchObject({ body: { said: { by: "Bo", role: "dispatcher" } } });
  expect(await say(bo, null)).toMatchObject({ body: { said: null } });
  await end([id], 60);
  expect((await say(bo, word)).body).toMatchObject({ code: "times.not-ahead" });
});

test("nothing older than the asked days counts for the calibration", async () => {
  const [one] = await work();
  await goOnDuty();
  await predictNow();
  await end([one?.collect ?? ""], 120);
  await predictNow({ now: world.now + 1 });
  world.now += 2 * DAY_MS;
  const { body } = await bo.call(timesApi.readCalibration, { days: 1 });
  expect(body).toMatchObject({ arrivals: 0, within: null });
});
