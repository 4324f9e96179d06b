import { sql } from "kysely";
import { expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { providerOf, held, paymentDepsOf } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import type { PaymentProvider } from "./base/gateway.ts";
import { checkPayments } from "./check-payments.ts";

const { world, sam } = useShop();

/** Paid and delivered; nothing was captured yet. */
async function delivered(): Promise<string> {
  const { orderId, paymentId } = await held(world, sam);
  await world.run(sql`update delivery set state_shown = 'delivered' where order_id = ${orderId}`);
  return paymentId;
}

const captured = async (): Promise<string[]> => {
  const done = sql<{
    id: string;
  }>`select payment_id as id from payment_op where kind = 'capture' and state = 'done'`;
  return (await world.run(done)).map(({ id }) => id);
};

test("a payment that fails in an unexpected way does not keep the rest of the sweep", async () => {
  const payments = [await delivered(), await delivered(), await delivered()];
  const sandbox = providerOf(world);
  const faults: object[] = [];
  const deps = paymentDepsOf(world);
  let broken: string | undefined;
  const provider: PaymentProvider = {
    ...sandbox,
    capture: (asked) => {
      broken ??= asked.ref;
      return asked.ref === broken ? Promise.reject(new TypeError("a bug")) : sandbox.capture(asked);
    },
  };
  const sweep = (by: PaymentProvider) =>
    checkPayments({ ...deps, log: { ...deps.log, error: (fault) => faults.push(fault) }, provider: by });
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
  const capture = () => ((calls += 1), Promise.reject(gone));
  const sweeping = checkPayments({ ...paymentDepsOf(world), provider: { ...sandbox, capture } });
  await expect(sweeping).rejects.toThrow("no way");
  expect(calls).toBe(1);
});
