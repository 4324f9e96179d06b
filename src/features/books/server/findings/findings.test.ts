import { sql } from "kysely";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, toIso } from "#kernel/instant.ts";
import { json } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { good, order } from "#test/support/people/booking.ts";
import { payByCard } from "#test/support/paying/pay-by-card.ts";
import { ended, planFault, providerOf, paymentDepsOf } from "#test/support/paying/paying.ts";
import { useWorld } from "#test/support/use-world.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { findingsApi, type Finding } from "../../contract/findings.ts";
import { readPayment } from "#features/payments/server/base/payment-row.ts";
import type { PaymentDeps } from "#features/payments/server/base/payment-deps.ts";
import { askAfter } from "#features/payments/server/check.ts";
import { reconcileOrganisation } from "./reconcile.ts";

const { world, sam, olga } = useWorld({
  daysApart: 20,
  shop: true,
  people: { sam: ["Sam", "sender"], olga: ["Olga", "org-admin"] },
});

const reconcile = async (more: Partial<PaymentDeps> = {}): Promise<void> => {
  world.now += 2 * HOUR_MS;
  await reconcileOrganisation({ ...paymentDepsOf(world), ...more }, world.orgId);
};
const findings = async (group: "open" | "all", paymentOrder?: string): Promise<Finding[]> => {
  const { items } = good(await olga.call(findingsApi.listFindings, { group, limit: 50 }));
  return items.filter(({ orderNumber }) => paymentOrder === undefined || orderNumber === paymentOrder);
};

/** Paid and booked; `ref` is the intent at the bank. */
async function paid(): Promise<{ orderId: string; number: string; paymentId: string; ref: string }> {
  const placed = await order(world, sam);
  const session = good(await payByCard(world, sam, placed.id));
  good(await sam.call(paymentsApi.checkPayment, { id: placed.id }));
  const ref = session.clientSecret.split("_secret_")[0] ?? "";
  return { orderId: placed.id, number: placed.number, paymentId: session.payment.id, ref };
}

const resolve = (id: string, fix: "note" | "retry" | "release") =>
  olga.call(findingsApi.resolveFinding, { id, fix });

/** An operation that a person was given, as after a day of silence. */
async function inReview(
  paymentId: string,
  kind: "cancel" | "capture",
  amount: number | null,
): Promise<string> {
  const id = newId(world.now);
  await world.db.owner((tx) =>
    sql`insert into payment_op (org_id, id, payment_id, kind, logical_key, amount_minor, state, idem_key, outcome,
          created_at, first_sent_at, sent_at, sends, next_at, done_at)
        values (${world.orgId}, ${id}, ${paymentId}, ${kind}, ${`settle:${paymentId}`}, ${amount}, 'review', ${id},
          '{"kind":"unknown"}', ${toIso(world.now)}, ${toIso(world.now)}, ${toIso(world.now)}, 3, ${toIso(world.now)},
          ${toIso(world.now)})`.execute(tx),
  );
  return id;
}

test("a hold that the bank released is seen, and the correction is on the list with no work left", async () => {
  const { number, orderId, paymentId } = await paid();
  world.now += 8 * DAY_MS;
  await reconcile();
  expect(await findings("all", number)).toMatchObject([
    { kind: "corrected", resolution: "auto", resolvedBy: null, fixes: [] },
  ]);
  expect(await findings("open", number)).toEqual([]);
  const { state } = good(await sam.call(paymentsApi.readPayment, { id: orderId, paymentId }));
  // The delivery goes on: what was to be taken is lost, and nobody may take it for released.
  expect(state).toBe("expired");
});

test("a release without an answer is taken up again by itself; a capture waits for a person, once", async () => {
  const [released, taken] = [await paid(), await paid()];
  await inReview(released.paymentId, "cancel", null);
  const total = await inReview(taken.paymentId, "capture", 100);
  await reconcile();
  expect(await findings("all", released.number)).toMatchObject([
    { kind: "operation-review", resolution: "auto", fixes: [] },
  ]);
  expect(good(await sam.call(paymentsApi.readPayment, { id: released.orderId })).state).toBe("voided");
  const [open] = await findings("open", taken.number);
  expect(open).toMatchObject({ kind: "operation-review", about: total, fixes: ["retry"], resolution: null });
  const id = open?.id ?? "";
  expect((await resolve(id, "note")).body.code).toBe("payments.finding-closed");
  await planFault(world, "get", "drop_response");
  expect((await resolve(id, "retry")).body.code).toBe("payments.provider-silent");
  expect(good(await resolve(id, "retry"))).toMatchObject({
    resolution: "retried",
    resolvedBy: "Olga",
    fixes: [],
  });
  expect(good(await sam.call(paymentsApi.readPayment, { id: taken.orderId }))).toMatchObject({
    state: "captured",
    captured: { minor: 100 },
  });
  expect((await resolve(id, "retry")).body.code).toBe("payments.finding-closed");
});

