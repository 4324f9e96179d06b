import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ACCOUNTS, type Standing, balancesOf, postings } from "./ledger.ts";

const start: Standing = {
  amountMinor: 1190,
  taxMinor: 190,
  currency: "EUR",
  authorizedMinor: 0,
  capturedMinor: 0,
  refundedMinor: 0,
  refundedByBankMinor: 0,
  disputedMinor: 0,
  lostMinor: 0,
  disputeFeeMinor: 0,
  way: null,
  dueMinor: 0,
  owedMinor: 0,
  writtenOffMinor: 0,
  purpose: "booking",
  state: "created",
  canceledSeen: false,
};
const held = { ...start, authorizedMinor: 1190 };
const taken = { ...held, capturedMinor: 1190 };
const disputed = { ...taken, disputedMinor: 1190, disputeFeeMinor: 1500 };
const lost = { ...held, canceledSeen: true, owedMinor: 1190 };
const releases = { holds: -1190, "held-for-senders": 1190 };

const standing = fc
  .record({
    amountMinor: fc.integer({ min: 1, max: 99_999_999 }),
    parts: fc.array(fc.nat(1000), { minLength: 10, maxLength: 10 }),
    way: fc.constantFrom(null, "invoice" as const),
    purpose: fc.constantFrom("booking" as const, "recovery" as const),
  })
  .chain(({ amountMinor, parts, way, purpose }) =>
    fc.boolean().map((canceledSeen): Standing => {
      const [tax = 0, authorized = 0, captured = 0, refunded = 0, byBank = 0] = parts;
      const [disputedPart = 0, lostPart = 0, fee = 0, owed = 0, writtenOff = 0] = parts.slice(5);
      const of = (whole: number, part: number) => Math.floor((whole * part) / 1000);
      const authorizedMinor = of(amountMinor, authorized);
      const capturedMinor = of(authorizedMinor, captured);
      return {
        amountMinor,
        taxMinor: of(amountMinor, tax),
        currency: "EUR",
        authorizedMinor,
        capturedMinor,
        refundedMinor: of(capturedMinor, refunded),
        refundedByBankMinor: of(of(capturedMinor, refunded), byBank),
        disputedMinor: of(capturedMinor, disputedPart),
        lostMinor: of(capturedMinor, lostPart),
        disputeFeeMinor: fee,
        way,
        dueMinor: of(amountMinor, refunded),
        owedMinor: of(amountMinor, owed),
        writtenOffMinor: of(of(amountMinor, owed), writtenOff),
        purpose,
        state: "created",
        canceledSeen,
      };
    }),
  );
const sumOf = (minors: readonly number[]) => minors.reduce((sum, minor) => sum + minor, 0);

test("wherever a payment stands, its accounts sum to zero", () => {
  fc.assert(
    fc.property(standing, (one) => {
      expect(sumOf(Object.values(balancesOf(one)))).toBe(0);
    }),
    { numRuns: 5000 },
  );
});

test("the postings between any two standings balance, and lead from one to the other", () => {
  fc.assert(
    fc.property(standing, standing, (before, other) => {
      const after = { ...other, amountMinor: before.amountMinor, taxMinor: before.taxMinor };
      const lines = postings(before, after);
      expect(sumOf(lines.map((line) => line.minor))).toBe(0);
      for (const account of ACCOUNTS) {
        const moved = sumOf(lines.filter((line) => line.account === account).map((line) => line.minor));
        expect(balancesOf(before)[account] + moved).toBe(balancesOf(after)[account]);
      }
      expect(postings(before, before)).toEqual([]);
    }),
    { numRuns: 5000 },
  );
});

test.each<[string, Standing, Standing, Record<string, number>]>([
  ["a hold", start, held, { holds: 1190, "held-for-senders": -1190 }],
  ["taking it", held, taken, { ...releases, provider: 1190, revenue: -1000, tax: -190 }],
  ["letting it go", held, { ...held, canceledSeen: true }, releases],
  [
    "taking a fee of it",
    held,
    { ...held, capturedMinor: 595 },
    { ...releases, provider: 595, revenue: -500, tax: -95 },
  ],
  [
    "a refund that comes back",
    { ...taken, refundedMinor: 595 },
    taken,
    { provider: 595, refunds: -500, tax: -95 },
  ],
  [
    "paying from our own bank what the card did not take",
    taken,
    { ...taken, refundedMinor: 595, refundedByBankMinor: 595 },
    { bank: -595, refunds: 500, tax: 95 },
  ],
  ["a dispute", taken, disputed, { provider: -2690, disputes: 1190, fees: 1500 }],
  ["winning it", disputed, { ...disputed, disputedMinor: 0 }, { provider: 1190, disputes: -1190 }],
  [
    "losing it",
    disputed,
    { ...disputed, disputedMinor: 0, lostMinor: 1190 },
    { disputes: -1190, losses: 1190 },
  ],
  ["losing the hold", held, lost, { ...releases, receivable: 1190, revenue: -1000, tax: -190 }],
  [
    "paying a lost hold again",
    { ...held, purpose: "recovery" },
    { ...taken, purpose: "recovery" },
    { ...releases, provider: 1190, receivable: -1190 },
  ],
  [
    "writing off what a lost hold left owed",
    lost,
    { ...lost, writtenOffMinor: 1190 },
    { receivable: -1190, writeoffs: 1190 },
  ],
  ["giving half back", taken, { ...taken, refundedMinor: 595 }, { provider: -595, refunds: 500, tax: 95 }],
])("%s", (_, before, after, moved) => {
  expect(Object.fromEntries(postings(before, after).map((line) => [line.account, line.minor]))).toEqual(
    moved,
  );
});
