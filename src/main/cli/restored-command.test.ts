import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { first } from "#server/db/db.ts";
import { createMetrics } from "#server/metrics.ts";
import { haltGauge, markRestored } from "#features/payments/server/public.ts";
import { good, openShop } from "#test/support/people/booking.ts";
import { paymentDepsOf, held } from "#test/support/paying/paying.ts";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { checkPayments } from "#features/payments/server/check-payments.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  await openShop(world);
});
afterAll(() => world.close());

const gate = () =>
  world.db.owner((tx) =>
    first(tx, sql`select epoch, frozen_at is not null as frozen, stop_code as code from payment_gate`),
  );

test("saying that a backup was put back shuts the gate, which Prometheus sees, until both books were compared", async () => {
  expect(await world.db.owner(markRestored)).toBe(0);
  const sam = await world.person("Sam", "sender");
  const { orderId } = await held(world, sam);
  expect(await gate()).toEqual({ epoch: 1, frozen: false, code: null });
  const figures = createMetrics({
    pool: world.db.pool,
    liveReaders: () => 0,
    roomGauges: [haltGauge],
  });
  expect(await figures.text()).toContain("waybill_payments_halted 0");
  expect(await world.db.owner(markRestored)).toBe(1);
  good(await sam.call(paymentsApi.checkPayment, { id: orderId }));
  expect(await gate()).toEqual({ epoch: 2, frozen: true, code: null });
  expect(await figures.text()).toContain("waybill_payments_halted 1");
  await checkPayments(paymentDepsOf(world));
  expect(await gate()).toEqual({ epoch: 2, frozen: false, code: null });
});
