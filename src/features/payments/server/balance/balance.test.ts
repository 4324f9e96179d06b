import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, toIso } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { rows } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { good } from "#test/support/booking.ts";
import { bankOf, deskOf, openCounter, planFault, refOf, taken } from "#test/support/paying.ts";
import type { Held } from "#test/support/paying.ts";
import { valueOf } from "#test/support/provider-contract/stages.ts";
import { WEDNESDAY_TEN } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";
import { balanceApi } from "../../contract/balance.ts";
import { exportPath } from "../../contract/export.ts";
import { findingsApi } from "../../contract/findings.ts";
import { refundsApi } from "../../contract/refunds.ts";
import { traceApi } from "../../contract/trace.ts";
import { brokenInvariants } from "../invariants.ts";
import { compareMade } from "../lists/made.ts";
import type { Desk } from "../run-operation.ts";
import { tick } from "../sandbox/tick.ts";
import { compareBalance, lookAtBalance } from "./pass.ts";

let world: World;
let sam: Caller;
let ada: Caller;
beforeAll(async () => {
  ({ world, sam, ada } = await openCounter());
});
afterAll(() => world.close());
/** Each on a Wednesday morning of its own, with what was before paid out and read. */
beforeEach(async () => {
  const weeks = Math.floor((world.now - WEDNESDAY_TEN) / (7 * DAY_MS)) + 1;
  world.now = WEDNESDAY_TEN + weeks * 7 * DAY_MS;
  await tick(world.db, () => world.now);
  await compareBalance(deskOf(world), world.orgId);
  world.now += HOUR_MS;
});

/** A look at the balance, two days later, so that nothing is too young; what is available is paid out. */
async function looked(desk: Desk = deskOf(world)): Promise<void> {
  world.now += 2 * DAY_MS;
  await compareBalance(desk, world.orgId);
}
const owner = (statement: ReturnType<typeof sql>) => world.db.owner((tx) => statement.execute(tx));
/** What the last hour and later booked for movements, as far as it is not zero. */
const bookedSince = async (at: number) =>
  Object.fromEntries(
    (
      await world.db.owner((tx) =>
        rows(
          tx,
          sql<{ account: string; minor: number }>`
            select account, sum(minor)::bigint as minor from ledger_line
            where movement_id is not null and at >= ${toIso(at)} group by account having sum(minor) <> 0`,
        ),
      )
    ).map(({ account, minor }) => [account, minor]),
  );
interface Standing {
  there: number;
  coming: number;
  ledger: number;
  others: number;
  count: number;
  fees: number;
  paidOut: number;
}
const NOTHING: Standing = { there: 0, coming: 0, ledger: 0, others: 0, count: 0, fees: 0, paidOut: 0 };
const standing = async (): Promise<Standing> =>
  (
    await world.db.owner((tx) =>
      rows(
        tx,
        sql<Standing>`select there_minor as there, on_its_way_minor as coming, ledger_minor as ledger,
          others_minor as others, others as count, fees_minor as fees, paid_out_minor as "paidOut"
          from balance_standing where currency = 'EUR'`,
      ),
    )
  )[0] ?? NOTHING;
const open = async (of: { orderNumber: string }) =>
  good(await ada.call(findingsApi.listFindings, { group: "open", limit: 50 })).items.filter(
    ({ orderNumber, kind }) => orderNumber === of.orderNumber && kind.startsWith("movement"),
  );
const broken = () => world.db.owner((tx) => brokenInvariants(tx, world.now));
const feeOf = (minor: number) => Math.round(minor * 0.014) + 25;
const givenBack = (one: Held, minor: number) =>
  ada.call(refundsApi.askRefund, {
    id: crypto.randomUUID(),
    paymentId: one.paymentId,
    reason: "late",
    amount: { minor, currency: "EUR" },
  });

test("a good day: the price of a charge and its payout are booked once, and everything agrees", async () => {
  const began = world.now;
  const one = await taken(world, sam);
  const before = await standing();
  await compareBalance(deskOf(world), world.orgId);
  expect(await bookedSince(began)).toEqual({ provider: -feeOf(one.minor), fees: feeOf(one.minor) });
  world.now += 2 * DAY_MS;
  await tick(world.db, () => world.now);
  await compareBalance(deskOf(world), world.orgId);
  // The same page once more changes nothing.
  await compareBalance(deskOf(world), world.orgId);
  expect(await bookedSince(began)).toEqual({
    provider: -one.minor,
    fees: feeOf(one.minor),
    payouts: one.minor - feeOf(one.minor),
  });
  const after = await standing();
  expect(after).toMatchObject({ there: before.there, coming: 0, ledger: before.ledger });
  expect(await open(one)).toEqual([]);
  expect(await broken()).toEqual([]);
});

