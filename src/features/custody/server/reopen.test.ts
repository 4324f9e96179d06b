import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { auditApi } from "#features/audit/contract/api.ts";
import { moneyApi } from "#features/books/contract/money.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import type { Exception } from "#features/exceptions/contract/api.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import type { Money } from "#kernel/money.ts";
import { insertInHand, readInHand } from "./in-hand-rows.ts";
import { openPhone, type Phone } from "#test/support/courier/phone.ts";
import { expectSound, moneyAtRest } from "#test/support/paying/money-at-rest.ts";
import { payByCard } from "#test/support/paying/pay-by-card.ts";
import { codeOf, good, head, order } from "#test/support/people/booking.ts";
import { assign, taskIdOf } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";

const { world, crew, ada } = useWorld({
  crew: true,
  runJobs: true,
  daysApart: 1,
  people: { ada: ["Ada", "org-admin"] },
});

/** Paid by a card, and given to Kim. */
async function paid(): Promise<Delivery> {
  const { id } = await order(world, crew.sam);
  const { payment } = good(await payByCard(world, crew.sam, id));
  good(await crew.sam.call(paymentsApi.checkPayment, { id, paymentId: payment.id }));
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id }));
  return crew.give(await crew.read(crew.bo, deliveryId ?? ""), crew.kim);
}

const start = async (delivery: Delivery) =>
  good(await crew.step(crew.kim, delivery, "collect", "start", { offline: false }));

async function cancel({ id }: Delivery): Promise<Money> {
  const { fee } = good(await crew.bo.call(deliveriesApi.previewCancellation, { id }));
  good(await crew.bo.call(deliveriesApi.cancelDelivery, { id, ...head(world), fee, note: null }));
  await moneyAtRest(world);
  return fee;
}

/** Taps an outcome a while ago, without a network. @returns when */
function tap(phone: Phone, delivery: Delivery, kind: "collect" | "deliver"): string {
  world.now += 5 * MINUTE_MS;
  phone.tap("succeed", phone.ended(delivery, kind, kind === "deliver" ? { recipientName: "Rita" } : {}));
  return toIso(world.now);
}

async function refusedFor({ id }: Delivery, kind: "collect" | "deliver"): Promise<Exception> {
  for (const group of ["open", "resolved"] as const) {
    const asked = { group, kind: "command_refused", limit: 100 } as const;
    const { items } = good(await crew.bo.call(exceptionsApi.listExceptions, asked));
    const found = items.find(({ delivery, task }) => delivery?.id === id && task?.kind === kind);
    if (found) return good(await crew.bo.call(exceptionsApi.readException, { id: found.id }));
  }
  throw new Error("no report was refused");
}

const press = ({ id }: Exception, charge: Money | null, key: string = randomUUID()) =>
  crew.bo.call(exceptionsApi.reopenException, { id, charge, note: null }, { key });

const owed = async ({ orderId }: Delivery) =>
  good(await crew.bo.call(receivablesApi.readReceivables, { id: orderId })).items.flatMap(
    ({ kind, reason, owedBy, state, outstanding }) =>
      state === "nothing" ? [] : [[kind, reason, owedBy, state, outstanding.minor]],
  );
const taken = ({ orderId }: Delivery) =>
  world.run(
    sql<{ purpose: string; captured: number }>`
      select purpose, captured_minor - refunded_minor as captured from payment where order_id = ${orderId}
      order by purpose`,
  );

async function soundAtRest(): Promise<void> {
  await expectSound(world);
  expect(good(await ada.call(moneyApi.readMoney, {})).isBalanced).toBe(true);
}

/** Delivered without a network, cancelled meanwhile for a fee. */
async function deliveredAllTheSame() {
  const delivery = await start(await paid());
  const kim = openPhone(world, crew.kim);
  const collectedAt = tap(kim, delivery, "collect");
  const fee = await cancel(delivery);
  const deliveredAt = tap(kim, delivery, "deliver");
  good(await kim.send());
  return { delivery, fee, kim, collectedAt, deliveredAt };
}

