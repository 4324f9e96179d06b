import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { testSeed } from "#test/support/seeds/test-seed.ts";
import {
  REFUND_STATES,
  type RefundNote,
  type RefundState,
  type RefundStatus,
  needsSecond,
  noteDue,
  refundAfter,
  refundSums,
  remainingMinor,
} from "./refund.ts";

/** One run's seed can be given to see it again: `WAYBILL_TEST_SEED=7`. */
const SEED = testSeed();
beforeAll(() => {
  process.stdout.write(`refunds: seed ${SEED}\n`);
});

const statuses = ["pending", "succeeded", "failed", "unforeseen"] as const satisfies RefundStatus[];

test.each([
  ["sending", "pending", "pending"],
  ["sending", "succeeded", "succeeded"],
  ["sending", "failed", "failed"],
  ["sending", "unforeseen", "pending"],
  ["pending", "succeeded", "succeeded"],
  ["succeeded", "pending", "succeeded"],
  ["succeeded", "failed", "failed"],
  ["failed", "succeeded", "failed"],
  ["by-bank", "failed", "by-bank"],
  ["dropped", "failed", "dropped"],
  ["refused", "succeeded", "succeeded"],
] as const)("%s, and the provider says %s: %s", (state, status, after) => {
  expect(refundAfter(state, status)).toBe(after);
});

test("whatever the provider says, in any order and however often, leads to the same state", () => {
  const words = fc.array(fc.constantFrom(...statuses), { maxLength: 6 });
  fc.assert(
    fc.property(
      fc.constantFrom(...REFUND_STATES),
      words.chain((said) =>
        fc.tuple(fc.constant(said), fc.shuffledSubarray(said, { minLength: said.length })),
      ),
      (state, [said, mixed]) => {
        const after = (list: readonly RefundStatus[]) =>
          [...list, ...list].reduce<RefundState>(refundAfter, state);
        expect(after(mixed)).toBe(after(said));
      },
    ),
    { numRuns: 2000, seed: SEED },
  );
});

test.each([
  ["waiting", 500, 0, 0],
  ["declined", 0, 0, 0],
  ["sending", 500, 0, 0],
  ["pending", 500, 500, 0],
  ["succeeded", 500, 500, 0],
  ["refused", 0, 0, 0],
  ["failed", 500, 0, 0],
  ["by-bank", 500, 500, 500],
  ["dropped", 0, 0, 0],
  ["released", 0, 0, 0],
  ["cash-waiting", 0, 0, 0],
  ["cash-back", 0, 0, 0],
] as const)("%s: %i set aside, %i refunded, %i of it by bank", (state, reserved, refunded, byBank) => {
  expect(refundSums([{ state, amountMinor: 500 }])).toEqual({
    reservedMinor: reserved,
    refundedMinor: refunded,
    byBankMinor: byBank,
  });
});

test("refunded is never more than set aside, whatever the states", () => {
  const part = fc.record({
    state: fc.constantFrom(...REFUND_STATES),
    amountMinor: fc.integer({ min: 1, max: 99_999 }),
  });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const { reservedMinor, refundedMinor, byBankMinor } = refundSums(parts);
      expect(byBankMinor).toBeLessThanOrEqual(refundedMinor);
      expect(refundedMinor).toBeLessThanOrEqual(reservedMinor);
    }),
    { numRuns: 2000, seed: SEED },
  );
});

test.each([
  [1190, 0, 0, 0, 1190],
  [1190, 500, 0, 0, 690],
  [1190, 0, 1190, 0, 0],
  [1190, 500, 0, 1190, 0],
  [0, 0, 0, 0, 0],
])("of %i taken, %i set aside, %i disputed and %i lost, %i may be refunded", (...minors) => {
  const [capturedMinor, refundReservedMinor, disputedMinor, lostMinor, left] = minors;
  expect(remainingMinor({ capturedMinor, refundReservedMinor, disputedMinor, lostMinor })).toBe(left);
});

test("the limit counts what went back before, so that many small ones are one large one", () => {
  expect(needsSecond(10_000, 0, 10_000)).toBe(false);
  expect(needsSecond(10_001, 0, 10_000)).toBe(true);
  expect(needsSecond(5_000, 5_001, 10_000)).toBe(true);
});

/** Events of a refund, in the order in which they are tried; a person closes only one that came back. */
const HAPPENINGS = [...statuses, "bank", "nobody"] as const;
type Happening = (typeof HAPPENINGS)[number];

function afterHappening(state: RefundState, happening: Happening): RefundState {
  if (happening === "bank") return state === "failed" ? "by-bank" : state;
  if (happening === "nobody") return state === "failed" ? "dropped" : state;
  return refundAfter(state, happening);
}

test("whatever happens in whatever order, a refund has one note that counts where money went back, and none where not", () => {
  let orders = 0;
  const walk = (state: RefundState, note: RefundNote, wasGiven: boolean, left: number): void => {
    const due = noteDue(state, note);
    const now: RefundNote = due === "credit-note" ? "standing" : due === "cancel-note" ? "cancelled" : note;
    const isGiven = refundSums([{ state, amountMinor: 1 }]).refundedMinor === 1;
    expect(noteDue(state, now)).toBeUndefined();
    expect(now === "standing").toBe(isGiven || (state === "failed" && wasGiven));
    if (left === 0) orders += 1;
    else for (const one of HAPPENINGS) walk(afterHappening(state, one), now, wasGiven || isGiven, left - 1);
  };
  walk("sending", "none", false, 5);
  expect(orders).toBe(HAPPENINGS.length ** 5);
});