test("what is in our books and not in the list yet is on its way, and no finding before its time", async () => {
  const before = await standing();
  const one = await taken(world, sam);
  await owner(sql`delete from sandbox_bank.balance where intent_id = ${await refOf(world, one)}`);
  world.now += HOUR_MS;
  await compareBalance(deskOf(world), world.orgId);
  expect(await open(one)).toEqual([]);
  const now = await standing();
  expect(now.coming).toBe(before.coming + one.minor);
  expect(now.ledger).toBe(now.there + now.coming);
  await owner(
    sql`insert into sandbox_bank.balance (kind, intent_id, amount_minor, currency, created_at, available_on)
        values ('charge', ${await refOf(world, one)}, ${one.minor}, 'EUR', ${toIso(world.now)}, ${toIso(world.now)})`,
  );
  await looked();
  expect(await standing()).toMatchObject({ coming: before.coming });
});

test("a refund, its coming back, a dispute and its reversal agree with the books, with one price of the dispute", async () => {
  const back = await taken(world, sam, "4000000000005126");
  const disputed = await taken(world, sam, "4000000000000259");
  good(await givenBack(back, 300));
  await compareMade(deskOf(world), world.orgId);
  const began = world.now;
  await looked();
  expect([...(await open(back)), ...(await open(disputed))]).toEqual([]);
  expect(await bookedSince(began)).toMatchObject({ fees: feeOf(back.minor) + feeOf(disputed.minor) });
  const [dispute] = good(await ada.call(traceApi.readTrace, { id: disputed.paymentId })).disputes;
  expect(dispute).toMatchObject({ state: "open" });
  const { rows: refs } = await world.db.pool.query("select provider_ref from dispute where payment_id = $1", [
    disputed.paymentId,
  ]);
  await bankOf(world).judge(refs[0].provider_ref, "won");
  await tick(world.db, () => world.now);
  world.now += 8 * DAY_MS;
  await looked();
  expect([...(await open(back)), ...(await open(disputed))]).toEqual([]);
  const now = await standing();
  expect(now.ledger).toBe(now.there + now.coming);
  expect(await broken()).toEqual([]);
});

test("a movement that never came is a finding with its figures, and ends by itself when it comes", async () => {
  const one = await taken(world, sam);
  const ref = await refOf(world, one);
  await owner(sql`update sandbox_bank.balance set created_at = '2000-01-01' where intent_id = ${ref}`);
  await looked();
  const [found, ...more] = await open(one);
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    kind: "movement-missing",
    about: ref,
    fixes: ["recheck", "note"],
    amounts: { ours: { minor: one.minor, currency: "EUR" }, theirs: { minor: 0 } },
  });
  const id = found?.id ?? "";
  expect((await ada.call(findingsApi.resolveFinding, { id, fix: "recheck" })).body.code).toBe(
    "payments.still-in-doubt",
  );
  await owner(sql`update sandbox_bank.balance set created_at = ${toIso(world.now)} where intent_id = ${ref}`);
  good(await ada.call(findingsApi.resolveFinding, { id, fix: "recheck" }));
  expect(await open(one)).toEqual([]);
});

test("another amount than ours is a finding; noted as dealt with it stays closed, and nothing agrees until it does", async () => {
  const one = await taken(world, sam);
  const ref = await refOf(world, one);
  await owner(sql`update sandbox_bank.balance set amount_minor = amount_minor - 5 where intent_id = ${ref}`);
  await looked();
  const [found] = await open(one);
  expect(found).toMatchObject({
    kind: "movement-differs",
    about: ref,
    amounts: { ours: { minor: one.minor }, theirs: { minor: one.minor - 5 } },
  });
  good(await ada.call(findingsApi.resolveFinding, { id: found?.id ?? "", fix: "note" }));
  await looked();
  expect(await open(one)).toEqual([]);
  const now = await standing();
  expect(now.ledger).toBe(now.there + now.coming);
  const said = async () => good(await ada.call(balanceApi.readBalance, {})).isEqual;
  expect(await said()).toBe(false);
  await correct(ref, 5);
  await looked();
  expect(await said()).toBe(true);
});

