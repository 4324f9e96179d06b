import { sql } from "kysely";
import { expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { paymentDepsOf, held, planFault } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { checkPayments } from "../check-payments.ts";

const { world, sam } = useShop();

const faults = (call: string, times: number) => planFault(world, call, "drop_request", times);
async function sendsOf(): Promise<number[]> {
  const waiting = sql<{
    n: number;
  }>`select sends as n from payment_op where state = 'sent' and kind = 'capture' order by n`;
  return (await world.run(waiting)).map(({ n }) => n);
}

async function delivered(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await held(world, sam);
  await world.run(sql`update delivery set state_shown = 'delivered'`);
}

async function minutes(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await checkPayments(paymentDepsOf(world));
    world.now += MINUTE_MS;
  }
}

test("once the bank answers again after an hour, all that waited is done within two minutes, each once", async () => {
  await delivered(4);
  await faults("*", 10_000);
  await minutes(60);
  expect(await sendsOf()).toHaveLength(4);
  await world.run(sql`delete from sandbox_bank.fault`);
  await minutes(2);
  expect(await sendsOf()).toEqual([]);
  const taken = await world.run(sql<{ n: number; amount: number }>`
    select count(*)::int as n, min(captured_minor - amount_minor)::int as amount from payment where state = 'captured'`);
  expect(taken).toEqual([{ n: 4, amount: 0 }]);
});

test("while the bank is silent one call a minute is tried before its time, not all", async () => {
  await delivered(6);
  await faults("*", 10_000);
  await minutes(20);
  const before = (await sendsOf()).reduce((sum, sends) => sum + sends, 0);
  await checkPayments(paymentDepsOf(world));
  await checkPayments(paymentDepsOf(world));
  const after = (await sendsOf()).reduce((sum, sends) => sum + sends, 0);
  expect(after - before).toBeLessThanOrEqual(2);
  await world.run(sql`delete from sandbox_bank.fault`);
});

test("a call that never gets an answer keeps no other one back", async () => {
  await minutes(3);
  await delivered(3);
  await faults("capture", 3);
  await minutes(1);
  expect(await sendsOf()).toEqual([1, 1, 1]);
  await faults("capture", 1);
  await minutes(4);
  expect(await sendsOf()).toEqual([]);
});
