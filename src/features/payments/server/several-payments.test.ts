import { sql } from "kysely";
import { expect, test } from "vitest";
import { toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { good, order } from "#test/support/people/booking.ts";
import { payByCard } from "#test/support/paying/pay-by-card.ts";
import { useShop } from "#test/support/use-world.ts";
import { paymentsApi } from "../contract/api.ts";
import { moneyApi } from "#features/books/contract/money.ts";
import { receiptsApi } from "#features/receipts/contract/receipts.ts";
import { traceApi } from "#features/books/contract/trace.ts";

const { world, sam, ada } = useShop();

const write = (purpose: string, orderId: string, forPaymentId: string | null = null, state = "created") =>
  world.db.as({ orgId: world.orgId }, (tx) =>
    rows(
      tx,
      sql<{ id: string }>`
        insert into payment (org_id, id, order_id, purpose, for_payment_id, reason, state, provider, amount_minor,
                             tax_minor, currency, created_at)
        values (app_org(), ${newId(world.now)}, ${orderId}, ${purpose}, ${forPaymentId},
                ${purpose === "surcharge" ? "waiting" : null}, ${state}, 'sandbox', 500, 80, 'EUR',
                ${toIso(world.now)})
        returning id`,
    ),
  );

test("an order has one booking payment and one live recovery of it; surcharges come as they come", async () => {
  const placed = await order(world, sam);
  const { payment } = good(await payByCard(world, sam, placed.id));
  expect(payment.purpose).toBe("booking");
  await expect(write("booking", placed.id)).rejects.toThrow("payment_booking");
  await write("surcharge", placed.id);
  await write("surcharge", placed.id);
  await write("recovery", placed.id, payment.id);
  await expect(write("recovery", placed.id, payment.id)).rejects.toThrow("payment_recovery");
  await write("recovery", placed.id, payment.id, "voided");
  await expect(write("recovery", placed.id)).rejects.toThrow("check constraint");
});

test("what waits to be paid is shown first; each list has every payment with its own purpose", async () => {
  const placed = await order(world, sam);
  const { payment } = good(await payByCard(world, sam, placed.id));
  expect(good(await sam.call(paymentsApi.checkPayment, { id: placed.id })).state).toBe("authorized");
  const [extra] = await write("surcharge", placed.id);
  expect(good(await sam.call(paymentsApi.readPayment, { id: placed.id }))).toMatchObject({
    id: extra?.id,
    purpose: "surcharge",
  });
  const booking = await sam.call(paymentsApi.readPayment, { id: placed.id, paymentId: payment.id });
  expect(good(booking)).toMatchObject({ id: payment.id, purpose: "booking", state: "authorized" });
  const other = await order(world, sam);
  expect(
    (await sam.call(paymentsApi.readPayment, { id: other.id, paymentId: payment.id })).status,
    "another order's payment",
  ).toBe(404);
  const mine = good(await sam.call(receiptsApi.listMyPayments, { limit: 50 })).items;
  const office = good(await ada.call(moneyApi.listPayments, { group: "all", limit: 50 })).items;
  for (const list of [mine, office])
    expect(
      list
        .filter((one) => one.orderId === placed.id)
        .map((one) => one.purpose)
        .toSorted(),
    ).toEqual(["booking", "surcharge"]);
});

test("the office reads what a payment is called at the provider, and where its page is while that one is in use", async () => {
  const placed = await order(world, sam);
  const { payment } = good(await payByCard(world, sam, placed.id));
  const atProvider = async (id: string) => good(await ada.call(traceApi.readTrace, { id })).atProvider;
  const there = await atProvider(payment.id);
  expect(there?.ref).toMatch(/^pi_/);
  const page = await world.server.app.inject({ method: "GET", url: there?.url ?? "" });
  expect(page.body).toContain(there?.ref);
  const [extra] = await write("surcharge", placed.id);
  expect(await atProvider(extra?.id ?? "")).toBeNull();
  await world.run(sql`update payment set provider = 'stripe' where id = ${payment.id}`);
  expect(await atProvider(payment.id)).toEqual({ ref: there?.ref, url: null });
});
