import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { brokenInvariants } from "#features/books/server/invariants.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import { moneyApi } from "#features/books/contract/money.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import type { Exception } from "#features/exceptions/contract/api.ts";
import type { PayWay } from "#features/payments/domain/due.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { Money } from "#kernel/money.ts";
import { openPhone, type Phone } from "#test/support/courier/phone.ts";
import { good, head, order } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";

/** An operator who takes no cards. */
const { world, crew, ada } = useWorld({
  crew: true,
  runJobs: true,
  daysApart: 1,
  payment: "none",
  payWays: ["cash-collection", "cash-delivery", "invoice"],
  people: { ada: ["Ada", "org-admin"] },
});

/** Booked by a way without a card, and given to Kim. */
async function due(way: PayWay): Promise<Delivery> {
  const { id } = await order(world, crew.sam);
  good(await crew.sam.call(receivablesApi.chooseWay, { id, way }));
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id }));
  return crew.give(await crew.read(crew.bo, deliveryId ?? ""), crew.kim);
}

async function cancel({ id }: Delivery): Promise<void> {
  const { fee } = good(await crew.bo.call(deliveriesApi.previewCancellation, { id }));
  good(await crew.bo.call(deliveriesApi.cancelDelivery, { id, ...head(world), fee, note: null }));
  await world.settled();
}

function tap(phone: Phone, delivery: Delivery, kind: "collect" | "deliver"): void {
  world.now += 5 * MINUTE_MS;
  phone.tap("succeed", phone.ended(delivery, kind, kind === "deliver" ? { recipientName: "Rita" } : {}));
}

async function refusedFor({ id }: Delivery, kind: "collect" | "deliver"): Promise<Exception> {
  const asked = { kind: "command_refused", limit: 100 } as const;
  const { items } = good(await crew.bo.call(exceptionsApi.listExceptions, asked));
  const found = items.find(({ delivery, task }) => delivery?.id === id && task?.kind === kind);
  return good(await crew.bo.call(exceptionsApi.readException, { id: found?.id ?? "" }));
}

/** Pressed twice by the same key. */
async function press({ id }: Exception, charge: Money | null): Promise<void> {
  const key = randomUUID();
  for (let n = 0; n < 2; n += 1)
    good(await crew.bo.call(exceptionsApi.reopenException, { id, charge, note: null }, { key }));
}

const owed = async ({ orderId }: Delivery) =>
  good(await crew.bo.call(receivablesApi.readReceivables, { id: orderId })).items.flatMap(
    ({ kind, reason, owedBy, state, outstanding }) =>
      state === "nothing" ? [] : [[kind, reason, owedBy, state, outstanding.minor]],
  );

async function soundAtRest(): Promise<void> {
  await world.settled();
  expect(await world.db.owner((tx) => brokenInvariants(tx, world.now + 2 * HOUR_MS))).toEqual([]);
  expect(good(await ada.call(moneyApi.readMoney, {})).isBalanced).toBe(true);
}

test.each([
  ["cash-delivery", "recipient"],
  ["invoice", "sender"],
] as const)("an order by %s owes its own price again, once", async (way, debtor) => {
  const delivery = await due(way);
  const kim = openPhone(world, crew.kim);
  tap(kim, delivery, "collect");
  await cancel(delivery);
  expect(await owed(delivery)).toEqual([]);
  tap(kim, delivery, "deliver");
  good(await kim.send());
  const open = await refusedFor(delivery, "deliver");
  expect(open.reopening).toMatchObject({ owedBy: debtor, isPaid: false });
  const minor = open.reopening?.amount.minor;
  await press(open, open.reopening?.amount ?? null);
  await soundAtRest();
  expect(await owed(delivery)).toEqual([[way, null, debtor, "due", minor]]);
});

test.each(["kept", "given back"] as const)(
  "an invoice that was received before it was cancelled is %s, as the office decides",
  async (decision) => {
    const delivery = await due("invoice");
    const { items } = good(await crew.bo.call(receivablesApi.readReceivables, { id: delivery.orderId }));
    const [booking] = items;
    if (!booking?.paymentId) throw new Error("no payment");
    good(await ada.call(receivablesApi.recordReceived, { id: booking.paymentId, amount: booking.owed }));
    const kim = openPhone(world, crew.kim);
    tap(kim, delivery, "collect");
    await cancel(delivery);
    good(await kim.send());
    const open = await refusedFor(delivery, "collect");
    expect(open.reopening).toEqual({ amount: booking.owed, owedBy: "sender", isPaid: true });
    await press(open, decision === "kept" ? booking.owed : null);
    good(await crew.handOver(await crew.read(crew.bo, delivery.id)));
    await soundAtRest();
    const found = good(await ada.call(findingsApi.listFindings, {})).items.filter(
      ({ kind, paymentId }) => kind === "cash-to-give-back" && paymentId === booking.paymentId,
    );
    expect(found).toHaveLength(decision === "kept" ? 0 : 1);
    expect(await owed(delivery)).toEqual([["invoice", null, "sender", "received", 0]]);
  },
);

test("where the fee of cancelling was received, the rest is billed beside it", async () => {
  const delivery = await due("invoice");
  good(await crew.step(crew.kim, delivery, "collect", "start", { offline: false }));
  const kim = openPhone(world, crew.kim);
  tap(kim, delivery, "collect");
  await cancel(delivery);
  const { items } = good(await crew.bo.call(receivablesApi.readReceivables, { id: delivery.orderId }));
  const fee = items[0]?.owed ?? { minor: 0, currency: "EUR" };
  good(await ada.call(receivablesApi.recordReceived, { id: items[0]?.paymentId ?? "", amount: fee }));
  good(await kim.send());
  const open = await refusedFor(delivery, "collect");
  await press(open, open.reopening?.amount ?? null);
  good(await crew.handOver(await crew.read(crew.bo, delivery.id)));
  await soundAtRest();
  const { total } = good(await crew.sam.call(deliveriesApi.readOrder, { id: delivery.orderId }));
  expect(await owed(delivery)).toEqual([
    ["invoice", null, "sender", "received", 0],
    ["invoice", "reopened", "sender", "due", total.minor - fee.minor],
  ]);
});
