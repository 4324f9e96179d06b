import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { stubServer } from "#test/support/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { loadConfig } from "#web/session/config.ts";
import type { Payment } from "#features/payments/contract/api.ts";
import { PaymentNeeded } from "./payment-needed.tsx";

const orderId = "0190a000-0000-7000-8000-000000000002";
const payment: Payment = {
  id: "0190a000-0000-7000-8000-000000000001",
  orderId,
  purpose: "recovery",
  state: "created",
  amount: { minor: 1190, currency: "EUR" },
  captured: { minor: 0, currency: "EUR" },
  decline: null,
  triesLeft: 5,
  createdAt: "2026-11-21T08:00:00.000Z",
};

beforeAll(async () => {
  await startWords("hall", "payments", "owed");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(current: Payment): Promise<void> {
  stubServer({ [`GET /api/orders/${orderId}/payment`]: () => ({ body: current }) });
  await loadConfig();
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PaymentNeeded orderId={orderId} />
        <p>below</p>
      </QueryClientProvider>,
    );
  });
}

test("a lost hold says what happened and leads to the page where it is paid", async () => {
  await open(payment);
  const pay = await screen.findByRole("link", { name: "Pay €11.90" });
  expect(pay.getAttribute("href")).toBe(`/book/pay/${orderId}`);
  expect(screen.getByText(/no longer holds €11.90/)).toBeTruthy();
});

test("a surcharge says what it adds; a booking that is paid says nothing", async () => {
  await open({ ...payment, purpose: "surcharge" });
  expect(await screen.findByText(/€11.90 more than was booked/)).toBeTruthy();
  cleanup();
  await open({ ...payment, purpose: "booking", state: "captured" });
  expect(screen.getByText("below")).toBeTruthy();
  expect(screen.queryByText("Payment needed")).toBeNull();
});
