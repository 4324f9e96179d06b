import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, render, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { stubAuth } from "#test/support/stub-auth.ts";
import { problem, stubServer } from "#test/support/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { loadConfig } from "#web/session/config.ts";
import type { Payment } from "../../contract/api.ts";
import { PayMore } from "./pay-more.tsx";

const order = {
  id: "0190a000-0000-7000-8000-000000000002",
  number: "WB-1",
  total: { minor: 1190, currency: "EUR" },
  expiresAt: null,
  state: "confirmed",
} as unknown as Order; // Safe: the page reads these alone.
const renewal: Payment = {
  id: "0190a000-0000-7000-8000-000000000001",
  orderId: order.id,
  purpose: "renewal",
  state: "created",
  amount: { minor: 1190, currency: "EUR" },
  captured: { minor: 0, currency: "EUR" },
  decline: null,
  triesLeft: 5,
  createdAt: "2026-11-27T08:00:00.000Z",
  until: "2026-11-28T08:00:00.000Z",
};
const OPEN = `POST /api/orders/${order.id}/payment`;

beforeAll(async () => {
  configure({ asyncUtilTimeout: 10_000 });
  await startWords("hall", "payments", "owed");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(current: Payment, onPaid = vi.fn<() => void>()) {
  stubAuth();
  const sent = stubServer({
    [`GET /api/orders/${order.id}/payment`]: () => ({ body: current }),
    [OPEN]: () => problem(409, "payments.order-closed"),
  });
  await loadConfig();
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Suspense>
          <PayMore
            order={order}
            headers={{}}
            returned={false}
            onPaid={onPaid}
            loading={<p>loading</p>}
            nothing={<p>nothing</p>}
          />
        </Suspense>
      </QueryClientProvider>,
    );
  });
  return sent;
}

test("a hold that ends is renewed here: until when, that nothing is charged twice, and by its own payment", async () => {
  const sent = await open(renewal);
  expect(await screen.findByRole("heading", { name: "Confirm the card" })).toBeTruthy();
  expect(screen.getByText(/lets go of the €11.90 on .*28/)).toBeTruthy();
  expect(screen.getByText(/the price is not charged twice/)).toBeTruthy();
  expect(screen.queryByText(/Pay €11.90|Payment needed/)).toBeNull();
  await waitFor(() => expect(sent.map(({ route }) => route)).toContain(OPEN));
  expect(sent.find(({ route }) => route === OPEN)?.body).toMatchObject({ paymentId: renewal.id });
});

test("what took the old hold's place meanwhile is not asked for again", async () => {
  await open({ ...renewal, purpose: "booking", state: "authorized" });
  expect(await screen.findByText("nothing")).toBeTruthy();
});
