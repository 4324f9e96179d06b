import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { show, usePage } from "#test/support/web/page.tsx";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { word } from "#web/i18n/words.ts";
import { type PaymentProblemCode, problemOf } from "#features/payments/contract/payment-problems.ts";
import { PayPanel } from "./pay-panel.tsx";
import { type ProblemFacts, ProblemNote } from "#features/payments/web/problem-note.tsx";

const order = {
  id: "0190a000-0000-7000-8000-000000000001",
  total: { minor: 1190, currency: "EUR" },
  expiresAt: null,
} as unknown as Order; // Safe: the panel reads these three alone.

usePage("payments", "money");
beforeEach(() => {
  stubAuth();
});

const press = vi.fn<() => void>();

async function openRefused(status: number, code: string, facts: Readonly<Record<string, string>> = {}) {
  const told = problem(status, code);
  stubServer({
    [`POST /api/orders/${order.id}/payment`]: () => ({ status, body: { ...told.body, facts } }),
  });
  await show(
    <PayPanel
      order={order}
      headers={{}}
      onPaid={press}
      ways={{ "new-price": press, "pay-link": press, "sign-in": press }}
    />,
  );
}

const shown = async (code: PaymentProblemCode, facts: ProblemFacts = {}): Promise<void> => {
  const { says } = problemOf(code);
  expect(says).toBeDefined();
  await screen.findByText(says === undefined ? "" : word("payments", says, facts));
};

test.each<[PaymentProblemCode, number, string, string]>([
  ["session.expired", 401, "accounts.signed-out", "Sign in again"],
  ["amount.out-of-range", 409, "payments.amount-not-possible", "Pay later or elsewhere"],
  ["booking.expired", 409, "payments.order-closed", "See the new price"],
])("%s: a payment that is refused to open with %i %s has the way %s", async (code, status, refusal, way) => {
  await openRefused(status, refusal, { state: "expired" });
  await shown(code);
  expect(screen.getByRole("button", { name: way })).toBeTruthy();
});

test("rate.limited: too many calls are told with the seconds to wait, and nothing can be pressed before", async () => {
  await openRefused(429, "http.too-many");
  await screen.findByText(/Too many tries/);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Try again" }).disabled).toBe(true);
});

const FACTS = { amount: "€11.90", date: "Sat, 28 Nov", before: "€11.90", after: "€13.10" };
test.each<[PaymentProblemCode, readonly string[]]>([
  ["quote.expired", ["See the new price"]],
  ["quote.changed", ["See the new price"]],
  ["hold.lost", ["Confirm the card", "Send a link to pay"]],
  ["capture.failed", ["Try again"]],
  ["refund.pending", []],
  ["refund.failed", []],
  ["refund.exceeds", []],
  ["dispute.opened", ["Collect the evidence"]],
])("%s is told with what it is about, and offers only what its page can do", async (code, names) => {
  const { ways } = problemOf(code);
  const all = Object.fromEntries(ways.map((way) => [way, press]));
  const { rerender } = render(<ProblemNote code={code} facts={FACTS} ways={all} />);
  await shown(code, FACTS);
  expect(screen.queryAllByRole("button").map((button) => button.textContent)).toEqual(names);
  rerender(<ProblemNote code={code} facts={FACTS} />);
  expect(screen.queryAllByRole("button")).toEqual([]);
});
