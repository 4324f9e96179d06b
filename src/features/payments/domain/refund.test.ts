import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  REFUND_STATES,
  type RefundState,
  type RefundStatus,
  needsSecond,
  refundAfter,
  refundSums,
  remainingMinor,
} from "./refund.ts";

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
    { numRuns: 2000 },
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
] as const)("%s: %i set aside, %i given back, %i of it by bank", (state, reserved, refunded, byBank) => {
  expect(refundSums([{ state, amountMinor: 500 }])).toEqual({
    reservedMinor: reserved,
    refundedMinor: refunded,
    byBankMinor: byBank,
  });
});

test("given back is never more than set aside, whatever the states", () => {
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
    { numRuns: 2000 },
  );
});

test.each([
  [1190, 0, 0, 0, 1190],
  [1190, 500, 0, 0, 690],
  [1190, 0, 1190, 0, 0],
  [1190, 500, 0, 1190, 0],
  [0, 0, 0, 0, 0],
])("of %i taken, %i set aside, %i disputed and %i lost, %i may be given back", (...minors) => {
  const [capturedMinor, refundReservedMinor, disputedMinor, lostMinor, left] = minors;
  expect(remainingMinor({ capturedMinor, refundReservedMinor, disputedMinor, lostMinor })).toBe(left);
});

test("the limit counts what went back before, so that many small ones are one large one", () => {
  expect(needsSecond(10_000, 0, 10_000)).toBe(false);
  expect(needsSecond(10_001, 0, 10_000)).toBe(true);
  expect(needsSecond(5_000, 5_001, 10_000)).toBe(true);
});
