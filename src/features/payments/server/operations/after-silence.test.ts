import { sql } from "kysely";
import { expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { paymentDepsOf, held } from "#test/support/paying.ts";
import { useWorld } from "#test/support/use-world.ts";
import { checkPayments } from "../check-payments.ts";

const { world, ada } = useWorld({ shop: true, people: { ada: ["Ada", "sender"] } });

const ask = <R>(query: ReturnType<typeof sql<R>>): Promise<R[]> => world.db.owner((tx) => rows(tx, query));
const faults = (call: string, times: number) =>
  ask(sql`insert into sandbox_bank.fault (call, kind, times) values (${call}, 'drop_request', ${times})`);
const sendsOf = async (): Promise<number[]> =>
  (
    await ask(sql<{ sends: number }>`
      select sends from payment_op where state = 'sent' and kind = 'capture' order by sends`)
  ).map((row) => row.sends);

async function delivered(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await held(world, ada);
  await ask(sql`update delivery set state_shown = 'delivered'`);
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
  await ask(sql`delete from sandbox_bank.fault`);
  await minutes(2);
  expect(await sendsOf()).toEqual([]);
  const taken = await ask(sql<{ n: number; amount: number }>`
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
  await ask(sql`delete from sandbox_bank.fault`);
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
