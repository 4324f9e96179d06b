import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { makeLinkKey } from "#features/deliveries/server/public.ts";
import { bookingKey, good, guestOrder, head, pay, systemOf, withKey } from "#test/support/people/booking.ts";
import { assign } from "#test/support/people/crew.ts";
import { confirmAt, paymentDepsOf } from "#test/support/paying/paying.ts";
import { useWorld } from "#test/support/use-world.ts";
import { eur } from "#test/support/paying/samples.ts";
import { paymentsApi } from "../contract/api.ts";
import { SETTLE_JOB } from "./merge/merge-snapshot.ts";
import { paymentJobs } from "./reactions.ts";

const { world, bo, kim } = useWorld({
  shop: true,
  people: { bo: ["Bo Board", "dispatcher"], kim: ["Kim Kurier", "courier"] },
});

async function placed() {
  const key = bookingKey();
  const { id } = await guestOrder(world, key);
  return { id, key, guest: world.guest() };
}
const orderOf = async (id: string, key: string) =>
  good(await world.guest().call(deliveriesApi.readOrder, { id }, withKey(key)));
/** Has the card hold the price. @returns the delivery's id */
async function payByCard(id: string, key: string): Promise<string> {
  const session = good(await world.guest().call(paymentsApi.openPayment, { id }, withKey(key)));
  expect(await confirmAt(world, session.clientSecret)).toBe(200);
  good(await world.guest().call(paymentsApi.checkPayment, { id }, withKey(key)));
  return (await orderOf(id, key)).deliveryId ?? "none";
}
/** State of the money after the cancellation's job has run. */
async function moneyAfterEnd(id: string, key: string) {
  const event = { orgId: world.orgId, type: "delivery.cancelled" };
  await paymentJobs(paymentDepsOf(world)).jobs[SETTLE_JOB]?.({
    ...event,
    aggregateId: (await orderOf(id, key)).deliveryId,
  });
  const { state, captured } = good(await world.guest().call(paymentsApi.readPayment, { id }, withKey(key)));
  return { state, captured };
}
const cost = (id: string, key: string) =>
  world.guest().call(deliveriesApi.previewOrderCancellation, { id }, withKey(key));
const cancel = (id: string, key: string, minor: number, commandId = randomUUID()) =>
  world
    .guest()
    .call(deliveriesApi.cancelOrder, { id, ...head(world), commandId, fee: eur(minor) }, withKey(key));

test("a guest cancels what they booked, for nothing before anybody rides, and once", async () => {
  const { id, key } = await placed();
  expect((await cost(id, key)).body).toMatchObject({
    code: "deliveries.wrong-state",
    facts: { state: "pending_payment" },
  });
  await payByCard(id, key);
  const { total } = await orderOf(id, key);
  expect(good(await cost(id, key))).toMatchObject({ allowed: true, fee: eur(0), refund: total });
  const commandId = randomUUID();
  const cancelled = good(await cancel(id, key, 0, commandId));
  expect(cancelled).toMatchObject({ state: "cancelled", deliveryState: "cancelled", cancelFee: eur(0) });
  expect(good(await cancel(id, key, 0, commandId)).state).toBe("cancelled");
  expect((await cancel(id, key, 0)).body.code).toBe("deliveries.wrong-state");
  expect(await moneyAfterEnd(id, key)).toEqual({ state: "voided", captured: eur(0) });
});

test("once a courier is on the way it costs the fee that was shown, and the order says which", async () => {
  const { id, key } = await placed();
  const deliveryId = await payByCard(id, key);
  await assign(world, bo, good(await bo.call(deliveriesApi.readDelivery, { id: deliveryId })), kim);
  const { tasks } = good(await bo.call(deliveriesApi.readDelivery, { id: deliveryId }));
  const command = { ...head(world), type: "start" as const, taskId: tasks[0]?.id ?? "", offline: false };
  good(await kim.call(deliveriesApi.performTask, { id: deliveryId, command }));
  expect((await cancel(id, key, 0)).body.code).toBe("deliveries.fee-changed");
  const { fee } = good(await cost(id, key));
  expect(fee.minor).toBeGreaterThan(0);
  expect(good(await cancel(id, key, fee.minor))).toMatchObject({ state: "cancelled", cancelFee: fee });
  expect(await moneyAfterEnd(id, key)).toEqual({ state: "captured", captured: fee });
});

test("another key and a link to pay with cancel nothing, and give nothing up", async () => {
  const { id, key, guest } = await placed();
  const { payment } = good(await guest.call(paymentsApi.openPayment, { id }, withKey(key)));
  await pay(world, id);
  const link = await world.db.as(systemOf(world.orgId), (tx) =>
    makeLinkKey(tx, world.now, { orderId: id, paymentId: payment.id }),
  );
  expect((await guest.call(deliveriesApi.readOrder, { id }, withKey(link))).status).toBe(200);
  for (const other of [link, bookingKey()]) {
    expect((await cost(id, other)).body.code).toBe("deliveries.not-found");
    expect((await cancel(id, other, 0)).body.code).toBe("deliveries.not-found");
    expect((await guest.call(deliveriesApi.abandonOrder, { id }, withKey(other))).body.code).toBe(
      "deliveries.not-found",
    );
  }
  expect(good(await guest.call(deliveriesApi.readOrder, { id }, withKey(key))).state).toBe("confirmed");
});
