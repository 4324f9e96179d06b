import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { good, order } from "#test/support/booking.ts";
import { providerOf } from "#test/support/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { paymentsApi } from "../contract/api.ts";
import type { PaymentProvider } from "./gateway.ts";
import { checkPayments } from "./check-payments.ts";

const { world, sam } = useShop();

/** Paid and delivered; nothing was captured yet. */
async function delivered(): Promise<string> {
  const placed = await order(world, sam);
  const session = good(await sam.call(paymentsApi.openPayment, { id: placed.id }));
  await world.server.app.inject({
    method: "POST",
    url: `/sandbox-bank/v1/intents/${session.clientSecret.split("_secret_")[0]}/confirm`,
    headers: { "content-type": "application/json", "x-sandbox-secret": session.clientSecret },
    payload: JSON.stringify({ number: "4242424242424242", month: 12, year: 2030, cvc: "123" }),
  });
  good(await sam.call(paymentsApi.checkPayment, { id: placed.id }));
  const { deliveryId } = good(await sam.call(deliveriesApi.readOrder, { id: placed.id }));
  await world.db.owner((tx) =>
    sql`update delivery set state_shown = 'delivered' where id = ${deliveryId}`.execute(tx),
  );
  return session.payment.id;
}

const captured = async (): Promise<string[]> =>
  (
    await world.db.owner((tx) =>
      rows(
        tx,
        sql<{
          id: string;
        }>`select payment_id as id from payment_op where kind = 'capture' and state = 'done'`,
      ),
    )
  ).map(({ id }) => id);

test("a payment that fails in an unexpected way does not keep the rest of the sweep", async () => {
  const payments = [await delivered(), await delivered(), await delivered()];
  const sandbox = providerOf(world);
  const faults: object[] = [];
  let broken: string | undefined;
  const provider: PaymentProvider = {
    ...sandbox,
    capture: (asked) => {
      broken ??= asked.ref;
      return asked.ref === broken ? Promise.reject(new TypeError("a bug")) : sandbox.capture(asked);
    },
  };
  const sweep = (by: PaymentProvider) =>
    checkPayments({
      db: world.db,
      clock: () => world.now,
      log: { info: () => undefined, warn: () => undefined, error: (facts) => faults.push(facts) },
      provider: by,
      instance: world.orgId,
    });
  await sweep(provider);
  expect(await captured()).toHaveLength(2);
  expect(faults).toHaveLength(1);
  world.now += MINUTE_MS;
  await sweep(provider);
  expect(faults).toHaveLength(2);
  world.now += MINUTE_MS;
  await sweep(sandbox);
  expect((await captured()).toSorted()).toEqual(payments.toSorted());
});

test("a sweep ends where there is no way to the database", async () => {
  await delivered();
  const gone = Object.assign(new Error("no way"), { code: "ECONNREFUSED" });
  let calls = 0;
  const sandbox = providerOf(world);
  const sweeping = checkPayments({
    db: world.db,
    clock: () => world.now,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    provider: { ...sandbox, capture: () => ((calls += 1), Promise.reject(gone)) },
    instance: world.orgId,
  });
  await expect(sweeping).rejects.toThrow("no way");
  expect(calls).toBe(1);
});
