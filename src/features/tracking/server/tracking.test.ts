import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { courierApi } from "#features/courier/contract/api.ts";
import { RECIPIENT_POSITION_MS } from "#features/courier/domain/limits.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { DAY_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { isToken22 } from "#kernel/token.ts";
import { rows } from "#server/db/db.ts";
import {
  book,
  bookingKey,
  contact,
  good,
  guestOrder,
  head,
  pay,
  withKey,
} from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { trackingApi } from "../contract/api.ts";
import { LINK_KEPT_MS, makeLink } from "./links.ts";
import { withoutFacts } from "./live.ts";

const { world, sam, dora, carla } = useWorld({
  shop: true,
  people: { sam: ["Sam", "sender"], dora: ["Dora", "dispatcher"], carla: ["Carla Ruiz", "courier"] },
  runJobs: true,
});
beforeEach(() => {
  world.now += MINUTE_MS;
});

const withToken = (token: string) => ({ headers: { [HEADERS.trackingToken]: token } });
const see = (token: string) => world.guest().call(trackingApi.track, {}, withToken(token));
const share = async (id: string, who = sam) => good(await who.call(trackingApi.shareDelivery, { id }));

let revision = 0;
async function assign(delivery: Delivery): Promise<void> {
  good(
    await dora.call(dispatchApi.editPlan, {
      edit: {
        ...head(world),
        type: "assign",
        date: "2026-06-17",
        deliveryIds: [delivery.id],
        courierId: carla.actor.courierId ?? "",
        beforeTaskId: null,
        seen: revision === 0 ? [] : [{ courierId: carla.actor.courierId ?? "", revision }],
      },
    }),
  );
  revision += 1;
}
const taskOf = (delivery: Delivery, kind: string) =>
  delivery.tasks.find((task) => task.kind === kind)?.id ?? "";
async function ride(delivery: Delivery, type: string, kind: string, more: object = {}): Promise<void> {
  world.now += MINUTE_MS;
  const command = { ...head(world), type, taskId: taskOf(delivery, kind), ...more };
  good(await carla.call(deliveriesApi.performTask, { id: delivery.id, command: command as never }));
}
async function photograph(delivery: Delivery): Promise<string> {
  const proofId = randomUUID();
  const grey = { width: 40, height: 30, channels: 3 as const, background: "#888" };
  const picture = await sharp({ create: grey }).jpeg().toBuffer();
  good(
    await carla.call(deliveriesApi.keepProof, {
      id: delivery.id,
      proofId,
      taskId: taskOf(delivery, "deliver"),
      kind: "photo",
      takenAt: toIso(world.now),
      image: picture.toString("base64"),
    }),
  );
  return proofId;
}
const done = { recipientName: "R. Ray", note: null, proofIds: [] };

test("a link opens one delivery in plain words, without names, house numbers, phones or prices", async () => {
  const delivery = await book(world, sam);
  const link = await share(delivery.id);
  expect(isToken22(link.token)).toBe(true);
  expect(link.path).toBe(`/t/${link.token}`);
  const { status, body } = await see(link.token);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    number: delivery.number,
    state: "booked",
    from: "Lindenstraße, Berlin",
    to: "Kanalstraße, Berlin",
    carrier: "Test Couriers",
    timezone: "Europe/Berlin",
    window: delivery.window,
    parcels: 1,
    courier: null,
    proof: null,
    timeline: [{ state: "booked" }],
  });
  const text = JSON.stringify(body);
  for (const secret of [
    delivery.sender.name,
    delivery.recipient.name,
    delivery.sender.phone,
    "total",
    "Straße 5",
    "straße 3",
    delivery.id,
  ])
    expect(text).not.toContain(secret);
  expect(body.dropoff).not.toEqual(delivery.dropoff.point);
});

test("the courier's first name and coarse position show only while the stop is next, and end with it", async () => {
  const delivery = await book(world, sam);
  const { token } = await share(delivery.id);
  await assign(delivery);
  await carla.call(courierApi.keepShift, { ...head(world), onDuty: true });
  expect((await see(token)).body).toMatchObject({ state: "booked", courier: null });
  await ride(delivery, "start", "collect");
  expect((await see(token)).body).toMatchObject({ state: "being_collected", courier: null });
  await ride(delivery, "succeed", "collect", done);
  await ride(delivery, "start", "deliver");
  good(
    await carla.call(courierApi.sendPositions, {
      positions: [
        {
          at: toIso(world.now),
          point: { lon: 13.4123456, lat: 52.5098765 },
          accuracyM: 8,
          speedMps: null,
          headingDeg: 90,
        },
      ],
    }),
  );
  const near = (await see(token)).body;
  expect(near).toMatchObject({ state: "on_its_way", courier: { firstName: "Carla", vehicle: "cargo_bike" } });
  expect(JSON.stringify(near)).not.toContain("Ruiz");
  expect(near.courier?.point).not.toBeNull();
  expect(JSON.stringify(near)).not.toContain("13.412345");
  await ride(delivery, "succeed", "deliver", { ...done, proofIds: [await photograph(delivery)] });
  const after = (await see(token)).body;
  expect(after).toMatchObject({
    state: "delivered",
    courier: null,
    dropoff: null,
    proof: { recipientName: "R. Ray", photo: true, signature: false },
  });
  expect(JSON.stringify(after)).not.toMatch(/jpeg|file|sha256|proofId/);
  expect(after.timeline.map((entry) => entry.state)).toEqual([
    "booked",
    "being_collected",
    "with_us",
    "on_its_way",
    "delivered",
  ]);
});

