import { expect, test } from "vitest";
import { money } from "#kernel/money.ts";
import { type Movement, movementLines, settlesOf } from "./movement.ts";

const moved = (more: Partial<Movement>) => ({
  kind: "charge" as const,
  currency: "EUR",
  grossMinor: 1190,
  feeMinor: 42,
  netMinor: 1148,
  asked: money(1190, "EUR"),
  ...more,
});
const lines = (more: Partial<Movement>, isOurs = true) =>
  movementLines(moved(more), isOurs).map(({ account, currency, minor }) => `${account} ${minor} ${currency}`);

test("of a charge only its price is new: what was taken is in the payment's own entry", () => {
  expect(lines({})).toEqual(["provider -42 EUR", "fees 42 EUR"]);
  expect(settlesOf(moved({}))).toBe(1190);
});

test("the price of a dispute is in the payment's entry already", () => {
  const dispute = {
    kind: "dispute",
    grossMinor: -1190,
    feeMinor: 1500,
    netMinor: -2690,
    asked: money(-1190, "EUR"),
  } as const;
  expect(lines(dispute)).toEqual([]);
  expect(settlesOf(moved(dispute))).toBe(-2690);
});

test("a balance in another currency: what was asked for is exchanged, and the price is booked as it was charged", () => {
  const foreign = { currency: "USD", grossMinor: 1285, feeMinor: 45, netMinor: 1240 };
  expect(lines(foreign)).toEqual([
    "provider 1240 USD",
    "fees 45 USD",
    "exchange -1285 USD",
    "provider -1190 EUR",
    "exchange 1190 EUR",
  ]);
  const dispute = { ...foreign, kind: "dispute", grossMinor: -1285, netMinor: -1330 } as const;
  expect(settlesOf(moved({ ...dispute, asked: money(-1190, "EUR") }))).toBe(-1190);
  expect(lines({ ...dispute, asked: money(-1190, "EUR") })).toEqual([
    "provider -1330 USD",
    "fees 45 USD",
    "exchange 1285 USD",
    "provider 1190 EUR",
    "exchange -1190 EUR",
  ]);
});

test.each([
  ["fee", "fees 200 EUR"],
  ["payout", "payouts 200 EUR"],
  ["other", "others 200 EUR"],
] as const)("a %s of the whole account moves what is with the provider", (kind, counter) => {
  const one = { kind, grossMinor: -200, feeMinor: 0, netMinor: -200, asked: null };
  expect(lines(one)).toEqual(["provider -200 EUR", counter]);
  expect(settlesOf(moved(one))).toBeNull();
});

test("what is of others is booked apart as it stands, and each currency sums to zero whatever moved", () => {
  expect(lines({}, false)).toEqual(["provider 1148 EUR", "others -1148 EUR"]);
  for (const currency of ["EUR", "USD"])
    for (const isOurs of [true, false]) {
      const sums = new Map<string, number>();
      for (const line of movementLines(moved({ currency }), isOurs))
        sums.set(line.currency, (sums.get(line.currency) ?? 0) + line.minor);
      expect([...sums.values()].every((sum) => sum === 0)).toBe(true);
    }
});
