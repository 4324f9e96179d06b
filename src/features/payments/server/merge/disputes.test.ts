import { sql } from "kysely";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, toIso } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { bankOf, paymentDepsOf, disputeOf, refOf, taken, type Held } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { expectBooks } from "#test/support/paying/money-at-rest.ts";
import { eur } from "#test/support/paying/samples.ts";
import { booksOfPayment } from "#test/support/paying/books.ts";
import { disputesApi } from "../../contract/disputes.ts";
import { refundsApi } from "../../contract/refunds.ts";
import { traceApi } from "#features/books/contract/trace.ts";
import type { DisputeSnapshot } from "../../domain/dispute.ts";
import { readAndMerge } from "./read-and-merge.ts";
import { noteNews } from "../inbox/inbox-row.ts";
import { readIntentOfWebhook } from "../inbox/inbox.ts";
import { catchUp } from "#features/books/server/lists/catch-up.ts";
import { lockPayment, readPayment } from "../base/payment-row.ts";
import { checkPayments } from "../check-payments.ts";
import { mergeDisputes } from "./merge-disputes.ts";

const FRAUD = "4000000000000259";
const NOT_RECEIVED = "4000000000002685";
const QUESTION = "4000000000001976";
/** Fee of the sandbox bank for a dispute, won or lost. */
const FEE = 1500;

const { world, sam, ada } = useShop({ daysApart: 7 });

const trace = async ({ paymentId }: Held) => good(await ada.call(traceApi.readTrace, { id: paymentId }));
const disputesOf = async (one: Held) => (await trace(one)).disputes;

/** A captured payment that its card holder disputes, after its webhook. */
async function disputed(number: string): Promise<Held> {
  const one = await taken(world, sam, number);
  await hear(one, "charge.dispute.created");
  return one;
}

/** As a webhook does it. */
async function hear(one: Held, type: string): Promise<void> {
  world.now += 1000;
  const ref = await refOf(world, one);
  const news = { eventId: `evt_${type}_${world.now}`, type, ref };
  await world.db.as({ orgId: world.orgId }, (tx) => noteNews(tx, "sandbox", [news], world.now));
  await readIntentOfWebhook(paymentDepsOf(world), world.orgId, ref);
}

/** Lets the card's bank decide, and delivers its webhook. */
async function decided(one: Held, verdict: "won" | "lost"): Promise<void> {
  await bankOf(world).judge(await disputeOf(world, one), verdict);
  await hear(one, "charge.dispute.closed");
}

const booksOf = ({ paymentId }: Held) => booksOfPayment(world, paymentId);
const allIsWell = () => expectBooks(world);

test.each([
  [FRAUD, "fraudulent"],
  [NOT_RECEIVED, "product_not_received"],
])(
  "a dispute of %s (%s) is recorded with its deadline; its money and its fee leave the books",
  async (card, reason) => {
    const one = await disputed(card);
    const opened = world.now;
    const [dispute, ...more] = await disputesOf(one);
    expect(more).toEqual([]);
    expect(dispute).toMatchObject({
      state: "open",
      reason,
      orderNumber: one.orderNumber,
      amount: eur(one.minor),
      withdrawn: eur(one.minor),
      fee: eur(FEE),
      settled: null,
    });
    expect(Date.parse(dispute?.evidenceDue ?? "")).toBeGreaterThan(opened + 5 * DAY_MS);
    expect(await booksOf(one)).toMatchObject({ provider: -FEE, disputes: one.minor, fees: FEE });
    await allIsWell();
  },
);

test("a dispute that is won gives the money back and keeps the fee", async () => {
  const one = await disputed(FRAUD);
  await decided(one, "won");
  expect(await disputesOf(one)).toMatchObject([{ state: "won", withdrawn: eur(0), fee: eur(FEE) }]);
  const books = await booksOf(one);
  expect(books).toMatchObject({ provider: one.minor - FEE, fees: FEE });
  expect([books["disputes"], books["losses"]]).toEqual([undefined, undefined]);
  await allIsWell();
});

test("a dispute that is lost is a loss, and what it took cannot be refunded again", async () => {
  const one = await disputed(FRAUD);
  await decided(one, "lost");
  expect(await disputesOf(one)).toMatchObject([{ state: "lost", withdrawn: eur(one.minor) }]);
  const books = await booksOf(one);
  expect(books).toMatchObject({ provider: -FEE, losses: one.minor, fees: FEE });
  expect(books["disputes"]).toBeUndefined();
  const asked = await ada.call(refundsApi.askRefund, {
    paymentId: one.paymentId,
    id: crypto.randomUUID(),
    amount: eur(1),
    reason: "late",
  });
  expect(asked.status).toBe(409);
  await allIsWell();
});

test("a question about a payment moves nothing, and is over where nobody follows it up", async () => {
  const one = await disputed(QUESTION);
  const before = await booksOf(one);
  expect(await disputesOf(one)).toMatchObject([{ state: "inquiry", withdrawn: eur(0), fee: eur(0) }]);
  expect(before["disputes"]).toBeUndefined();
  world.now += 10 * DAY_MS;
  await hear(one, "charge.dispute.closed");
  expect(await disputesOf(one)).toMatchObject([{ state: "won" }]);
  expect(await booksOf(one)).toEqual(before);
  await allIsWell();
});

