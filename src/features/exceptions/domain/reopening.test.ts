import * as fc from "fast-check";
import { expect, test } from "vitest";
import { PAY_WAYS } from "#features/payments/domain/due.ts";
import { money } from "#kernel/money.ts";
import { reopeningOf } from "./reopening.ts";

const eur = (minor: number) => money(minor, "EUR");
const card = { way: null, capturedMinor: 0 };

test.each([
  ["a hold that was released", 0, card, { amount: eur(1190), owedBy: "sender", by: "surcharge" }],
  ["a card that paid the fee", 300, { ...card, capturedMinor: 300 }, { amount: eur(890), by: "surcharge" }],
  ["less than a card can pay", 1150, card, null],
  [
    "cash that was not received",
    0,
    { way: "cash-delivery", capturedMinor: 0 },
    { owedBy: "recipient", by: "booking" },
  ],
  [
    "an invoice whose fee was received",
    300,
    { way: "invoice", capturedMinor: 300 },
    { owedBy: "sender", by: "surcharge" },
  ],
  [
    "an invoice that was received whole",
    0,
    { way: "invoice", capturedMinor: 1190 },
    { isPaid: true, by: "booking" },
  ],
  ["an order that costs nothing", 0, undefined, null],
] as const)("reopening asks for the price without the fee: %s", (_, feeMinor, booking, asked) => {
  const found = reopeningOf({ total: eur(1190), feeMinor, booking });
  expect(found === null).toBe(asked === null);
  expect({ ...found }).toMatchObject({ ...asked });
});

test("fee and amount are never more than the price, and a card is never asked for what it cannot pay", () => {
  const ways = fc.constantFrom(null, ...PAY_WAYS);
  fc.assert(
    fc.property(fc.nat(50_000), fc.nat(50_000), fc.nat(50_000), ways, (total, fee, captured, way) => {
      const found = reopeningOf({
        total: eur(total),
        feeMinor: Math.min(fee, total),
        booking: { way, capturedMinor: Math.min(captured, total) },
      });
      if (!found) return;
      expect(found.amount.minor).toBeGreaterThan(0);
      expect(found.amount.minor + Math.min(fee, total)).toBeLessThanOrEqual(total);
      expect(way === null && (found.by !== "surcharge" || found.isPaid)).toBe(false);
    }),
  );
});