test("a corrected outcome replaces the wrong one for the recipient, and the office keeps both", async () => {
  const delivery = await book(world, sam);
  const { token } = await share(delivery.id);
  await assign(delivery);
  await ride(delivery, "start", "collect");
  await ride(delivery, "succeed", "collect", done);
  await ride(delivery, "start", "deliver");
  await ride(delivery, "fail", "deliver", { reason: "recipient_absent", note: null, proofIds: [] });
  const told = async () => (await see(token)).body.timeline.map(({ state }) => state);
  expect(await told()).toContain("missed");
  const right = { to: "succeeded", reason: null, recipientName: "R. Ray", note: null };
  await ride(delivery, "correct", "deliver", right);
  expect(await told()).toEqual(["booked", "being_collected", "with_us", "on_its_way", "delivered"]);
  const office = good(await dora.call(deliveriesApi.readDelivery, { id: delivery.id }));
  expect(office.timeline.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["delivery.attempt_failed", "delivery.corrected"]),
  );
});

test("a courier's position of long ago is not shown, and what the view says was read at the server's time", async () => {
  const delivery = await book(world, sam);
  const { token } = await share(delivery.id);
  await assign(delivery);
  await carla.call(courierApi.keepShift, { ...head(world), onDuty: true });
  await ride(delivery, "start", "collect");
  await ride(delivery, "succeed", "collect", done);
  await ride(delivery, "start", "deliver");
  const at = world.now;
  const point = { lon: 13.41, lat: 52.51 };
  const position = { at: toIso(at), point, accuracyM: 8, speedMps: null, headingDeg: null };
  good(await carla.call(courierApi.sendPositions, { positions: [position] }));
  world.now = at + RECIPIENT_POSITION_MS;
  expect((await see(token)).body).toMatchObject({ readAt: toIso(world.now), courier: { at: toIso(at) } });
  world.now += 1;
  expect((await see(token)).body.courier).toMatchObject({ firstName: "Carla", point: null, at: null });
});

test("an unknown, a revoked, an old and a missing token get the very same answer", async () => {
  const delivery = await book(world, sam);
  // The confirmation by mail has a link of its own.
  await world.settled();
  const { token } = await share(delivery.id);
  const other = await share(delivery.id);
  expect(good(await sam.call(trackingApi.revokeLinks, { id: delivery.id }))).toEqual({ revoked: 4 });
  const old = await share(delivery.id);
  await world.db.owner((tx) =>
    sql`update tracking_link set created_at = ${toIso(world.now - LINK_KEPT_MS - DAY_MS)} where revoked_at is null`.execute(
      tx,
    ),
  );
  const bare = (body: object) => ({ ...body, instance: "" });
  const answers = await Promise.all([
    see(token),
    see(other.token),
    see(old.token),
    see("0123456789012345678901"),
    see("x"),
    world.guest().call(trackingApi.track, {}),
  ]);
  expect(answers[0]).toMatchObject({ status: 404, body: { code: "tracking.unknown-link" } });
  for (const answer of answers)
    expect({ ...answer, body: bare(answer.body), headers: {} }).toEqual({
      ...answers[0],
      body: bare(answers[0]?.body ?? {}),
      headers: {},
    });
  const counts = await Promise.all(
    [token, "0123456789012345678901", "x"].map(
      async (one) => (await world.db.countStatements(() => see(one))).statements,
    ),
  );
  expect(new Set(counts).size).toBe(1);
});

