import fc from "fast-check";
import { expect, test } from "vitest";
import { READY_ANSWERS } from "#features/courier/domain/message-answer.ts";
import { SECOND_MS } from "#kernel/instant.ts";
import { testSeed } from "#test/support/seeds/test-seed.ts";
import { WITHDRAW_MS } from "./limits.ts";
import { type Receipt, type Said, UNSEEN, isOverdue, mayWithdraw, receiptAfter } from "./receipt.ts";

const answer = fc.oneof(
  fc.constant(null),
  fc.constantFrom(...READY_ANSWERS).map((ready) => ({ ready, text: null })),
  fc.string({ minLength: 1, maxLength: 20 }).map((text) => ({ ready: null, text })),
);
const at = fc.integer({ min: 0, max: 1_000 });
const said: fc.Arbitrary<Said> = fc.oneof(
  at.map((moment) => ({ type: "message_seen" as const, at: moment })),
  fc.record({ type: fc.constant("message_acknowledged" as const), at, answer }),
);
const taken = (all: readonly Said[], from: Receipt = UNSEEN): Receipt =>
  all.reduce((receipt, one) => receiptAfter(receipt, one) ?? receipt, from);

test("a message is acknowledged once and never unsaid, whatever comes late, twice or in another order", () => {
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 8 }), (all) => {
      const whole = taken(all);
      const acknowledged = all.filter((one) => one.type === "message_acknowledged");
      expect(whole.seenAt).toBe(Math.min(...all.map((one) => one.at)));
      expect(whole.acknowledgedAt).toBe(acknowledged[0]?.at ?? null);
      expect(whole.answer).toBe(acknowledged.find((one) => one.answer !== null)?.answer ?? null);
      // All of it again says nothing new.
      for (const one of all) expect(receiptAfter(whole, one)).toBeUndefined();
    }),
    { seed: testSeed() },
  );
});

test("the sight is the same in every order", () => {
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 8 }), (all) => {
      expect(taken(all.toReversed()).seenAt).toBe(taken(all).seenAt);
    }),
    { seed: testSeed() },
  );
});

test("a message can be taken back for ten seconds, and not once a courier has seen it", () => {
  const sent = { sentAt: 0, withdrawnAt: null, receipts: [UNSEEN, UNSEEN] };
  expect(mayWithdraw(sent, WITHDRAW_MS)).toBe(true);
  expect(mayWithdraw(sent, WITHDRAW_MS + 1)).toBe(false);
  expect(mayWithdraw({ ...sent, withdrawnAt: 1 }, 2)).toBe(false);
  expect(mayWithdraw({ ...sent, receipts: [UNSEEN, { seenAt: 1 }] }, 2)).toBe(false);
});

test("after three minutes without the courier's word a message is overdue", () => {
  expect(isOverdue(null, 0, 179 * SECOND_MS)).toBe(false);
  expect(isOverdue(null, 0, 180 * SECOND_MS)).toBe(true);
  expect(isOverdue(5, 0, 180 * SECOND_MS)).toBe(false);
});