test("a fee that is less than a card can pay is released and noted, and no call is left stuck", async () => {
  const { number, orderId, paymentId } = await paid();
  await ended(world, orderId, "cancelled", 20);
  expect(good(await sam.call(paymentsApi.readPayment, { id: orderId })).state).toBe("voided");
  expect(await findings("all", number)).toMatchObject([
    { kind: "fee-waived", about: `${paymentId} 20 EUR`, resolution: "auto", fixes: [] },
  ]);
});

test("a second intent that holds nothing is ended; one that holds money is released by a person only", async () => {
  const { number, paymentId, ref } = await paid();
  await world.db.owner(async (tx) => {
    await sql`update payment_op set sends = 2 where payment_id = ${paymentId} and kind = 'open'`.execute(tx);
    for (const [id, status, held] of [
      [`${ref}a`, "requires_card", 0],
      [`${ref}b`, "requires_capture", 100],
    ] as const)
      await sql`insert into sandbox_bank.intent (id, client_secret, status, amount_minor, held_minor, currency,
                  payment_id, metadata, created_at, capture_before)
                values (${id}, ${id}, ${status}, 100, ${held}, 'EUR', ${paymentId},
                  ${json({ payment_id: paymentId, instance: world.orgId })}, ${toIso(world.now)},
                  ${toIso(world.now + 6 * DAY_MS)})`.execute(tx);
  });
  const statusOf = async (id: string) =>
    (await paymentDepsOf(world)
      .provider.getIntent(id)
      .then((read) => read.kind === "ok" && read.value.snapshot.status)) || undefined;
  // The passes of a provider that was chosen meanwhile read nothing of this one.
  await reconcile({ provider: { ...providerOf(world), id: "stripe" } });
  await reconcile();
  expect(await statusOf(`${ref}a`)).toBe("canceled");
  expect(await statusOf(`${ref}b`)).toBe("requires_capture");
  expect(await findings("all", number)).toHaveLength(2);
  const [open] = await findings("open", number);
  expect(open).toMatchObject({ kind: "unknown-intent", about: `${ref}b`, fixes: ["release", "note"] });
  good(await resolve(open?.id ?? "", "release"));
  expect(await statusOf(`${ref}b`)).toBe("canceled");
  expect(await statusOf(ref)).toBe("requires_capture");
});

test("books that contradict themselves are found, and the finding ends when they do not any more", async () => {
  const { paymentId } = await paid();
  const bend = (by: number) =>
    world.db.owner(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update ledger_line set minor = minor + ${by} where payment_id = ${paymentId} and account = 'holds'`.execute(
        tx,
      );
    });
  await bend(1);
  await reconcile();
  const open = (await findings("open")).filter(({ kind }) => kind === "invariant");
  expect(open.map(({ about }) => about.split(" ")[0] ?? "").toSorted()).toEqual([
    "ledger-drift",
    "ledger-unbalanced",
  ]);
  expect(good(await olga.call(findingsApi.readMoneyHealth, {}))).toMatchObject({
    open: (await findings("open")).length,
  });
  await bend(-1);
  await reconcile();
  // The hold that was lost above keeps its work stopped.
  const left = await findings("open");
  expect(left.filter(({ kind }) => kind !== "work-stopped")).toEqual([]);
  const health = good(await olga.call(findingsApi.readMoneyHealth, {}));
  expect(health).toMatchObject({
    open: left.length,
    passes: [{ name: "pull", okAt: toIso(world.now) }, {}, {}, {}],
  });
});

/** Asks after a payment's refunds and disputes. */
const askOf = async (paymentId: string): Promise<void> => {
  const payment = await world.db.as({ orgId: world.orgId }, (tx) => readPayment(tx, paymentId));
  if (payment) await askAfter(paymentDepsOf(world), world.orgId, payment);
};
async function lookedOver(): Promise<void> {
  await reconcile();
  expect(good(await olga.call(findingsApi.readMoneyHealth, {})).passes[0]?.okAt).toBe(toIso(world.now));
}
test.each([
  ["the look over the holds, which goes through all the same", lookedOver],
  ["asking after its refunds", askOf],
])(
  "a payment that the bank does not know is one finding of %s, and ends when it is found",
  async (_, look) => {
    const { number, paymentId, ref } = await paid();
    const name = (to: string) =>
      world.run(sql`update payment set provider_ref = ${to} where id = ${paymentId}`);
    const unknown = `pi_without_${ref}`;
    await name(unknown);
    await look(paymentId);
    await look(paymentId);
    const found = (await findings("open", number)).map(({ kind, about }) => `${kind} ${about}`);
    expect(found).toEqual([`missing ${unknown}`]);
    await name(ref);
    await world.run(sql`update payment_finding set about = ${ref} where about = ${unknown}`);
    await look(paymentId);
    expect(await findings("open", number)).toEqual([]);
  },
);

test("the list of findings goes on behind its cursor", async () => {
  const all = await findings("all");
  const first = good(await olga.call(findingsApi.listFindings, { group: "all", limit: 2 }));
  expect(first.next).not.toBeNull();
  const cursor = first.next ?? "";
  const rest = good(await olga.call(findingsApi.listFindings, { group: "all", limit: 50, cursor }));
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect((await olga.call(findingsApi.listFindings, { group: "open", limit: 2, cursor })).status).toBe(400);
});