test("a link that is handed on views; one of the recipient's own acts, and tells at the end what became of it", async () => {
  const delivery = await book(world, sam);
  const shared = await share(delivery.id);
  const own = await world.db.as({ orgId: world.orgId }, (tx) =>
    makeLink({ tx, orgId: world.orgId, now: world.now }, delivery.id, { kind: "act" }),
  );
  const acts = async () => [good(await see(shared.token)).acts, good(await see(own.token)).acts];
  expect(await acts()).toEqual([false, true]);
  await assign(delivery);
  await ride(delivery, "start", "collect");
  await ride(delivery, "succeed", "collect", done);
  await ride(delivery, "start", "deliver");
  await ride(delivery, "succeed", "deliver", { ...done, proofIds: [await photograph(delivery)] });
  expect(await acts()).toEqual([false, true]);
  const wrong = { to: "failed", reason: "recipient_absent", recipientName: null, note: null };
  await ride(delivery, "correct", "deliver", wrong);
  expect(await acts()).toEqual([false, true]);
  expect(
    await world.db.owner((tx) =>
      rows(
        tx,
        sql`insert into tracking_link (org_id, token_hash, delivery_id, created_at)
    values (${world.orgId}, 'made before kinds', ${delivery.id}, now()) returning kind`,
      ),
    ),
  ).toEqual([{ kind: "view" }]);
});

test("only the hash of a token is kept", async () => {
  const delivery = await book(world, sam);
  const { token } = await share(delivery.id);
  const found = await world.db.owner((tx) =>
    rows(
      tx,
      sql<{ n: number }>`select count(*)::int as n from (select row_to_json(l)::text as t from tracking_link l
        union all select row_to_json(i)::text from idempotency i union all select row_to_json(e)::text from event e) x
        where t like ${`%${token}%`}`,
    ),
  );
  expect(found[0]?.n).toBe(0);
});

test("only the sender and dispatch share and revoke; a guest shares the order of their booking key once it is paid", async () => {
  const delivery = await book(world, sam);
  const olga = await world.person("Olga", "sender");
  for (const api of [trackingApi.shareDelivery, trackingApi.revokeLinks]) {
    expect(await olga.call(api, { id: delivery.id })).toMatchObject({ status: 404 });
    expect(await world.guest().call(api, { id: delivery.id })).toMatchObject({ status: 401 });
    expect(await carla.call(api, { id: delivery.id })).toMatchObject({ status: 403 });
    expect(await dora.call(api, { id: delivery.id })).toMatchObject({ status: 200 });
  }
  const guest = world.guest();
  const key = bookingKey();
  const placed = await guestOrder(world, key, contact("Rita"));
  expect(await guest.call(trackingApi.shareOrder, { id: placed.id }, withKey(key))).toMatchObject({
    status: 409,
    body: { code: "tracking.not-confirmed" },
  });
  await pay(world, placed.id);
  expect(await guest.call(trackingApi.shareOrder, { id: placed.id })).toMatchObject({ status: 404 });
  const { token } = good(await guest.call(trackingApi.shareOrder, { id: placed.id }, withKey(key)));
  expect((await see(token)).body).toMatchObject({ number: placed.number });
});

test("the number of statements does not grow with what happened", async () => {
  const quiet = await book(world, sam);
  const busy = await book(world, sam);
  const links = [await share(quiet.id), await share(busy.id)];
  const counts = () =>
    Promise.all(
      links.map(async ({ token }) => (await world.db.countStatements(() => see(token))).statements),
    );
  await assign(busy);
  await ride(busy, "start", "collect");
  expect(await counts()).toEqual([1, 1]);
  await ride(busy, "succeed", "collect", done);
  // With the parcels aboard there is a courier to look for: the day, and who comes.
  expect(await counts()).toEqual([1, 3]);
});

test("the live stream of a link says that something changed and nothing else", async () => {
  const delivery = await book(world, sam);
  const { token } = await share(delivery.id);
  const address = await world.server.listen("127.0.0.1", 0);
  const stop = new AbortController();
  const refused = await fetch(`${address}/api/tracking/live`, { headers: withToken("no").headers });
  expect(refused.status).toBe(404);
  const response = await fetch(`${address}/api/tracking/live`, {
    headers: withToken(token).headers,
    signal: stop.signal,
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader?.read())?.value ?? "";
  expect(text).toContain("event: live.hello");
  await assign(delivery);
  while (!text.includes("tracking.changed")) text += (await reader?.read())?.value ?? "";
  stop.abort();
  for (const fact of [delivery.id, "delivery.", "courierId", carla.actor.courierId ?? randomUUID()])
    expect(text).not.toContain(fact);
  expect(text).toMatch(/id: \d+\.\d+\nevent: tracking\.changed\ndata: \{\}\n\n/);
});

test("frames cut anywhere still lose their facts", async () => {
  const frame =
    'id: 7\nevent: delivery.collected\ndata: {"courierId":"secret"}\n\n: here\n\nevent: live.resync\ndata: {}\n\n';
  for (let cut = 1; cut < frame.length; cut += 1) {
    const filter = withoutFacts();
    filter.write(frame.slice(0, cut));
    filter.end(frame.slice(cut));
    let out = "";
    for await (const chunk of filter) out += String(chunk);
    expect(out).toBe(
      "id: 7\nevent: tracking.changed\ndata: {}\n\n: here\n\nevent: live.resync\ndata: {}\n\n",
    );
  }
});
