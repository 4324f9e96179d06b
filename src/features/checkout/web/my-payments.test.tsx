import { cleanup, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { press, show, usePage } from "#test/support/web/page.tsx";
import { eur } from "#test/support/paying/samples.ts";
import { problem, stubServer, type Answer } from "#test/support/web/stub-server.ts";
import type { MyPayment } from "#features/receipts/contract/receipts.ts";
import { MyPayments } from "./my-payments.tsx";

const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`;
const paid: MyPayment = {
  id: id(1),
  orderId: id(2),
  orderNumber: "W-0001-5",
  deliveryId: id(3),
  recipientName: "Rita Ray",
  purpose: "booking",
  reason: null,
  state: "captured",
  amount: eur(1190),
  captured: eur(1190),
  refunded: eur(190),
  way: null,
  card: { brand: "visa", last4: "4242" },
  createdAt: "2026-11-21T08:00:00.000Z",
  receipts: [
    {
      id: id(4),
      kind: "receipt",
      number: "R-2026-000001",
      total: eur(1190),
      issuedAt: "2026-11-21T09:00:00.000Z",
    },
    {
      id: id(5),
      kind: "credit-note",
      number: "C-2026-000001",
      total: eur(190),
      issuedAt: "2026-11-22T09:00:00.000Z",
    },
  ],
};

usePage("payments", "money", "owed");

async function open(answers: Readonly<Record<string, Answer>>) {
  const sent = stubServer(answers);
  await show(<MyPayments />);
  return sent;
}

test("a payment shows what was paid and refunded, and its receipts by number", async () => {
  await open({ "GET /api/my/payments": () => ({ body: { items: [paid], next: null } }) });
  const link = await screen.findByRole("link", { name: "Rita Ray" });
  expect(link.getAttribute("href")).toBe(`/my/deliveries/${paid.deliveryId}`);
  expect(screen.getByText("Visa •••• 4242")).toBeTruthy();
  expect(screen.getByText("€1.90")).toBeTruthy();
  for (const name of ["Receipt R-2026-000001", "Credit note C-2026-000001"])
    expect(screen.getByRole("button", { name })).toBeTruthy();
});

test("a hold says that nothing was charged and when the receipt comes", async () => {
  const held: MyPayment = { ...paid, state: "authorized", captured: eur(0), refunded: eur(0), receipts: [] };
  await open({ "GET /api/my/payments": () => ({ body: { items: [held], next: null } }) });
  expect(await screen.findByText("Held, not charged")).toBeTruthy();
  expect(screen.getByText(/The receipt comes when/)).toBeTruthy();
});

test.each(["created", "action_required", "failed"] as const)(
  "what waits to be paid (%s) leads to its payment",
  async (state) => {
    const unpaid: MyPayment = { ...paid, purpose: "surcharge", state, captured: eur(0), receipts: [] };
    await open({ "GET /api/my/payments": () => ({ body: { items: [unpaid], next: null } }) });
    const link = await screen.findByRole("link", { name: "Pay €11.90" });
    expect(link.getAttribute("href")).toBe(`/book/pay/${unpaid.orderId}`);
  },
);

test("what is paid, or paid in cash, has nothing to press", async () => {
  const cash: MyPayment = { ...paid, id: id(6), state: "created", way: "cash-collection" };
  await open({ "GET /api/my/payments": () => ({ body: { items: [paid, cash], next: null } }) });
  await screen.findAllByRole("link", { name: "Rita Ray" });
  expect(screen.queryByRole("link", { name: /^Pay / })).toBeNull();
});

test("a receipt that does not come says so, and pressing again asks again", async () => {
  const sent = await open({ "GET /api/my/payments": () => ({ body: { items: [paid], next: null } }) });
  const button = await screen.findByRole("button", { name: "Receipt R-2026-000001" });
  fireEvent.click(button);
  expect(await screen.findByText("The receipt could not be fetched. Try again.")).toBeTruthy();
  fireEvent.click(button);
  const path = `GET /api/receipts/${id(4)}/receipt.pdf`;
  await vi.waitFor(() => expect(sent.filter(({ route }) => route === path)).toHaveLength(2));
});

test("nothing yet, and an error, have messages of their own", async () => {
  await open({ "GET /api/my/payments": () => ({ body: { items: [], next: null } }) });
  expect(await screen.findByText("No payments yet")).toBeTruthy();
  cleanup();
  await open({ "GET /api/my/payments": () => problem(503, "http.unavailable") });
  expect(await screen.findByRole("button", { name: /again/i })).toBeTruthy();
});

test("a long list goes on behind its button", async () => {
  const other: MyPayment = { ...paid, id: id(6), recipientName: "Omar Oz" };
  await open({
    "GET /api/my/payments": (_body, url) => ({
      body: url.includes("cursor=c1") ? { items: [other], next: null } : { items: [paid], next: "c1" },
    }),
  });
  await press("Show more");
  expect(await screen.findByText("Omar Oz")).toBeTruthy();
});