test("what was delivered although cancelled is recorded at its true times, and the rest of the price is asked for once", async () => {
  const { delivery, fee, kim, collectedAt, deliveredAt } = await deliveredAllTheSame();
  const { total } = good(await crew.sam.call(deliveriesApi.readOrder, { id: delivery.orderId }));
  const rest = { minor: total.minor - fee.minor, currency: "EUR" };
  const open = await refusedFor(delivery, "deliver");
  expect(open.resolutions).toEqual(["reopen", "dismiss"]);
  expect(open.reopening).toEqual({ amount: rest, owedBy: "sender", isPaid: false });

  expect(codeOf(await press(open, total))).toBe("409 exceptions.charge-changed");
  const bare = { id: open.id, resolution: "reopen" as const, note: null };
  expect(codeOf(await crew.bo.call(exceptionsApi.resolveException, bare))).toBe("409 exceptions.not-offered");
  expect((await crew.read(crew.bo, delivery.id)).state).toBe("cancelled");
  const key = randomUUID();
  for (let n = 0; n < 3; n += 1)
    expect(good(await press(open, rest, key))).toMatchObject({ resolution: "reopen", reopening: null });
  expect(codeOf(await press(open, rest))).toBe("409 exceptions.closed");
  expect(codeOf(await press(await refusedFor(delivery, "collect"), rest))).toBe("409 exceptions.closed");

  const after = await crew.read(crew.bo, delivery.id);
  expect(after).toMatchObject({ state: "delivered", custody: "recipient" });
  expect(after.tasks.map(({ state, outcome }) => [state, outcome?.occurredAt])).toEqual([
    ["succeeded", collectedAt],
    ["succeeded", deliveredAt],
  ]);
  expect(after.tasks.map(({ courierName }) => courierName)).toEqual(["Kim Kurier", "Kim Kurier"]);
  expect(after.timeline.find(({ type }) => type === "delivery.reopened")?.data).toMatchObject({
    chargeMinor: rest.minor,
    currency: "EUR",
  });
  expect(good(await crew.sam.call(deliveriesApi.readOrder, { id: delivery.orderId })).state).toBe(
    "completed",
  );
  await kim.sendAgain();

  await moneyAtRest(world);
  const asked = ["surcharge", "reopened", "sender"];
  expect(await owed(delivery)).toEqual([[...asked, "due", rest.minor]]);
  expect(await taken(delivery)).toEqual([
    { purpose: "booking", captured: fee.minor },
    { purpose: "surcharge", captured: 0 },
  ]);
  await soundAtRest();
  const link = good(await payByCard(world, crew.sam, delivery.orderId));
  good(await crew.sam.call(paymentsApi.checkPayment, { id: delivery.orderId, paymentId: link.payment.id }));
  await moneyAtRest(world);
  expect(await owed(delivery)).toEqual([[...asked, "received", 0]]);
  expect((await taken(delivery)).map(({ captured }) => captured)).toEqual([fee.minor, rest.minor]);
  await soundAtRest();

  const { items } = good(await ada.call(auditApi.listAudit, { limit: 50 }));
  const act = items.find((one) => one.act === "board.reopened");
  expect(act).toMatchObject({ subject: { id: delivery.id }, facts: { charge: rest } });
});

test("what is waived is never asked for, and what the card released is not taken", async () => {
  const delivery = await paid();
  const kim = openPhone(world, crew.kim);
  tap(kim, delivery, "collect");
  expect((await cancel(delivery)).minor).toBe(0);
  tap(kim, delivery, "deliver");
  good(await kim.send());
  good(await press(await refusedFor(delivery, "deliver"), null));
  expect((await crew.read(crew.bo, delivery.id)).state).toBe("delivered");
  await soundAtRest();
  expect(await owed(delivery)).toEqual([]);
  expect(await taken(delivery)).toEqual([{ purpose: "booking", captured: 0 }]);
});

test("what was collected although cancelled goes on with its courier, and stays charged once it was delivered", async () => {
  const delivery = await paid();
  const kim = openPhone(world, crew.kim);
  const collectedAt = tap(kim, delivery, "collect");
  await cancel(delivery);
  good(await kim.send());
  const open = await refusedFor(delivery, "collect");
  expect(open.resolutions).toEqual(["return-parcel", "bring-to-hub", "reopen", "dismiss"]);
  good(await press(open, open.reopening?.amount ?? null));

  const after = await crew.read(crew.bo, delivery.id);
  expect(after).toMatchObject({ state: "collected", custody: "courier" });
  expect(after.tasks[0]?.outcome?.occurredAt).toBe(collectedAt);
  const { day } = good(await openPhone(world, crew.kim).send());
  expect(day?.inHand ?? []).toEqual([]);
  expect(day?.stops.map(({ taskId }) => taskId)).toContain(taskIdOf(after, "deliver"));
  expect(await refusedFor(delivery, "collect")).toMatchObject({ facts: { handEnd: "reopened" } });

  const done = good(await crew.handOver(after));
  expect(done.state).toBe("delivered");
  await soundAtRest();
  const total = open.reopening?.amount.minor;
  expect(await owed(delivery)).toEqual([["surcharge", "reopened", "sender", "due", total]]);
  expect((await taken(delivery)).map(({ captured }) => captured)).toEqual([0, 0]);
});