test("evidence that nobody sent in time loses the dispute, and the list of open ones ends it", async () => {
  const one = await disputed(NOT_RECEIVED);
  const open = async () => {
    const list = good(await ada.call(disputesApi.listDisputes, { open: "yes", limit: 50 }));
    return list.items.some(({ paymentId }) => paymentId === one.paymentId);
  };
  expect(await open()).toBe(true);
  world.now += 10 * DAY_MS;
  await checkPayments(paymentDepsOf(world));
  expect(await disputesOf(one)).toMatchObject([{ state: "lost" }]);
  expect(await open()).toBe(false);
  await allIsWell();
});

test("a decision whose webhook was lost is found by the list of what happened", async () => {
  const one = await disputed(FRAUD);
  const dispute = await disputeOf(world, one);
  world.now += HOUR_MS;
  await bankOf(world).judge(dispute, "won");
  world.now += HOUR_MS;
  await catchUp(paymentDepsOf(world), world.orgId);
  world.now += HOUR_MS;
  await checkPayments(paymentDepsOf(world));
  expect(await disputesOf(one)).toMatchObject([{ state: "won", withdrawn: eur(0) }]);
});

test("the same news again, later and out of order changes nothing", async () => {
  const one = await disputed(FRAUD);
  await decided(one, "lost");
  const [before, books] = [await disputesOf(one), await booksOf(one)];
  for (const type of ["charge.dispute.closed", "charge.dispute.created", "charge.dispute.created"])
    await hear(one, type);
  expect(await disputesOf(one)).toEqual(before);
  expect(await booksOf(one)).toEqual(books);
  await allIsWell();
});

/** Merges a dispute of the provider, as an answer to a call is merged. */
async function mergeDispute(one: Held, said: Partial<DisputeSnapshot>): Promise<void> {
  const snapshot: DisputeSnapshot = {
    ref: "dp_1",
    intentRef: await refOf(world, one),
    reason: "fraudulent",
    state: "open",
    currency: "EUR",
    amountMinor: one.minor,
    withdrawnMinor: one.minor,
    feeMinor: 0,
    settled: null,
    evidenceDue: world.now + 9 * DAY_MS,
    openedAt: world.now,
    ...said,
    ...(said.ref === undefined && { ref: `dp_${one.paymentId.replaceAll("-", "")}` }),
  };
  await world.db.as({ orgId: world.orgId }, async (tx) => {
    const payment = await lockPayment(tx, one.paymentId);
    if (!payment) throw new Error("no payment");
    await mergeDisputes({ tx, orgId: world.orgId, now: world.now }, payment, [snapshot], world.now);
  });
}

test("an account in another currency keeps what was taken and charged there beside the payment's own sums", async () => {
  const one = await taken(world, sam);
  await mergeDispute(one, { settled: { currency: "USD", withdrawnMinor: 1_301, feeMinor: 1_700 } });
  expect(await disputesOf(one)).toMatchObject([
    {
      withdrawn: eur(one.minor),
      fee: eur(0),
      settled: { withdrawn: { minor: 1_301, currency: "USD" }, fee: { minor: 1_700, currency: "USD" } },
    },
  ]);
  expect(await booksOf(one)).toMatchObject({ disputes: one.minor });
  expect((await booksOf(one))["fees"]).toBeUndefined();
  await allIsWell();
});

test.each([
  ["another currency than the payment's", { currency: "USD" }, 0],
  ["another payment's intent", { intentRef: "pi_elsewhere" }, 0],
  ["a state that nobody here knows", { state: null }, 1],
] as const)("a dispute in %s is looked at by a person", async (_says, said, kept) => {
  const one = await taken(world, sam);
  await mergeDispute(one, said);
  const row = await world.one(
    sql<{ mismatch: boolean }>`select mismatch from payment where id = ${one.paymentId}`,
  );
  expect(row?.mismatch).toBe(true);
  expect(await disputesOf(one)).toHaveLength(kept);
});

test("the list is by page, newest first, of whom may read money alone", async () => {
  const page = good(await ada.call(disputesApi.listDisputes, { limit: 2 }));
  expect(page.items).toHaveLength(2);
  const rest = good(await ada.call(disputesApi.listDisputes, { limit: 100, cursor: page.next ?? "" }));
  const times = [...page.items, ...rest.items].map(({ openedAt }) => openedAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(new Set([...page.items, ...rest.items].map(({ id }) => id)).size).toBe(times.length);
  expect((await sam.call(disputesApi.listDisputes, {})).status).toBe(403);
});

test("a payment is read with its disputes by asking the provider once", async () => {
  const one = await taken(world, sam, FRAUD);
  const payment = await world.db.as({ orgId: world.orgId }, (tx) => readPayment(tx, one.paymentId));
  if (!payment) throw new Error("no payment");
  await readAndMerge(paymentDepsOf(world), world.orgId, payment);
  expect(await disputesOf(one)).toMatchObject([{ state: "open", openedAt: toIso(world.now) }]);
});