/** The bank puts right what its balance was moved by. */
const correct = (ref: string, minor: number) =>
  owner(
    sql`insert into sandbox_bank.balance (kind, intent_id, amount_minor, currency, created_at, available_on)
        values ('charge', ${ref}, ${minor}, 'EUR', ${toIso(world.now)}, ${toIso(world.now)})`,
  );

test("a refund and a dispute that nobody told us of are in our books before they can be a finding", async () => {
  const [one, two] = [await taken(world, sam), await taken(world, sam, "4000000000000259")];
  await bankOf(world).refund("desk", { id: await refOf(world, one), amountMinor: 200, mark: "somebody" });
  await looked();
  expect([...(await open(one)), ...(await open(two))]).toEqual([]);
  const trace = async ({ paymentId }: Held) => good(await ada.call(traceApi.readTrace, { id: paymentId }));
  expect((await trace(one)).refunds).toMatchObject([{ reason: "elsewhere", amount: { minor: 200 } }]);
  expect((await trace(two)).disputes).toHaveLength(1);
});

test("money that was taken with our mark and that no payment of ours has is a finding, and not booked as ours", async () => {
  const { provider } = deskOf(world);
  const order = { key: newId(world.now), paymentId: newId(world.now), amount: money(1190, "EUR") };
  const { snapshot, clientSecret } = valueOf(await provider.openIntent(order));
  const { ref } = snapshot;
  await bankOf(world).confirm(ref, clientSecret, {
    number: "4242424242424242",
    month: 12,
    year: 2030,
    cvc: "123",
  });
  valueOf(await provider.capture({ key: newId(world.now), ref, amount: money(1190, "EUR") }));
  const began = world.now;
  await looked();
  const { items } = good(await ada.call(findingsApi.listFindings, { group: "open", limit: 50 }));
  const found = items.filter(({ about }) => about === ref);
  expect(found).toMatchObject([
    { kind: "movement-foreign", orderNumber: null, amounts: { theirs: { minor: 1190 } } },
  ]);
  expect(await bookedSince(began)).toEqual({ provider: 1148, others: -1148 });
  good(await ada.call(findingsApi.resolveFinding, { id: found[0]?.id ?? "", fix: "note" }));
  await correct(ref, -1190);
});

test("what others move in the account is counted, booked apart and no finding; theirs that becomes ours is booked over", async () => {
  const before = await standing();
  const one = await taken(world, sam);
  const ref = await refOf(world, one);
  await owner(sql`update payment set provider_ref = null where id = ${one.paymentId}`);
  await owner(
    sql`insert into sandbox_bank.balance (kind, amount_minor, fee_minor, currency, created_at, available_on)
        values ('charge', 5000, 95, 'EUR', ${toIso(world.now)}, ${toIso(world.now + 9 * DAY_MS)})`,
  );
  await owner(sql`update sandbox_bank.intent set payment_id = '' where id = ${ref}`);
  await compareBalance(deskOf(world), world.orgId);
  const mixed = await standing();
  expect(mixed.count - before.count).toBe(2);
  expect(mixed.others - before.others).toBe(4905 + one.minor - feeOf(one.minor));
  await owner(sql`update payment set provider_ref = ${ref} where id = ${one.paymentId}`);
  await looked();
  await looked();
  const after = await standing();
  expect(after.others - before.others).toBe(4905);
  expect(after.ledger).toBe(after.there + after.coming);
  expect(await open(one)).toEqual([]);
  expect(await broken()).toEqual([]);
});

test("the bank's own fee without a payment is a cost; what nobody knows is of others", async () => {
  const began = world.now;
  const insert = (kind: string, minor: number) =>
    owner(
      sql`insert into sandbox_bank.balance (kind, amount_minor, currency, created_at, available_on)
          values (${kind}, ${minor}, 'EUR', ${toIso(world.now)}, ${toIso(world.now + 9 * DAY_MS)})`,
    );
  await insert("fee", -200);
  await insert("other", 70);
  await compareBalance(deskOf(world), world.orgId);
  expect(await bookedSince(began)).toEqual({ provider: -130, fees: 200, others: -70 });
});

