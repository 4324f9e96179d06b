import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { hubApi } from "#features/hub/contract/api.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import type { Exception } from "#features/exceptions/contract/api.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { moneyApi } from "#features/books/contract/money.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { type Phone, openPhone } from "#test/support/courier/phone.ts";
import { book, good, order } from "#test/support/people/booking.ts";
import { bare, brokenStories, taskIdOf, wronglyShown } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";

const { world, crew, ada } = useWorld({
  runJobs: "queued",
  payment: "none",
  crew: true,
  people: { ada: ["Ada", "org-admin"] },
});
let phone: Phone;
beforeEach(() => {
  phone = openPhone(world, crew.kim);
});

const box = { size: "small", massG: 2_000, contents: "books", fragile: false } as const;
const THREE = { parcels: [box, box, box] };
const left = (code: string, how: string, proofIds: string[] = []) => ({ code, how, note: null, proofIds });
const codesOf = (delivery: Delivery): string[] => delivery.parcelStates.map(({ code }) => code);
const statesOf = async ({ id }: Delivery): Promise<string[]> =>
  (await crew.read(crew.bo, id)).parcelStates.map(({ state }) => state);
const kept = ({ id }: Delivery) =>
  world.db.owner((tx) =>
    rows(
      tx,
      sql<{
        state: string;
        how: string | null;
      }>`select state, how from parcel_place where delivery_id = ${id} order by code`,
    ),
  );
const assigned = async (): Promise<Delivery> => crew.give(await book(world, crew.sam, THREE), crew.kim);
const collected = async (): Promise<Delivery> =>
  good(await crew.step(crew.kim, await assigned(), "collect", "succeed", bare));
const exceptionsOf = async (delivery: Delivery): Promise<Exception[]> => {
  await world.settled();
  const { items } = good(
    await crew.bo.call(exceptionsApi.listExceptions, { kind: "parcels_left", limit: 100 }),
  );
  const own = items.filter((row) => row.delivery?.id === delivery.id);
  return Promise.all(
    own.map(async ({ id }) => good(await crew.bo.call(exceptionsApi.readException, { id }))),
  );
};
const stopOf = async (delivery: Delivery, kind: string) =>
  (await openPhone(world, crew.kim).send()).body.day?.stops.find(
    (one) => one.deliveryId === delivery.id && one.kind === kind && one.state !== "failed",
  );

test("a pickup takes what is there; what is missing or damaged stays with its sender, with its photo", async () => {
  const delivery = await assigned();
  const [, two = "", three = ""] = codesOf(delivery);
  const photo = good(await crew.keepPhoto(delivery, taskIdOf(delivery, "collect")));
  const after = good(
    await crew.step(crew.kim, delivery, "collect", "succeed", {
      ...bare,
      proofIds: [photo.id],
      left: [left(two, "missing"), { ...left(three, "damaged", [photo.id]), note: "corner crushed" }],
    }),
  );
  expect(after).toMatchObject({ state: "collected", custody: "courier" });
  expect(await statesOf(delivery)).toEqual(["on_board", "not_sent", "not_sent"]);
  expect(after.tasks[0]?.outcome?.left).toMatchObject([
    { code: two, how: "missing" },
    { code: three, how: "damaged", note: "corner crushed", proofIds: [photo.id] },
  ]);
  expect(after.parcelStates[2]).toMatchObject({
    how: "damaged",
    history: [{ state: "not_sent", how: "damaged", where: "pickup" }],
  });
  expect((await stopOf(delivery, "deliver"))?.parcels).toHaveLength(1);
  const [found, ...more] = await exceptionsOf(delivery);
  expect(more).toEqual([]);
  expect(found?.facts).toMatchObject({ lacking: two, damaged: three });
  good(await crew.handOver(after));
  expect(await crew.read(crew.bo, delivery.id)).toMatchObject({ state: "delivered", total: delivery.total });
  expect(await kept(delivery)).toEqual([
    { state: "delivered", how: null },
    { state: "not_sent", how: "missing" },
    { state: "not_sent", how: "damaged" },
  ]);
});

