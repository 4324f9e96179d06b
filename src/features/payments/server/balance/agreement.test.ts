import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { good } from "#test/support/booking.ts";
import { deskOf, openCounter, planFault, refOf, taken } from "#test/support/paying.ts";
import type { Caller, World } from "#test/support/world.ts";
import { balanceApi } from "../../contract/balance.ts";
import { findingsApi } from "../../contract/findings.ts";
import { brokenInvariants } from "../invariants.ts";
import { compareBalance } from "./pass.ts";

let world: World;
let sam: Caller;
let ada: Caller;
beforeAll(async () => {
  ({ world, sam, ada } = await openCounter());
});
afterAll(() => world.close());

const owner = (statement: ReturnType<typeof sql>) => world.db.owner((tx) => statement.execute(tx));
interface Standing {
  there: number;
  coming: number;
  ledger: number;
  others: number;
}
const standing = async (): Promise<Standing> =>
  (
    await world.db.owner((tx) =>
      rows(
        tx,
        sql<Standing>`select there_minor as there, on_its_way_minor as coming, ledger_minor as ledger,
          others_minor as others from balance_standing where currency = 'EUR'`,
      ),
    )
  )[0] ?? { there: 0, coming: 0, ledger: 0, others: 0 };
const broken = () => world.db.owner((tx) => brokenInvariants(tx, world.now));

test("two looks at once book over once; by the ledger, what a payment took over or left since is no contradiction", async () => {
  const calm = await standing();
  const one = await taken(world, sam);
  const ref = await refOf(world, one);
  await owner(sql`update payment set provider_ref = null where id = ${one.paymentId}`);
  await compareBalance(deskOf(world), world.orgId);
  await owner(sql`update payment set provider_ref = ${ref} where id = ${one.paymentId}`);
  expect(await broken()).toEqual([]);
  const booking = await world.db.pool.connect();
  try {
    await booking.query("begin; lock table ledger_line in share row exclusive mode");
    const both = Promise.all([1, 2].map(() => compareBalance(deskOf(world), world.orgId)));
    await expect
      .poll(async () => Number((await world.db.pool.query(WAITING)).rows[0].n), { timeout: 30_000 })
      .toBe(2);
    await booking.query("rollback");
    await both;
  } finally {
    booking.release();
  }
  expect((await standing()).coming).toBe(calm.coming);
  await owner(
    sql`update payment set provider_ref = null, left_refs = array[${ref}] where id = ${one.paymentId}`,
  );
  await owner(
    sql`insert into sandbox_bank.balance (kind, about, intent_id, amount_minor, currency, created_at, available_on)
        values ('refund', 're_left', ${ref}, -100, 'EUR', ${toIso(world.now)}, ${toIso(world.now + 9 * DAY_MS)})`,
  );
  const before = await standing();
  await compareBalance(deskOf(world), world.orgId);
  const after = await standing();
  expect(after.others).toBe(before.others);
  expect(after.ledger).toBe(after.there + after.coming);
  expect(await broken()).toEqual([]);
  await owner(sql`update payment set provider_ref = ${ref}, left_refs = '{}' where id = ${one.paymentId}`);
  await owner(
    sql`insert into sandbox_bank.balance (kind, about, intent_id, amount_minor, currency, created_at, available_on)
        values ('refund-failure', 're_left', ${ref}, 100, 'EUR', ${toIso(world.now)}, ${toIso(world.now)})`,
  );
  await compareBalance(deskOf(world), world.orgId);
  expect((await standing()).coming).toBe(calm.coming);
});
const WAITING = `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const report = async () => good(await ada.call(balanceApi.readBalance, {}));
const look = () => compareBalance(deskOf(world), world.orgId);
const differing = async () =>
  good(await ada.call(findingsApi.listFindings, { group: "open", limit: 50 })).items.filter(
    ({ kind }) => kind === "balance-differs",
  );

test("what the provider keeps by its own count is held against its list: a movement that it does not list is seen", async () => {
  await taken(world, sam);
  await look();
  expect(await report()).toMatchObject({ state: "read", isEqual: true });
  await owner(
    sql`insert into sandbox_bank.balance (kind, amount_minor, currency, created_at, available_on)
        values ('other', 700, 'EUR', '2001-01-01', ${toIso(world.now)})`,
  );
  await look();
  const [found, ...more] = await differing();
  expect(more).toEqual([]);
  const { ours, theirs } = found?.amounts ?? {};
  expect((theirs?.minor ?? 0) - (ours?.minor ?? 0)).toBe(700);
  expect(await report()).toMatchObject({ isEqual: false });
  good(await ada.call(findingsApi.resolveFinding, { id: found?.id ?? "", fix: "note" }));
  await look();
  expect(await differing()).toEqual([]);
  expect(await report()).toMatchObject({ isEqual: false });
  await owner(sql`delete from sandbox_bank.balance where created_at = '2001-01-01'`);
  await look();
  expect(await report()).toMatchObject({ isEqual: true });
});

test("a key that may not ask what is kept shuts no gate: it was not asked", async () => {
  await planFault(world, "funds", "forbidden", 2);
  await look();
  expect(await report()).toMatchObject({ state: "not-asked" });
  expect(good(await ada.call(findingsApi.readMoneyHealth, {})).halt).toBeNull();
  await look();
  expect(await report()).toMatchObject({ state: "read", isEqual: true });
});