test("parcels that a colleague carried on are recorded for each of the two", async () => {
  const delivery = await paid();
  const [collect = "", deliver = ""] = delivery.tasks.map(({ id }) => id);
  await assign(world, crew.bo, delivery, crew.lee, [deliver]);
  const [kim, lee] = [openPhone(world, crew.kim), openPhone(world, crew.lee)];
  tap(kim, delivery, "collect");
  await cancel(delivery);
  tap(lee, delivery, "deliver");
  good(await kim.send());
  good(await lee.send());
  good(await press(await refusedFor(delivery, "deliver"), null));
  const after = await crew.read(crew.bo, delivery.id);
  expect(after.tasks.map(({ id, state, courierName }) => [id, state, courierName])).toEqual([
    [collect, "succeeded", "Kim Kurier"],
    [deliver, "succeeded", "Lee Later"],
  ]);
  expect(await refusedFor(delivery, "collect")).toMatchObject({ resolution: "by-itself" });
});

test("no courier reopens, and what was brought back is not reopened", async () => {
  const { delivery } = await deliveredAllTheSame();
  const { id } = await refusedFor(delivery, "deliver");
  const asked = { id, charge: null, note: null };
  expect(codeOf(await crew.kim.call(exceptionsApi.reopenException, asked))).toBe("403 accounts.forbidden");
  expect(codeOf(await crew.sam.call(exceptionsApi.reopenException, asked))).toBe("403 accounts.forbidden");
  const other = { ...asked, id: randomUUID() };
  expect(codeOf(await crew.bo.call(exceptionsApi.reopenException, other))).toBe("404 exceptions.not-found");

  const second = await paid();
  const kim = openPhone(world, crew.kim);
  tap(kim, second, "collect");
  await cancel(second);
  kim.tap("parcel_ended", {
    deliveryId: second.id,
    taskId: taskIdOf(second, "collect"),
    to: "sender",
    takenBy: null,
  });
  good(await kim.send());
  expect((await refusedFor(second, "collect")).resolutions).toEqual([]);
});

/** Collected without a network, cancelled meanwhile, and reopened. */
async function collectedAllTheSame() {
  const delivery = await paid();
  const kim = openPhone(world, crew.kim);
  tap(kim, delivery, "collect");
  await cancel(delivery);
  good(await kim.send());
  good(await press(await refusedFor(delivery, "collect"), null));
  return { delivery, kim };
}

test("parcels that went back while the office reopened are where they are, and the office sees it", async () => {
  const { delivery, kim } = await collectedAllTheSame();
  kim.tap("parcel_ended", {
    deliveryId: delivery.id,
    taskId: taskIdOf(delivery, "collect"),
    to: "sender",
    takenBy: null,
  });
  const { results } = good(await kim.send());
  expect(results.map(({ verdict, code }) => [verdict, code])).toEqual([["conflict", "custody.other-place"]]);
  const asked = { group: "open", kind: "plan_conflict", limit: 100 } as const;
  const { items } = good(await crew.bo.call(exceptionsApi.listExceptions, asked));
  expect(items.filter((one) => one.delivery?.id === delivery.id)).toMatchObject([
    { task: { kind: "collect" }, courier: { name: "Kim Kurier" }, resolvedAt: null },
  ]);
});

test("parcels whose delivery is cancelled once more after it was reopened are in hand again", async () => {
  const { delivery } = await collectedAllTheSame();
  const again = {
    deliveryId: delivery.id,
    taskId: taskIdOf(delivery, "collect"),
    courierId: crew.kim.actor.courierId ?? "",
    key: "refused once more",
  };
  const noted = await world.db.as({ orgId: world.orgId }, async (tx) => {
    await insertInHand(tx, again, world.now);
    await insertInHand(tx, { ...again, key: "a second time" }, world.now);
    return readInHand(tx, delivery.id);
  });
  expect(noted).toEqual({ ...again, bringTo: null, endedAs: null });
});
