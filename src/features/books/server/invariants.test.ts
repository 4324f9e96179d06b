import { sql } from "kysely";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, toIso } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { good, order } from "#test/support/people/booking.ts";
import { payByCard } from "#test/support/paying/pay-by-card.ts";
import { useShop } from "#test/support/use-world.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { logSnapshots } from "#features/payments/server/base/snapshot-log.ts";
import { brokenInvariants, type Invariant } from "./invariants.ts";

const { world, sam } = useShop();

/** Invariants broken by a change that no code of ours makes; the change is rolled back. */
async function brokenBy(change: (tx: Tx) => Promise<unknown>, laterMs = 0): Promise<Invariant[]> {
  const undo = new Error("undo");
  let broken: Invariant[] = [];
  await world.db
    .owner(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await change(tx);
      broken = (await brokenInvariants(tx, world.now + laterMs)).map(({ invariant }) => invariant);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return [...new Set(broken)].toSorted();
}

test("each invariant sees the damage it is there for, and nothing else calls it", async () => {
  const placed = await order(world, sam);
  const { payment } = good(await payByCard(world, sam, placed.id));
  const { id } = payment;
  good(await sam.call(paymentsApi.checkPayment, { id: placed.id }));
  const op = (kind: string, state: string, amount: number | null, key: string) => (tx: Tx) =>
    sql`insert into payment_op (org_id, id, payment_id, kind, logical_key, amount_minor, state, idem_key, created_at, next_at)
        values (${world.orgId}, ${newId(world.now)}, ${id}, ${kind}, ${key}, ${amount}, ${state}, ${key},
                ${toIso(world.now)}, ${toIso(world.now)})`.execute(tx);
  expect(await brokenBy(() => Promise.resolve(), 5 * DAY_MS)).toEqual([]);
  expect(
    await brokenBy((tx) =>
      sql`insert into ledger_line (org_id, payment_id, version, account, minor, currency, at)
          values (${world.orgId}, ${id}, 99, 'revenue', 7, 'EUR', ${toIso(world.now)})`.execute(tx),
    ),
  ).toEqual(["ledger-drift", "ledger-unbalanced"]);
  expect(
    await brokenBy(async (tx) => {
      await op("cancel", "review", null, "a")(tx);
      await op("cancel", "review", null, "b")(tx);
    }),
  ).toEqual(["settled-twice"]);
  expect(await brokenBy(op("capture", "done", 5, "c"))).toEqual(["capture-differs"]);
  const refund = (tx: Tx) =>
    sql`insert into refund_request (org_id, id, payment_id, amount_minor, reason, asked_at, state, changed_at)
        values (${world.orgId}, ${id}, ${id}, 5, 'late', ${toIso(world.now)}, 'sending', ${toIso(world.now)})`.execute(
      tx,
    );
  const give = (key: string, tx: Tx) =>
    sql`insert into payment_op (org_id, id, payment_id, refund_id, kind, logical_key, amount_minor, state, idem_key,
                                created_at, next_at)
        values (${world.orgId}, ${newId(world.now)}, ${id}, ${id}, 'refund', ${key}, 5, 'failed', ${key},
                ${toIso(world.now)}, ${toIso(world.now)})`.execute(tx);
  // More is reserved than was captured: only the captured amount is named.
  expect(await brokenBy(refund)).toEqual([]);
  const taken = (tx: Tx) =>
    sql`update payment set captured_minor = 9, refund_reserved_minor = 4 where id = ${id}`.execute(tx);
  expect(await brokenBy((tx) => refund(tx).then(() => taken(tx)))).toEqual([
    "ledger-drift",
    "refunds-differ",
  ]);
  expect(
    await brokenBy(async (tx) => {
      await refund(tx);
      await give("e", tx);
      await give("f", tx);
    }),
  ).toEqual(["refunded-twice"]);
  expect(
    await brokenBy((tx) =>
      sql`update sales_order set total_minor = total_minor + 1 where id = ${placed.id}`.execute(tx),
    ),
  ).toEqual(["booked-without-hold"]);
  const ended = (tx: Tx) =>
    sql`update delivery set state_shown = 'cancelled' where order_id = ${placed.id}`.execute(tx);
  expect(await brokenBy(ended)).toEqual([]);
  expect(await brokenBy(ended, 2 * HOUR_MS)).toEqual(["hold-survives"]);
  expect(await brokenBy(op("cancel", "sent", null, "d"), DAY_MS)).toEqual([]);
  expect(await brokenBy(op("cancel", "sent", null, "d"), DAY_MS + 3 * HOUR_MS)).toEqual(["operation-open"]);
  expect(
    await brokenBy(
      (tx) =>
        sql`insert into payment_inbox (org_id, provider, event_id, type, ref, received_at)
            values (${world.orgId}, 'stripe', 'evt_1', 'payment_intent.canceled', 'pi_1', ${toIso(world.now)})`.execute(
          tx,
        ),
      2 * HOUR_MS,
    ),
  ).toEqual(["hint-open"]);
});

test("a lost hold that is not owed for its end, and more kept than owed, are seen an hour later", async () => {
  const placed = await order(world, sam);
  const { payment } = good(await payByCard(world, sam, placed.id));
  good(await sam.call(paymentsApi.checkPayment, { id: placed.id }));
  const ended = (state: string, fee: number | null, money: ReturnType<typeof sql>) => async (tx: Tx) => {
    await sql`update delivery set state_shown = ${state}, cancel_fee_minor = ${fee}
              where order_id = ${placed.id}`.execute(tx);
    await sql`update payment set settled_at = ${toIso(world.now)}, ${money} where id = ${payment.id}`.execute(
      tx,
    );
  };
  const lost = (owed: number) => sql`state = 'expired', canceled_seen = true, owed_minor = ${owed}`;
  const seen = async (change: (tx: Tx) => Promise<unknown>, laterMs = 2 * HOUR_MS) =>
    (await brokenBy(change, laterMs)).filter((rule) => rule !== "ledger-drift");
  const all = placed.total.minor;
  expect(await seen(ended("delivered", null, lost(all)))).toEqual([]);
  expect(await seen(ended("delivered", null, lost(0)))).toEqual(["owed-differs"]);
  expect(await seen(ended("cancelled", 300, lost(all)), 0)).toEqual([]);
  expect(await seen(ended("cancelled", 300, lost(all)))).toEqual(["owed-differs"]);
  expect(await seen(ended("cancelled", 300, lost(300)))).toEqual([]);
  // Too little for a card.
  expect(await seen(ended("cancelled", 20, lost(0)))).toEqual([]);
  expect(await seen(ended("cancelled", 300, sql`${lost(all)}, written_off_minor = ${all}`))).toEqual([]);
  const early = sql`state = 'captured', captured_minor = ${all}`;
  expect(await seen(ended("delivered", null, early))).toEqual([]);
  expect(await seen(ended("lost", null, early), 0)).toEqual([]);
  expect(await seen(ended("lost", null, early))).toEqual(["overpaid-kept"]);
  expect(await seen(ended("lost", null, sql`${early}, disputed_minor = ${all}`))).toEqual([]);
  const givenBack = async (tx: Tx): Promise<void> => {
    await ended("lost", null, sql`${early}, refund_reserved_minor = ${all}, refunded_minor = ${all}`)(tx);
    await sql`insert into refund_request (org_id, id, payment_id, amount_minor, reason, asked_at, state, changed_at)
      values (${world.orgId}, ${payment.id}, ${payment.id}, ${all}, 'not-delivered', ${toIso(world.now)}, 'succeeded',
              ${toIso(world.now)})`.execute(tx);
  };
  expect(await seen(givenBack)).toEqual([]);
});

test("snapshots are one chain for each payment, kept once; a link that was changed, taken out or put in breaks it", async () => {
  const placed = await order(world, sam);
  const { payment } = good(await payByCard(world, sam, placed.id));
  const look = () => sam.call(paymentsApi.checkPayment, { id: placed.id });
  const links = () =>
    world.run(sql<{ status: string; before: string; hash: string }>`
          select seen ->> 'status' as status, before, hash from payment_snapshot
          where payment_id = ${payment.id} order by nth`);
  good(await look());
  const chain = await links();
  expect(chain.at(-1)?.status).toBe("requires_capture");
  expect(chain.length).toBeGreaterThan(1);
  expect(chain.map(({ before }) => before)).toEqual(["", ...chain.slice(0, -1).map(({ hash }) => hash)]);
  good(await look());
  expect(await links()).toEqual(chain);

  const damage = (statement: ReturnType<typeof sql>) => brokenBy((tx) => statement.execute(tx));
  const mine = sql`payment_id = ${payment.id} and nth = 1`;
  for (const done of [
    sql`update payment_snapshot set seen = seen || '{"amountMinor": 1}' where ${mine}`,
    sql`update payment_snapshot set received_at = received_at - interval '1 day' where ${mine}`,
    sql`delete from payment_snapshot where ${mine}`,
    sql`insert into payment_snapshot select org_id, payment_id, nth + 7, kind, ref, seen, received_at, before, hash
        from payment_snapshot where ${mine}`,
    sql`delete from payment_snapshot where payment_id = ${payment.id} and nth = ${chain.length}`,
    sql`delete from payment_snapshot where payment_id = ${payment.id}`,
    sql`insert into payment_snapshot
        select org_id, payment_id, nth + 1, kind, ref, seen, received_at, hash,
          snapshot_hash(hash, payment_id, nth + 1, kind, ref, seen, received_at)
        from payment_snapshot where payment_id = ${payment.id} and nth = ${chain.length}`,
    sql`update payment set snapshot_count = snapshot_count - 1 where id = ${payment.id}`,
  ])
    expect(await damage(done)).toEqual(["snapshots-unchained"]);
  const byRole = (statement: ReturnType<typeof sql>) =>
    world.db.as({ orgId: world.orgId }, (tx) => statement.execute(tx));
  await expect(byRole(sql`update payment_snapshot set nth = nth`)).rejects.toThrow(/permission denied/);
  await expect(byRole(sql`delete from payment_snapshot`)).rejects.toThrow(/permission denied/);

  const cutAndContinued = async (tx: Tx): Promise<void> => {
    await sql`delete from payment_snapshot where payment_id = ${payment.id} and nth = ${chain.length}`.execute(
      tx,
    );
    await sql`select set_config('app.org', ${world.orgId}, true)`.execute(tx);
    await logSnapshots({ tx, now: world.now }, payment.id, "intent", [{ ref: "pi_later" }]);
  };
  expect(await brokenBy(cutAndContinued)).toEqual(["snapshots-unchained"]);
});
