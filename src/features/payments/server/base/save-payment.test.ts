import { sql } from "kysely";
import { expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { ended, held } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { booksOfPayment } from "#test/support/paying/books.ts";
import { ledgerDrift } from "#features/books/server/invariants.ts";

const { world, sam } = useShop({ runJobs: true, msApart: MINUTE_MS });

const book = (paymentId: string) => booksOfPayment(world, paymentId);

test("a hold, its capture and its tax are in the ledger, each once", async () => {
  const { orderId, paymentId, minor, taxMinor } = await held(world, sam);
  expect(taxMinor).toBeGreaterThan(0);
  expect(await book(paymentId)).toEqual({ holds: minor, "held-for-senders": -minor });
  await ended(world, orderId, "delivered");
  await ended(world, orderId, "delivered");
  expect(await book(paymentId)).toEqual({ provider: minor, revenue: taxMinor - minor, tax: -taxMinor });
});

test("a fee carries its share of the tax, and the rest of the hold is gone", async () => {
  const { orderId, paymentId, minor, taxMinor } = await held(world, sam);
  await ended(world, orderId, "cancelled", 300);
  const tax = Math.round((300 * taxMinor) / minor);
  expect(await book(paymentId)).toEqual({ provider: 300, revenue: tax - 300, tax: -tax });
});

test("a hold that is released leaves nothing, and both moves can still be read", async () => {
  const { orderId, paymentId } = await held(world, sam);
  await ended(world, orderId, "lost");
  expect(await book(paymentId)).toEqual({});
  const lines = await world.run(
    sql<{ version: number }>`select version from ledger_line where payment_id = ${paymentId}`,
  );
  expect(new Set(lines.map((line) => line.version)).size).toBe(2);
});

test("the database refuses an entry that does not balance, and every change of one that stands", async () => {
  const { paymentId } = await held(world, sam);
  await expect(
    world.run(sql`insert into ledger_line (org_id, payment_id, version, account, minor, currency, at)
              values (${world.orgId}, ${paymentId}, 99, 'provider', 1, 'EUR', now())`),
  ).rejects.toThrow("does not balance");
  for (const change of [
    sql`update ledger_line set minor = minor + 1 where payment_id = ${paymentId}`,
    sql`delete from ledger_line where payment_id = ${paymentId}`,
  ])
    await expect(world.run(change)).rejects.toThrow("neither changed nor deleted");
});

test("ledger and payments never drift apart, and a drift is found", async () => {
  expect(await world.db.owner((tx) => ledgerDrift(tx))).toEqual([]);
  const { paymentId } = await held(world, sam);
  await world.run(sql`update payment set authorized_minor = authorized_minor - 1 where id = ${paymentId}`);
  expect(await world.db.owner((tx) => ledgerDrift(tx))).toEqual([paymentId]);
  await world.run(sql`update payment set authorized_minor = authorized_minor + 1 where id = ${paymentId}`);
  expect(await world.db.owner((tx) => ledgerDrift(tx))).toEqual([]);
});
