import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { DAY_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { TICK_MS, startHub, type LiveMessage } from "#server/live/hub.ts";
import { openPhone } from "#test/support/courier/phone.ts";
import { bookMany, type Booked } from "#test/support/people/book-many.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { courierApi } from "../contract/api.ts";
import { courierForRecipient } from "./courier-for-recipient.ts";
import { forgetTracks } from "./forget-tracks.ts";
import { POSITION_TICK_MS, positionTicker } from "./position-ticker.ts";

const { world, bo, carla, elif } = useWorld({
  people: { bo: ["Bo", "dispatcher"], carla: ["Carla Ruiz", "courier"], elif: ["Elif", "courier"] },
  runJobs: true,
});
beforeEach(async () => {
  world.now += MINUTE_MS;
  await world.db.owner((tx) => sql`truncate stop, route, shift, position_now, position_track`.execute(tx));
  await world.db.owner((tx) => sql`update task set state = 'cancelled'`.execute(tx));
});

const head = () => ({ commandId: randomUUID(), occurredAt: toIso(world.now) });
const shift = (who: Caller, onDuty: boolean, more: object = {}) =>
  who.call(courierApi.keepShift, { ...head(), onDuty, ...more });
const at = (lon: number, lat: number, when = world.now) => ({
  at: toIso(when),
  point: { lon, lat },
  accuracyM: 8,
  speedMps: null,
  headingDeg: 90,
});
const day = async (who: Caller) => (await who.call(courierApi.readDay, {})).body;

async function give(who: Caller, count: number): Promise<Booked[]> {
  const booked = await bookMany(world, count);
  const answer = await bo.call(dispatchApi.editPlan, {
    edit: {
      ...head(),
      type: "assign",
      date: "2026-06-17",
      deliveryIds: booked.map((one) => one.id),
      courierId: who.actor.courierId ?? "",
      beforeTaskId: null,
      seen: [],
    },
  });
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return booked;
}
/** Records a success of a stop with a network. */
const succeed = (who: Caller, id: string, taskId: string, more: object = {}) =>
  who.call(deliveriesApi.performTask, {
    id,
    command: { ...head(), type: "succeed", taskId, recipientName: null, note: null, proofIds: [], ...more },
  });

function only<T>([one, ...more]: readonly T[]): T {
  if (one === undefined || more.length > 0) throw new Error(`one is expected, not ${more.length + 1}`);
  return one;
}

test("codes scanned at a stop are kept with its outcome and shown in the history; a foreign one is refused", async () => {
  const { id, collect } = only(await give(carla, 1));
  const codes = (await day(carla)).stops.flatMap(({ kind, parcels }) =>
    kind === "collect" ? parcels.map(({ code }) => code) : [],
  );
  const foreign = await succeed(carla, id, collect, { codes: ["WB-0000-0000-1"] });
  expect(foreign).toMatchObject({
    status: 422,
    body: { code: "deliveries.code-unknown", fields: [{ path: "command.codes" }] },
  });
  expect((await succeed(carla, id, collect, { codes })).status).toBe(200);
  const seen = (await bo.call(deliveriesApi.readDelivery, { id })).body;
  expect(seen.tasks.map(({ outcome }) => outcome?.codes)).toEqual([codes, undefined]);
  const collected = seen.timeline.filter(({ type }) => type === "delivery.collected");
  expect(collected.map(({ data }) => data["scanned"])).toEqual([codes.length]);
});

test("each parcel of the day has the code of its label, and the day says who holds it", async () => {
  await give(carla, 2);
  for (const { number, parcels, custody } of (await day(carla)).stops) {
    expect(parcels.map(({ code }) => code)).toEqual(parcels.map((_, at) => `${number}-${at + 1}`));
    expect(custody).toBe("sender");
  }
  expect((await day(carla)).stops).toHaveLength(4);
});

test("a courier's day has their stops in order, with all that is needed at the door", async () => {
  const [a] = await give(carla, 2);
  const today = await day(carla);
  expect(today).toMatchObject({ date: "2026-06-17", onDuty: false, route: { revision: 1, ackRevision: 0 } });
  expect(today.stops).toHaveLength(4);
  expect(today.stops[0]).toMatchObject({
    taskId: a?.collect,
    seq: 1,
    kind: "collect",
    contactName: "Sender 0",
    contactPhone: "+4930123456",
    note: "Ring at Sender 0",
    address: { label: "Hill Road 0" },
    required: [],
    blocked: false,
    correctableUntil: null,
  });
  expect(today.stops[1]).toMatchObject({
    taskId: a?.deliver,
    kind: "deliver",
    contactName: "Recipient 0",
    required: ["recipient_name", "photo_or_signature"],
    blocked: true,
  });
  expect((await day(elif)).stops).toEqual([]);
});

test("an outcome can be corrected for ten minutes, as long as nothing came after it", async () => {
  const [a] = await give(carla, 1);
  expect((await succeed(carla, a?.id ?? "", a?.collect ?? "")).status).toBe(200);
  const first = async () => (await day(carla)).stops[0];
  expect((await first())?.correctableUntil).toBe(toIso(world.now + 10 * MINUTE_MS));
  world.now += 11 * MINUTE_MS;
  expect((await first())?.correctableUntil).toBeNull();
});

test("the telephone number is gone a day after the stop ended", async () => {
  const [a] = await give(carla, 1);
  expect((await succeed(carla, a?.id ?? "", a?.collect ?? "")).status).toBe(200);
  const phones = async () => {
    const answer = await carla.call(courierApi.readDay, {});
    return answer.body.stops.map((stop) => stop.contactPhone);
  };
  expect(await phones()).toEqual(["+4930123456", "+4930123456"]);
  const before = world.now;
  world.now += DAY_MS + MINUTE_MS;
  // Only what is still to be done is carried over.
  expect(await phones()).toEqual(["+4930123456"]);
  world.now = before;
});

test("a courier's fact stands although the work was given to another meanwhile", async () => {
  const [a] = await give(carla, 1);
  if (!a) throw new Error("nothing booked");
  const phone = openPhone(world, carla);
  const done = { deliveryId: a.id, taskId: a.collect, recipientName: null, note: null, proofs: [] };
  phone.tap("succeed", done);
  const board = (await bo.call(dispatchApi.readBoard, {})).body;
  const moved = await bo.call(dispatchApi.editPlan, {
    edit: {
      ...head(),
      type: "assign",
      date: "2026-06-17",
      deliveryIds: [a.id],
      courierId: elif.actor.courierId ?? "",
      beforeTaskId: null,
      seen: board.couriers.map((one) => ({ courierId: one.id, revision: one.route.revision })),
    },
  });
  expect(moved.status).toBe(200);
  expect((await phone.send()).body.results).toMatchObject([
    { verdict: "conflict", code: "courier.taken-over" },
  ]);
  expect((await day(carla)).stops.map((stop) => stop.taskId)).toEqual([a.collect]);
  expect((await day(elif)).stops.map((stop) => stop.taskId)).toEqual([a.deliver]);
  await world.settled();
  expect((await day(elif)).route?.revision).toBe(2);
});

test("a courier acknowledges their own route, never a revision that is not there", async () => {
  await give(carla, 1);
  const routeId = (await day(carla)).route?.id ?? "";
  const say = async (who: Caller, revision: number) =>
    (await who.call(courierApi.acknowledgeRoute, { routeId, revision })).body.route?.ackRevision;
  expect(await say(carla, 99)).toBe(1);
  expect(await say(carla, 0)).toBe(1);
  await say(elif, 1);
  const events = await world.db.owner((tx) =>
    rows(tx, sql`select 1 from event where type = 'route.acknowledged'`),
  );
  expect(events).toHaveLength(1);
});

test("on duty once, off duty once, however often it is said", async () => {
  const command = head();
  for (let i = 0; i < 3; i += 1) expect((await shift(carla, true, command)).body.onDuty).toBe(true);
  expect((await shift(carla, true)).body.onDuty).toBe(true);
  await Promise.all([shift(carla, false), shift(carla, false), shift(carla, false)]);
  expect((await day(carla)).onDuty).toBe(false);
  const shifts = await world.db.owner((tx) =>
    rows(tx, sql<{ ended_at: number | null }>`select ended_at from shift`),
  );
  expect(shifts).toHaveLength(1);
  const seqs = await world.db.owner((tx) =>
    rows(tx, sql<{ seq: number }>`select seq from event where aggregate = 'courier' order by seq`),
  );
  expect(seqs.map((row) => row.seq)).toEqual([1, 2]);
});

test("positions are kept on duty only, and forgotten with the shift", async () => {
  expect(await carla.call(courierApi.sendPositions, { positions: [at(7.1, 51.2)] })).toMatchObject({
    status: 409,
    body: { code: "courier.off-duty" },
  });
  await shift(carla, true);
  const began = world.now;
  world.now += MINUTE_MS;
  const sent = await carla.call(courierApi.sendPositions, {
    positions: [
      at(7.0, 51.0, began - MINUTE_MS),
      at(7.2, 51.2, began + 2_000),
      at(7.3, 51.3, began + 3_000),
      at(7.1, 51.1, began + 1_000),
      at(7.3, 51.3, began + 3_000),
    ],
  });
  expect(sent.body).toEqual({ kept: 3 });
  const position = async () =>
    (await bo.call(dispatchApi.readBoard, {})).body.couriers.find((one) => one.id === carla.actor.courierId)
      ?.position;
  expect(await position()).toEqual({
    courierId: carla.actor.courierId,
    at: toIso(began + 3_000),
    point: { lon: 7.3, lat: 51.3 },
    headingDeg: 90,
  });
  await carla.call(courierApi.sendPositions, { positions: [at(7.9, 51.9, began + 500)] });
  expect((await position())?.point).toEqual({ lon: 7.3, lat: 51.3 });
  await shift(carla, false);
  expect(await position()).toBeNull();
  await shift(carla, true);
  expect(await position()).toBeNull();
});

test("a phone whose clock runs ahead writes no future", async () => {
  await shift(carla, true);
  await carla.call(courierApi.sendPositions, { positions: [at(7.1, 51.1, world.now + DAY_MS)] });
  const [row] = await world.db.owner((tx) => rows(tx, sql<{ at: number }>`select at from position_now`));
  expect(row?.at).toBe(world.now);
});

test("five hundred positions take as many statements as one", async () => {
  await shift(carla, true);
  world.now += MINUTE_MS;
  const send = (count: number, from: number) =>
    world.db.countStatements(() =>
      carla.call(courierApi.sendPositions, {
        positions: Array.from({ length: count }, (_, n) => at(7, 51, from + n * 10)),
      }),
    );
  const few = await send(1, world.now - 50_000);
  const many = await send(500, world.now - 40_000);
  expect(many.result.body.kept).toBe(500);
  expect(many.statements).toBe(few.statements);
});

test("positions need no claim: sent again, they change nothing and answer the same", async () => {
  await shift(carla, true);
  world.now += MINUTE_MS;
  const key = randomUUID();
  const positions = [at(7, 51, world.now - 20_000), at(7.1, 51, world.now - 10_000)];
  const tables = () =>
    world.db.owner((tx) =>
      rows(
        tx,
        sql`select (select json_agg(t order by at) from position_track t) as track, n.*,
              (select count(*)::int from idempotency where key = ${key}) as claims from position_now n`,
      ),
    );
  const first = await carla.call(courierApi.sendPositions, { positions }, { key });
  const before = await tables();
  expect(before).toMatchObject([{ claims: 0, lon: 7.1 }]);
  const again = await carla.call(courierApi.sendPositions, { positions }, { key });
  expect([first.body, again.body]).toEqual([{ kept: 2 }, { kept: 2 }]);
  expect(await tables()).toEqual(before);
});

test("couriers who send at once share one transaction, and each is answered for themselves", async () => {
  await shift(carla, true);
  world.now += MINUTE_MS;
  const crowd = await Promise.all(
    Array.from({ length: 20 }, async (_, nth) => {
      const courier = await world.person(`Courier ${nth}`, "courier");
      if (nth % 4 !== 0)
        await shift(courier, true, { commandId: randomUUID(), occurredAt: toIso(world.now) });
      return courier;
    }),
  );
  const { result, statements } = await world.db.countStatements(() =>
    Promise.all([
      ...crowd.map((who, nth) => who.call(courierApi.sendPositions, { positions: [at(7 + nth / 100, 51)] })),
      carla.call(courierApi.sendPositions, {
        positions: [at(8, 51, world.now - 2_000), at(8.1, 51, world.now)],
      }),
      carla.call(courierApi.sendPositions, {
        positions: [at(8.1, 51, world.now), at(8.2, 51, world.now - 1_000)],
      }),
    ]),
  );
  expect(result.map(({ status, body }) => (status === 200 ? body.kept : body.code))).toEqual([
    ...crowd.map((_, nth) => (nth % 4 === 0 ? "courier.off-duty" : 1)),
    2,
    2,
  ]);
  expect(statements).toBeLessThanOrEqual(8);
  const kept = await world.db.owner((tx) =>
    rows(tx, sql<{ courier_id: string; lon: number }>`select courier_id, lon from position_now`),
  );
  expect(new Map(kept.map((row) => [row.courier_id, row.lon]))).toEqual(
    new Map([
      ...crowd.flatMap((who, nth): [string, number][] =>
        nth % 4 === 0 ? [] : [[who.actor.courierId ?? "", 7 + nth / 100]],
      ),
      [carla.actor.courierId ?? "", 8.1],
    ]),
  );
});

test("tracks older than 60 days are deleted", async () => {
  await shift(carla, true);
  await carla.call(courierApi.sendPositions, { positions: [at(7.1, 51.1)] });
  await forgetTracks(world.db, world.now + 59 * DAY_MS);
  const left = () => world.db.owner((tx) => rows(tx, sql`select 1 from position_track`));
  expect(await left()).toHaveLength(1);
  await forgetTracks(world.db, world.now + 60 * DAY_MS + 1);
  expect(await left()).toHaveLength(0);
});

test("a recipient sees the courier only while they are next, on duty, with the parcel aboard", async () => {
  const [a, b] = await give(carla, 2);
  if (!a || !b) throw new Error("nothing booked");
  const seen = (one: Booked) =>
    world.db.as({ orgId: world.orgId }, (tx) => courierForRecipient(tx, world.orgId, one.id, world.now));
  await shift(carla, true);
  await carla.call(courierApi.sendPositions, { positions: [at(7.5, 51.9)] });
  expect(await seen(a)).toBeNull();
  for (const { id, collect } of [a, b]) expect((await succeed(carla, id, collect)).status).toBe(200);
  const courier = await seen(a);
  expect(courier).toMatchObject({ firstName: "Carla", vehicle: "cargo_bike", at: world.now });
  expect(courier?.point).not.toEqual({ lon: 7.5, lat: 51.9 });
  expect(await seen(b)).toBeNull();
  await shift(carla, false);
  expect(await seen(a)).toBeNull();
});

test("who is no courier has no day", async () => {
  expect((await bo.call(courierApi.readDay, {})).status).toBe(403);
  expect((await world.guest().call(courierApi.readDay, {})).status).toBe(401);
});

test("staff hear of moves in one message a tick, couriers and senders do not", async () => {
  await shift(carla, true);
  await shift(elif, true);
  const heard: LiveMessage[] = [];
  const others: LiveMessage[] = [];
  const hub = startHub(world.db);
  const listener = { orgId: world.orgId, courierId: undefined, userId: undefined, deliveryId: undefined };
  hub.listen({ ...listener, staff: true, send: (messages) => heard.push(...messages) });
  hub.listen({ ...listener, staff: false, send: (messages) => others.push(...messages) });
  const tell = positionTicker(hub);
  const position = (who: Caller, lon: number) => ({
    courierId: who.actor.courierId ?? "",
    at: toIso(world.now),
    point: { lon, lat: 51 },
    headingDeg: null,
  });
  for (let lon = 1; lon <= 50; lon += 1) {
    tell(world.orgId, position(carla, lon));
    tell(world.orgId, position(elif, lon));
  }
  await new Promise((resolve) => setTimeout(resolve, POSITION_TICK_MS + 3 * TICK_MS));
  await hub.stop();
  expect(others).toEqual([]);
  expect(heard.map((message) => message.type)).toEqual(["positions.moved"]);
  expect(heard[0]).toMatchObject({
    audience: { staff: true },
    data: { positions: [{ point: { lon: 50 } }, { point: { lon: 50 } }] },
  });
  expect(heard[0]?.cursor).toBeUndefined();
});