test("a pass that was cut off between pages goes on behind them, and two at once book each movement once", async () => {
  const one = await taken(world, sam);
  const began = world.now;
  await owner(
    sql`insert into sandbox_bank.balance (kind, amount_minor, currency, created_at, available_on)
        select 'other', 1, 'EUR', ${toIso(world.now)}, ${toIso(world.now + 9 * DAY_MS)}
        from generate_series(1, 250)`,
  );
  await owner(sql`delete from payment_cursor where list = 'balance'`);
  const cut = deskOf(world);
  let asked = 0;
  const lists = cut.provider.lists;
  if (!lists) throw new Error("no lists");
  const dying: Desk = {
    ...cut,
    provider: {
      ...cut.provider,
      lists: {
        ...lists,
        movements: (window) => {
          asked += 1;
          if (asked > 1) throw new Error("killed");
          return lists.movements(window);
        },
      },
    },
  };
  await expect(compareBalance(dying, world.orgId)).rejects.toThrow("killed");
  expect(await bookedSince(began)).toMatchObject({ others: -100 });
  await Promise.all([compareBalance(deskOf(world), world.orgId), compareBalance(deskOf(world), world.orgId)]);
  await compareBalance(deskOf(world), world.orgId);
  expect(await bookedSince(began)).toMatchObject({ others: -250, fees: feeOf(one.minor) });
  expect(await broken()).toEqual([]);
});

test("a key that may not read the balance shuts no gate; it is said, and ends when it may", async () => {
  const denied = async () =>
    (
      await world.db.pool.query(
        "select denied_at is not null as denied from payment_cursor where list = 'balance'",
      )
    ).rows[0];
  await taken(world, sam);
  await planFault(world, "balance", "forbidden");
  world.now += 2 * HOUR_MS;
  await lookAtBalance(deskOf(world), world.orgId);
  expect(await denied()).toEqual({ denied: true });
  expect(good(await ada.call(findingsApi.readMoneyHealth, {})).halt).toBeNull();
  world.now += 2 * HOUR_MS;
  await lookAtBalance(deskOf(world), world.orgId);
  expect(await denied()).toEqual({ denied: false });
});

test("the office reads what the last look came to, and takes the list along as a table", async () => {
  const one = await taken(world, sam);
  const ask = async () => good(await ada.call(balanceApi.readBalance, {}));
  await compareBalance(deskOf(world), world.orgId);
  const { lines, ...report } = await ask();
  const { there, onItsWay, ledger, ...sums } = lines[0] ?? fail("no line");
  expect(ledger.minor).toBe(there.minor + onItsWay.minor);
  expect(there.minor).toBe(
    sums.taken.minor -
      sums.givenBack.minor -
      sums.disputed.minor -
      sums.fees.minor +
      sums.others.minor -
      sums.paidOut.minor,
  );
  expect(report).toMatchObject({ state: "read", readAt: toIso(world.now), isEqual: true });
  const other = await taken(world, sam);
  await owner(
    sql`update sandbox_bank.balance set amount_minor = 7 where intent_id = ${await refOf(world, other)}`,
  );
  await looked();
  expect(await ask()).toMatchObject({ state: "read", isEqual: false });
  const day = toIso(world.now - 2 * DAY_MS).slice(0, 10);
  const table = await world.server.app.inject({
    url: exportPath("movements", { from: day, to: day }),
    headers: { authorization: "Bearer Ada" },
  });
  expect(table.statusCode).toBe(200);
  expect(table.body).toContain(await refOf(world, one));
  expect(table.body.split("\r\n")[0]).toContain("movement,kind,moved,available");
});
const fail = (why: string): never => {
  throw new Error(why);
};

test("lines of a movement are written once and balance in each currency", async () => {
  const { rows: found } = await world.db.pool.query("select id from balance_movement limit 1");
  const id = found[0].id;
  const line = (account: string, minor: number, currency: string) =>
    sql`insert into ledger_line (org_id, movement_id, version, account, minor, currency, at)
        values (${world.orgId}, ${id}, 7, ${account}, ${minor}, ${currency}, ${toIso(world.now)})`;
  await expect(
    world.db.owner(async (tx) => {
      await line("provider", 5, "EUR").execute(tx);
      await line("exchange", -5, "USD").execute(tx);
    }),
  ).rejects.toThrow(/does not balance/);
  await expect(owner(sql`update balance_movement set net_minor = 0 where id = ${id}`)).rejects.toThrow(
    /neither changed nor deleted/,
  );
});
