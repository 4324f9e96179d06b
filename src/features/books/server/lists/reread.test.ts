import { sql } from "kysely";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, toIso } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { paymentDepsOf, taken } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { eur } from "#test/support/paying/samples.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import { traceApi } from "../../contract/trace.ts";
import { reconcileOrganisation } from "../findings/reconcile.ts";
import { advanceClock } from "#engines/sandbox-bank/advance-clock.ts";
import { catchUp } from "./catch-up.ts";

const { world, sam, ada } = useShop();

const trace = async (id: string) => good(await ada.call(traceApi.readTrace, { id }));
/** No webhook came, and the bank no longer lists it. */
const forgotten = () => world.run(sql`delete from sandbox_bank.event`);

test("a refund that came back and a dispute are seen weeks later, where no list tells of them any more", async () => {
  const returned = await taken(world, sam, "4000000000005126");
  const disputed = await taken(world, sam, "4000000000000259");
  const untouched = await taken(world, sam);
  const wish = {
    paymentId: returned.paymentId,
    reason: "late",
    amount: eur(200),
  } as const;
  good(await ada.call(refundsApi.askRefund, { ...wish, id: crypto.randomUUID() }));
  await catchUp(paymentDepsOf(world), world.orgId);
  world.now += 3 * DAY_MS;
  await advanceClock(world.db, () => world.now);
  await forgotten();
  await reconcileOrganisation(paymentDepsOf(world), world.orgId);
  expect((await trace(returned.paymentId)).refunds).toMatchObject([{ state: "succeeded" }]);
  // A week later those with a refund are read again; the others only after a silence longer than the bank's memory.
  world.now += 6 * DAY_MS;
  await reconcileOrganisation(paymentDepsOf(world), world.orgId);
  expect((await trace(returned.paymentId)).refunds).toMatchObject([{ state: "failed" }]);
  expect((await trace(disputed.paymentId)).disputes).toEqual([]);
  world.now += 40 * DAY_MS;
  await catchUp(paymentDepsOf(world), world.orgId);
  world.now += HOUR_MS;
  await reconcileOrganisation(paymentDepsOf(world), world.orgId);
  expect((await trace(disputed.paymentId)).disputes).toHaveLength(1);
  expect((await trace(untouched.paymentId)).disputes).toEqual([]);
  const unasked = async () =>
    (await world.db.pool.query("select count(*)::int as n from payment where asked_at is null")).rows[0];
  expect(await unasked()).toEqual({ n: 0 });
});

test("a gap in another account's list makes nobody ask", async () => {
  await taken(world, sam);
  world.now += HOUR_MS;
  await reconcileOrganisation(paymentDepsOf(world), world.orgId);
  const asked = async () =>
    (await world.db.pool.query("select max(asked_at) as at from payment")).rows[0].at as unknown;
  const before = await asked();
  world.now += HOUR_MS;
  await world.run(sql`insert into payment_pass (org_id, name, source, began_at, missed_at)
        values (${world.orgId}, 'events', 'sandbox/pk_of_another_account', ${toIso(world.now)}, ${toIso(world.now)})`);
  await reconcileOrganisation(paymentDepsOf(world), world.orgId);
  expect(await asked()).toEqual(before);
});
