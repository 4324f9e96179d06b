import { expect, test } from "vitest";
import { KNOWN_DECLINES, problemOfDecline, shownDecline } from "./decline-problems.ts";
import { PAYMENT_PROBLEMS, knownProblem, problemOf } from "./payment-problems.ts";

test("the list goes by rising numbers, and each row has a name of its own", () => {
  const { length } = PAYMENT_PROBLEMS;
  const numbers = PAYMENT_PROBLEMS.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  expect(new Set(PAYMENT_PROBLEMS.map(({ code }) => code)).size).toBe(length);
});

test("whoever is told something is told a sentence, and nothing else is said", () => {
  for (const { code, place, says, ways } of PAYMENT_PROBLEMS) {
    expect(says === undefined, code).toBe(place === "silent");
    expect(place === "silent" && ways.length > 0, code).toBe(false);
  }
});

test("whatever keeps the card form from being shown here offers the link to pay elsewhere", () => {
  const kept = PAYMENT_PROBLEMS.filter(
    ({ code, place }) => place === "form" && /^(script|element|browser)\./.test(code),
  );
  const without = kept.filter(({ ways }) => !ways.includes("pay-link")).map(({ code }) => code);
  expect(without).toEqual(["script.offline", "script.network", "element.not-available"]);
});

test("only the unknown, the wait by itself, what is over and what has buttons of its own offer nothing", () => {
  const alone = PAYMENT_PROBLEMS.filter(({ ways, place }) => ways.length === 0 && place !== "silent");
  expect(alone.map(({ code }) => code)).toEqual([
    "script.offline",
    "form.incomplete",
    "pay.unknown",
    "hold.expiring",
    "refund.pending",
    "refund.failed",
    "refund.exceeds",
  ]);
});

test("a lost, stolen or suspected card is told like any other decline, in words, ways and on the wire", () => {
  const { number: _, code: __, ...plain } = problemOf("pay.declined");
  for (const word of ["lost_card", "stolen_card", "pickup_card", "fraudulent", "restricted_card"]) {
    expect(problemOfDecline(word)).toBe("pay.blocked");
    expect(shownDecline(word)).toBe("pay.declined");
  }
  expect(problemOf("pay.blocked")).toMatchObject(plain);
});

test("a word or code that nobody knows yet is a plain decline; each known word has one row", () => {
  expect(problemOfDecline("invented_tomorrow")).toBe("pay.declined");
  expect(knownProblem("pay.invented")).toBe("pay.declined");
  expect(new Set(KNOWN_DECLINES).size).toBe(KNOWN_DECLINES.length);
});
