import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { loadConfig } from "#web/session/config.ts";
import { keepLinkKey } from "../booking-key.ts";
import { Paying } from "./paying.tsx";

const eur = (minor: number) => ({ minor, currency: "EUR" });
const place = (label: string) => ({ label, lat: 52.5, lon: 13.4, detail: null, pinConfirmed: true });
const order = {
  id: "0190a000-0000-7000-8000-000000000002",
  number: "WB-1",
  total: eur(1190),
  expiresAt: null,
  state: "pending_payment",
  pickup: place("5 Rue Haute"),
  dropoff: place("Market Square 1"),
  recipient: { name: "Rita", phone: "+4930123456", email: null, note: "" },
  window: { start: "2026-11-27T08:00:00.000Z", end: "2026-11-27T10:00:00.000Z" },
  price: {
    lines: [{ ruleId: "base", label: "price.flat", inputs: { title: "Base fare" }, amount: eur(1000) }],
    subtotal: eur(1000),
    taxes: [{ basisPoints: 1900, amount: eur(190) }],
    total: eur(1190),
  },
} as unknown as Order; // Safe: the page reads these alone.

beforeAll(async () => {
  configure({ asyncUtilTimeout: 10_000 });
  await startWords("hall", "payments", "sender", "pay");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function open() {
  stubAuth();
  const sent = stubServer({
    [`POST /api/orders/${order.id}/payment`]: () => problem(503, "payments.provider-silent"),
    [`POST /api/orders/${order.id}/abandon`]: () => problem(409, "deliveries.not-found"),
  });
  await loadConfig();
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Suspense>
          <Paying order={order} returned={false} onPaid={() => undefined} />
        </Suspense>
      </QueryClientProvider>,
    );
  });
  return sent;
}

test("how the price came about is fetched where somebody unfolds it, and stands there in full", async () => {
  await open();
  expect(screen.queryByText("Base fare")).toBeNull();
  const fold = (await screen.findByText("How the price comes about")).closest("details");
  if (!fold) throw new Error("nothing to unfold");
  fold.open = true;
  fireEvent(fold, new Event("toggle"));
  expect(await screen.findByText("Base fare")).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText("€11.90").length).toBeGreaterThan(1));
});

test("addresses and names read in the direction of their own script", async () => {
  await open();
  for (const text of ["5 Rue Haute", "Market Square 1", "Rita"])
    expect((await screen.findByText(text)).closest("bdi")).toBeTruthy();
  expect(screen.getByText("Market Square 1").className).toBe("whole");
});

test("whoever came by a link gives nothing up, and hands on the link that they have", async () => {
  const key = "k".repeat(22);
  keepLinkKey(order.id, key, false);
  const sent = await open();
  fireEvent.click(screen.getByRole("button", { name: "Copy a link to pay later" }));
  const address = `${location.origin}/book/pay/${order.id}#key=${key}`;
  expect(await screen.findByLabelText("Link to pay")).toHaveProperty("value", address);
  expect(screen.queryByRole("button", { name: "Give it up and change something" })).toBeNull();
  expect(sent.filter(({ route }) => route === `POST /api/orders/${order.id}/link`)).toEqual([]);
});

test("whoever booked here may give it up", async () => {
  await open();
  expect(screen.getByRole("button", { name: "Give it up and change something" })).toBeTruthy();
});
