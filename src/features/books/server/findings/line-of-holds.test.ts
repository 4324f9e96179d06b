import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { good } from "#test/support/people/booking.ts";
import { paymentDepsOf } from "#test/support/paying/paying.ts";
import { heldIntent } from "#test/support/paying/samples.ts";
import { useWorld } from "#test/support/use-world.ts";
import { findingsApi } from "../../contract/findings.ts";
import type { OpenIntent, Outcome } from "#features/payments/server/base/gateway.ts";
import type { PaymentDeps } from "#features/payments/server/base/payment-deps.ts";
import { reconcileOrganisation } from "./reconcile.ts";

const SILENT = 150;
const SPEAKING = 20;
const { world, olga } = useWorld({ shop: true, people: { olga: ["Olga", "org-admin"] } });
beforeAll(async () => {
  // Holds of a card, those without an answer first in the line.
  await bookMany(world, SILENT + SPEAKING);
  await world.run(sql`
    insert into payment (org_id, id, order_id, state, provider, provider_ref, amount_minor, authorized_minor,
          currency, created_at, capture_before)
        select org_id, id, order_id, 'authorized', 'sandbox',
          case when n <= ${SILENT} then 'pi_silent' else 'pi_speaking' end || n, 900, 900, 'EUR',
          ${toIso(world.now)}::timestamptz + n * interval '1 s', ${toIso(world.now + 6 * DAY_MS)}
        from (select *, row_number() over (order by id) as n from delivery) d`);
});

/** The bank answers about some holds, and never about the others. */
function halfSilent(): PaymentDeps {
  const deps = paymentDepsOf(world);
  const sums = { amountMinor: 900, heldMinor: 900, captureBefore: world.now + 6 * DAY_MS };
  const held = { ...heldIntent, ...sums, paymentId: "" };
  const getIntent = async (ref: string): Promise<Outcome<OpenIntent>> =>
    ref.startsWith("pi_silent")
      ? { kind: "unknown", reason: "timeout", stored: false }
      : { kind: "ok", value: { clientSecret: "", snapshot: { ...held, ref } } };
  return { ...deps, provider: { ...deps.provider, getIntent } };
}
async function askedIn(name: string): Promise<number> {
  const like = sql`asked_at is not null and provider_ref like ${`${name}%`}`;
  return (await world.run(sql`select from payment where ${like}`)).length;
}

test("150 holds without an answer at the head of the line keep no other hold from being asked about", async () => {
  world.now += HOUR_MS;
  await reconcileOrganisation(halfSilent(), world.orgId);
  expect(await askedIn("pi_")).toBe(100);
  world.now += 10 * MINUTE_MS;
  await reconcileOrganisation(halfSilent(), world.orgId);
  expect(await askedIn("pi_speaking")).toBe(SPEAKING);
  expect(await askedIn("pi_silent")).toBe(SILENT);
  // The pass says that it did not get all its answers.
  expect(good(await olga.call(findingsApi.readMoneyHealth, {})).passes[0]?.okAt).toBeNull();
});

test("findings beyond the batch of a pass stay open as long as what they say is so", async () => {
  await world.run(sql`
    insert into payment_op (org_id, id, payment_id, kind, logical_key, amount_minor, state, idem_key, outcome,
          created_at, first_sent_at, sent_at, sends, next_at, done_at)
        select org_id, id, id, 'capture', 'settle:' || id, 100, 'review', id::text, '{"kind":"unknown"}',
          ${toIso(world.now)}, ${toIso(world.now)}, ${toIso(world.now)}, 3, ${toIso(world.now)}, ${toIso(world.now)}
        from payment where provider_ref like 'pi_silent%'`);
  const open = async () => good(await olga.call(findingsApi.readMoneyHealth, {})).open;
  world.now += HOUR_MS;
  await reconcileOrganisation(halfSilent(), world.orgId);
  const found = await open();
  expect(found).toBeGreaterThanOrEqual(SILENT);
  world.now += HOUR_MS;
  await reconcileOrganisation(halfSilent(), world.orgId);
  expect(await open()).toBe(found);
});
