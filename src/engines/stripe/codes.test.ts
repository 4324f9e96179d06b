import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KNOWN_DECLINES, problemOfDecline } from "#features/payments/contract/decline-problems.ts";
import { TEST_CARDS } from "../sandbox-bank/cards.ts";
import { outcomeOf } from "./outcome.ts";

const TYPES = "node_modules/stripe/esm/resources/PaymentIntents.d.ts";

/** The codes that Stripe's library knows for a failed try, from its own types. */
function codesOfLibrary(): string[] {
  const about = readFileSync(TYPES, "utf8").split("namespace LastPaymentError {")[1] ?? "";
  const union = /type Code = ([^;]+);/.exec(about)?.[1] ?? "";
  return [...union.matchAll(/'(\w+)'/g)].flatMap(([, code]) => code ?? []);
}

/** Code, what the call comes to, what people are told of it. */
function lineOf(code: string): string {
  const error = { statusCode: 400, code };
  const { kind } = outcomeOf(error, () => undefined);
  const row =
    kind === "misconfigured"
      ? "provider.misconfigured"
      : kind === "throttled"
        ? "provider.down"
        : problemOfDecline(code);
  return `${code} ${kind} ${row}`;
}

test("every code that Stripe's library knows is in the golden table, with its outcome and its row", async () => {
  const codes = codesOfLibrary();
  expect(codes.length).toBeGreaterThan(180);
  await expect(`${codes.map(lineOf).join("\n")}\n`).toMatchFileSnapshot("./codes.golden.txt");
});

test("what a card of the sandbox is declined with has a row of its own", () => {
  const words = Object.values(TEST_CARDS).flatMap((card) =>
    card.kind === "decline"
      ? [card.code]
      : card.kind === "ask" && card.after !== "approved"
        ? [card.after]
        : [],
  );
  expect(words.length).toBeGreaterThan(10);
  expect(words.filter((word) => !KNOWN_DECLINES.includes(word))).toEqual([]);
});