test("without a network a courier says at the door what was refused, once, at its true time", async () => {
  const delivery = await collected();
  const [, two = "", three = ""] = codesOf(delivery);
  const at = world.now;
  const body = phone.ended(delivery, "deliver", {
    recipientName: "Rita",
    left: [left(two, "refused"), left(three, "damaged")],
  });
  phone.tap("succeed", body, { v: 2 });
  world.now += 90 * MINUTE_MS;
  const { body: reply } = await phone.send();
  expect(reply.results).toMatchObject([{ verdict: "accepted" }]);
  expect((await phone.sendAgain()).body.results).toEqual(reply.results);
  const read = await crew.read(crew.bo, delivery.id);
  expect(read).toMatchObject({ state: "attempt_failed", custody: "courier" });
  expect(read.parcelStates.map(({ state, how }) => [state, how])).toEqual([
    ["delivered", null],
    ["on_board", "refused"],
    ["on_board", "damaged"],
  ]);
  expect(read.parcelStates[0]?.history.at(-1)).toMatchObject({
    state: "delivered",
    where: "dropoff",
    by: "Kim Kurier",
    occurredAt: new Date(at).toISOString(),
    recordedAt: new Date(world.now).toISOString(),
  });

  // The other phone of the same stop says the same, then something else.
  const second = openPhone(world, crew.kim);
  second.tap("succeed", body, { v: 2 });
  second.tap("succeed", phone.ended(delivery, "deliver", { recipientName: "Rita" }));
  expect((await second.send()).body.results).toMatchObject([
    { verdict: "noted", code: "courier.same-outcome" },
    { verdict: "refused", code: "courier.other-outcome" },
  ]);
});

test("the office sends the rest back by one press, and the price is the one that was agreed", async () => {
  const delivery = await crew.read(crew.bo, (await collected()).id);
  const [one = "", two = ""] = codesOf(delivery);
  good(
    await crew.step(crew.kim, delivery, "deliver", "succeed", {
      ...bare,
      offline: true,
      recipientName: "Rita",
      left: [left(two, "refused")],
    }),
  );
  const [found] = await exceptionsOf(delivery);
  expect(found).toMatchObject({ facts: { refused: two }, severity: 2 });
  expect(found?.resolutions).toEqual(
    expect.arrayContaining(["send-back", "try-again", "keep-at-hub", "accept"]),
  );
  const { token } = good(await crew.sam.call(trackingApi.shareDelivery, { id: delivery.id }));
  const track = async () =>
    good(await world.guest().call(trackingApi.track, {}, { headers: { "x-tracking-token": token } }));
  expect(await track()).toMatchObject({ state: "missed", parts: { delivered: 2, notSent: 0, rest: 1 } });

  good(
    await crew.bo.call(exceptionsApi.resolveException, {
      id: found?.id ?? "",
      resolution: "send-back",
      note: null,
    }),
  );
  const back = await crew.give(await crew.read(crew.bo, delivery.id), crew.kim);
  expect((await stopOf(delivery, "return"))?.parcels.map(({ code }) => code)).toEqual([two]);
  good(await crew.step(crew.kim, back, "return", "succeed", { ...bare, offline: true }));
  const done = await crew.read(crew.bo, delivery.id);
  expect(done).toMatchObject({ state: "returned", total: delivery.total });
  expect(await statesOf(delivery)).toEqual(["delivered", "returned", "delivered"]);
  const told = await track();
  expect(told).toMatchObject({ parts: { delivered: 2, notSent: 0, rest: 1 } });
  expect(told.timeline).toContainEqual({ state: "missed", at: expect.any(String), brought: 2 });
  expect(codesOf(done)[0]).toBe(one);
});

