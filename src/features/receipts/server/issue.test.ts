import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Tx } from "#server/db/db.ts";
import { order } from "#test/support/people/booking.ts";
import { ended, held } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { issuedIn } from "#test/support/paying/issued.ts";
import { newId } from "#server/ids.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import { paymentFor } from "#features/payments/server/base/add-payment.ts";
import { lockPayment } from "#features/payments/server/base/payment-row.ts";
import { savePayment } from "#features/payments/server/base/save-payment.ts";

const SEED = Number(process.env["WAYBILL_SEED"] ?? 20_261_122);
const { world, sam } = useShop({ eachTestAtTen: true });

const issued = (paymentId?: string) => issuedIn(world, paymentId);

test("a capture has its receipt, once, with all that was sold", async () => {
  const { orderId, orderNumber, paymentId, minor, taxMinor } = await held(world, sam);
  expect(await issued(paymentId)).toEqual([]);
  await ended(world, orderId, "delivered");
  await ended(world, orderId, "delivered");
  const [receipt, ...more] = await issued(paymentId);
  expect(more).toEqual([]);
  expect(receipt).toMatchObject({
    kind: "receipt",
    number: "R-2026-000001",
    total: minor,
    tax: taxMinor,
    content: {
      number: "R-2026-000001",
      day: "2026-06-17",
      currency: "EUR",
      seller: { name: "Test Couriers", address: null, taxId: null },
      buyer: { name: "Sam Sender", email: "mail@example.org" },
      order: { number: orderNumber, pickup: "Lindenstraße 5", dropoff: "Kanalstraße 3" },
      netMinor: minor - taxMinor,
      totalMinor: minor,
      heldMinor: minor,
      card: { last4: "4242" },
      corrects: null,
    },
  });
  expect(receipt?.content.lines.length).toBeGreaterThan(1);
  expect(receipt?.content.lines.reduce((all, line) => all + line.minor, 0)).toBe(minor - taxMinor);
});

test("a fee has a receipt of its own amount; a hold that is released has none", async () => {
  const fee = await held(world, sam);
  await ended(world, fee.orderId, "cancelled", 300);
  expect(await issued(fee.paymentId)).toMatchObject([
    { total: 300, content: { lines: [{ rule: "cancellation" }], totalMinor: 300, heldMinor: fee.minor } },
  ]);
  const gone = await held(world, sam);
  await ended(world, gone.orderId, "lost");
  expect(await issued(gone.paymentId)).toEqual([]);
});

type Facts = { capturedMinor?: number; authorizedMinor?: number };
async function change(tx: Tx, paymentId: string, facts: Facts): Promise<void> {
  const before = await lockPayment(tx, paymentId);
  if (!before) throw new Error("no such payment");
  await savePayment({ tx, now: world.now }, before, { ...before, ...facts });
}

test("a receipt is never changed, and the database takes none that leaves a gap", async () => {
  const { orderId, paymentId } = await held(world, sam);
  await ended(world, orderId, "delivered");
  for (const statement of [
    sql`update receipt set total_minor = total_minor + 1 where payment_id = ${paymentId}`,
    sql`delete from receipt where payment_id = ${paymentId}`,
  ])
    await expect(world.run(statement)).rejects.toThrow("neither changed nor deleted");
  await expect(
    world.run(sql`insert into receipt (org_id, id, kind, year, nth, number, payment_id, payment_version, total_minor,
        tax_minor, currency, content, issued_at)
      select org_id, gen_random_uuid(), kind, year, nth + 7, 'R-gap', payment_id, 99, total_minor, tax_minor, currency,
        content, issued_at
      from receipt where payment_id = ${paymentId}`),
  ).rejects.toThrow("leaves a gap");
});

test("the year is the seller's, and each year begins at one", async () => {
  const { paymentId } = await held(world, sam);
  // 23:30 on the last day of the year in UTC is the new year in Berlin.
  world.now = Date.UTC(2026, 11, 31, 23, 30);
  await world.db.as({ orgId: world.orgId }, (tx) => change(tx, paymentId, { capturedMinor: 100 }));
  expect(await issued(paymentId)).toMatchObject([{ number: "R-2027-000001", year: 2027 }]);
});

class RolledBack extends Error {}

/** Many captures at once, each after as many failed tries as given: no gap, no number twice. */
test("numbers have no gap and no double, whatever runs at once and whatever rolls back", async () => {
  const { orgId } = world;
  const schedules = fc.array(
    fc.record({ rollbacks: fc.integer({ min: 0, max: 3 }), waits: fc.integer({ min: 0, max: 4 }) }),
    { minLength: 8, maxLength: 16 },
  );
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      const payments: string[] = [];
      for (const _ of schedule) payments.push(await written(orgId));
      const old = new Set((await issued()).map((one) => one.number));
      await Promise.all(
        schedule.map(({ rollbacks, waits }, at) => capture(payments[at] ?? "", rollbacks, waits)),
      );
      const all = (await issued()).filter((one) => one.kind === "receipt" && one.year === 2026);
      expect(all.map((one) => one.nth)).toEqual(all.map((_, at) => at + 1));
      expect(all.filter((one) => !old.has(one.number))).toHaveLength(schedule.length);
    }),
    { seed: SEED, numRuns: 5 },
  );
}, 60_000);

async function written(orgId: string): Promise<string> {
  const placed = await order(world, sam);
  return world.db.as({ orgId }, async (tx) => {
    const record = await readOrderRecord(tx, placed.id);
    if (!record) throw new Error("no such order");
    const asked = { id: newId(world.now), provider: "elsewhere", now: world.now };
    return (await paymentFor(tx, record, asked)).id;
  });
}

async function capture(paymentId: string, rollbacks: number, waits: number): Promise<void> {
  const take = (isMeant: boolean) =>
    world.db.as({ orgId: world.orgId }, async (tx) => {
      await change(tx, paymentId, { authorizedMinor: 500, capturedMinor: 500 });
      for (let n = 0; n < waits; n += 1) await sql`select 1`.execute(tx);
      if (!isMeant) throw new RolledBack();
    });
  for (let n = 0; n < rollbacks; n += 1) await expect(take(false)).rejects.toThrow(RolledBack);
  await take(true);
}
