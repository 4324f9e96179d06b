import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { taken } from "#test/support/paying/paying.ts";
import { testSeed } from "#test/support/seeds/test-seed.ts";
import { useShop } from "#test/support/use-world.ts";
import { issuedIn } from "#test/support/paying/issued.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import type { RefundState, RefundStatus } from "#features/payments/domain/refund.ts";
import { ledgerDrift } from "#features/books/server/invariants.ts";
import { lockPayment } from "#features/payments/server/base/payment-row.ts";
import { mergeRefunds } from "#features/payments/server/merge/merge-refunds.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { LOCALES } from "#kernel/locale.ts";

/** One run's seed can be given to see it again: `WAYBILL_TEST_SEED=7`. */
const SEED = testSeed();
const { world, sam, ada } = useShop({ msApart: MINUTE_MS });
beforeAll(() => void process.stdout.write(`credit notes: seed ${SEED}\n`));

const issued = (paymentId?: string) => issuedIn(world, paymentId);
const refunds = (paymentId: string) =>
  world.run(sql<{ id: string; state: RefundState; ref: string; minor: number }>`
        select id, state, provider_ref as ref, amount_minor as minor from refund_request
        where payment_id = ${paymentId} order by asked_at, id`);

/** The bank's answer for a refund made in its own dashboard. */
const tell = (paymentId: string, nth: number, minor: number, status: RefundStatus) =>
  world.db.as({ orgId: world.orgId }, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) throw new Error("no such payment");
    world.now += 1;
    const seen = { ref: `${paymentId}:${nth}`, intentRef: payment.ref ?? "", opId: null, currency: "EUR" };
    await mergeRefunds({ tx, orgId: world.orgId, now: world.now }, payment, [
      { ...seen, amountMinor: minor, status, failure: null },
    ]);
  });
const close = async (paymentId: string, nth: number, by: "bank" | "nobody"): Promise<void> => {
  const own = (await refunds(paymentId)).find(({ ref }) => ref === `${paymentId}:${nth}`);
  if (own?.state === "failed") good(await ada.call(refundsApi.closeRefund, { id: own.id, by }));
};

test("a refund that came back and was paid by transfer keeps its one credit note", async () => {
  const { paymentId } = await taken(world, sam);
  await tell(paymentId, 1, 250, "pending");
  await tell(paymentId, 1, 250, "failed");
  await close(paymentId, 1, "bank");
  const notes = (await issued(paymentId)).filter(({ kind }) => kind !== "receipt");
  expect(notes).toMatchObject([{ kind: "credit-note", total: 250 }]);
});

test("one that was not owed after all is cancelled by a note of its own, and a later refund has its own again", async () => {
  const { paymentId, minor, taxMinor } = await taken(world, sam);
  const [receipt] = await issued(paymentId);
  await tell(paymentId, 1, 250, "succeeded");
  await tell(paymentId, 1, 250, "failed");
  await close(paymentId, 1, "nobody");
  await tell(paymentId, 2, minor, "succeeded");
  const all = await issued(paymentId);
  const [first, second] = all.filter(({ kind }) => kind === "credit-note");
  const [cancelling, ...more] = all.filter(({ kind }) => kind === "cancel-note");
  expect(more).toEqual([]);
  expect(first?.content.corrects).toBe(receipt?.number);
  const { id: cancels, tax, refundId } = first ?? {};
  expect(cancelling).toMatchObject({ total: 250, tax, cancels, refundId });
  expect(cancelling?.number).toMatch(/^X-2026-\d{6}$/);
  expect(cancelling?.content).toMatchObject({ corrects: first?.number, lines: [{ rule: "kept" }] });
  expect(second).toMatchObject({ total: minor, tax: taxMinor });
  if (!cancelling) throw new Error("no cancelling note");
  for (const locale of LOCALES)
    expect((await receiptPdf(cancelling.content, world.now, locale)).subarray(0, 5).toString()).toBe("%PDF-");
});

test("two refunds in one answer have a note each", async () => {
  const { paymentId, minor, taxMinor } = await taken(world, sam);
  await world.db.as({ orgId: world.orgId }, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) throw new Error("no such payment");
    const seen = { intentRef: payment.ref ?? "", opId: null, currency: "EUR", status: "succeeded" as const };
    await mergeRefunds({ tx, orgId: world.orgId, now: world.now }, payment, [
      { ...seen, ref: `${paymentId}:a`, amountMinor: 250, failure: null },
      { ...seen, ref: `${paymentId}:b`, amountMinor: minor - 250, failure: null },
    ]);
  });
  const notes = (await issued(paymentId)).filter(({ kind }) => kind === "credit-note");
  expect(notes.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([250, minor - 250]);
  expect(notes.reduce((all, { tax }) => all + tax, 0)).toBe(taxMinor);
});

const GIVEN: readonly RefundState[] = ["pending", "succeeded", "by-bank"];

/** Compares the documents of a payment with the states of its refunds. */
async function compare(paymentId: string): Promise<void> {
  const notes = await issued(paymentId);
  const decided = (await refunds(paymentId)).filter(({ state }) => state !== "failed");
  for (const { id, state, minor } of decided) {
    const own = notes.filter(({ refundId }) => refundId === id);
    const credits = own.filter(({ kind }) => kind === "credit-note");
    const cancels = own.filter(({ kind }) => kind === "cancel-note");
    const standing = credits.filter((note) => !cancels.some((one) => one.cancels === note.id));
    expect(credits.length).toBeLessThanOrEqual(1);
    expect(cancels.length).toBeLessThanOrEqual(credits.length);
    expect(standing.map(({ total }) => total)).toEqual(GIVEN.includes(state) ? [minor] : []);
  }
}

test("in any order of happenings there is one note that counts for each refund, and no gap in the numbers", async () => {
  const happening = fc.record({
    nth: fc.integer({ min: 1, max: 3 }),
    what: fc.constantFrom("pending", "succeeded", "failed", "bank", "nobody"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: 12 }), async (story) => {
      const { paymentId } = await taken(world, sam);
      for (const { nth, what } of story) {
        if (what === "bank" || what === "nobody") await close(paymentId, nth, what);
        else await tell(paymentId, nth, 100 + nth, what);
        await compare(paymentId);
      }
      const all = await issued();
      for (const kind of ["receipt", "credit-note", "cancel-note"]) {
        const own = all.filter((one) => one.kind === kind);
        expect(own.map(({ nth }) => nth)).toEqual(own.map((_, at) => at + 1));
      }
    }),
    { seed: SEED, numRuns: 12 },
  );
  expect(await world.db.owner((tx) => ledgerDrift(tx))).toEqual([]);
}, 120_000);