test("what was refused lies at the hub alone, is loaded, and is delivered by another try", async () => {
  const delivery = await collected();
  const [, two = ""] = codesOf(delivery);
  const say = (more: object) =>
    crew.step(crew.kim, delivery, "deliver", "succeed", {
      ...bare,
      offline: true,
      recipientName: "Rita",
      ...more,
    });
  good(await say({ left: [left(two, "refused")] }));
  good(await crew.handle(delivery, "to_hub"));
  const { items } = good(await crew.bo.call(hubApi.listHubParcels, { limit: 100 }));
  expect(items.find(({ id }) => id === delivery.id)?.parcels).toBe(1);
  expect(await statesOf(delivery)).toEqual(["delivered", "at_hub", "delivered"]);
  good(await crew.handle(delivery, "load"));
  good(await crew.handle(delivery, "retry"));
  const again = await crew.give(await crew.read(crew.bo, delivery.id), crew.kim);
  good(
    await crew.step(crew.kim, again, "deliver", "succeed", { ...bare, offline: true, recipientName: "Rita" }),
  );
  expect(await crew.read(crew.bo, delivery.id)).toMatchObject({ state: "delivered", custody: "recipient" });
  expect(await statesOf(delivery)).toEqual(["delivered", "delivered", "delivered"]);
});

test("cash is due once and whole, whatever was refused, also where the rest is lost", async () => {
  const { id: orderId, total } = await order(world, crew.sam, THREE);
  good(await crew.sam.call(receivablesApi.chooseWay, { id: orderId, way: "cash-delivery" }));
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id: orderId }));
  const id = deliveryId ?? "";
  const delivery = await crew.give(await crew.read(crew.bo, id), crew.kim);
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  const [, two = ""] = codesOf(delivery);
  phone.tap("cash", { deliveryId: id, taskId: taskIdOf(delivery, "deliver"), amount: total });
  phone.tap(
    "succeed",
    phone.ended(delivery, "deliver", { recipientName: "Rita", left: [left(two, "refused")] }),
    { v: 2 },
  );
  expect((await phone.send()).body.results.map(({ verdict }) => verdict)).toEqual(["accepted", "accepted"]);
  good(await crew.handle(delivery, "retry"));
  await crew.give(await crew.read(crew.bo, id), crew.kim);
  expect((await stopOf(delivery, "deliver"))?.cash).toEqual({ amount: total, isReceived: true });
  good(await crew.handle(delivery, "lose"));
  await world.settled();
  expect(await crew.read(crew.bo, id)).toMatchObject({ state: "delivered", total });
  expect(await statesOf(delivery)).toEqual(["delivered", "lost", "delivered"]);
  const paid = good(await ada.call(moneyApi.listPayments, {})).items.filter((one) => one.orderId === orderId);
  expect(paid).toMatchObject([{ state: "captured", captured: total }]);
  expect(good(await ada.call(moneyApi.readMoney, {})).isBalanced).toBe(true);
});

test("a correction that all were delivered closes what the office was told", async () => {
  const delivery = await collected();
  const [, two = ""] = codesOf(delivery);
  good(
    await crew.step(crew.kim, delivery, "deliver", "succeed", {
      ...bare,
      offline: true,
      recipientName: "Rita",
      left: [left(two, "refused")],
    }),
  );
  expect(await exceptionsOf(delivery)).toHaveLength(1);
  good(
    await crew.step(crew.kim, delivery, "deliver", "correct", {
      to: "succeeded",
      reason: null,
      recipientName: null,
      note: null,
    }),
  );
  expect(await exceptionsOf(delivery)).toEqual([]);
  expect(await kept(delivery)).toEqual(Array.from({ length: 3 }, () => ({ state: "delivered", how: null })));
});

test("no state that lists show differs from what the rules compute", async () => {
  expect(await wronglyShown(world)).toEqual([]);
  expect(await brokenStories(world)).toEqual([]);
});
