import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { press, show, usePage } from "#test/support/web/page.tsx";
import { eur, receivableOf } from "#test/support/paying/samples.ts";
import { type Answer, problem, type Sent, stubServer } from "#test/support/web/stub-server.ts";
import type { PayWay } from "#features/payments/domain/due.ts";
import { loadConfig } from "#web/session/config.ts";
import type { Receivable } from "../../contract/receivables.ts";
import { OrderDue } from "./order-due.tsx";
import { WaysPanel } from "./ways-panel.tsx";

const id = "0190a000-0000-7000-8000-000000000001";
const due = receivableOf({
  orderId: id,
  kind: "cash-delivery",
  owedBy: "recipient",
  state: "promised",
  owed: eur(1_240),
  payBy: null,
});

usePage("payments");

const order = { id, total: eur(1_240) } as Parameters<typeof WaysPanel>[0]["order"];

async function open(shown: React.ReactNode, ways: readonly PayWay[], answers: Record<string, Answer>) {
  const sent = stubServer(answers);
  Object.assign(await loadConfig(), { payment: { provider: "none", ways } });
  await show(shown);
  return sent;
}
const panel = (onBooked: () => void) => (
  <WaysPanel order={order} headers={{}} onBooked={onBooked} onSignIn={() => undefined} />
);
const WAY = `POST /api/orders/${id}/way`;
const bodies = (sent: readonly Sent[]) => sent.filter(({ route }) => route === WAY).map(({ body }) => body);

test("one way must be chosen before it is booked; a guest is shown no invoice but the way to it", async () => {
  const booked = vi.fn<() => void>();
  const sent = await open(panel(booked), ["cash-collection", "cash-delivery", "invoice"], {
    [WAY]: () => ({ body: due }),
  });
  expect(screen.queryByRole("radio", { name: /invoice/i })).toBeNull();
  expect(screen.getByRole("button", { name: /By invoice: / })).toBeTruthy();
  await press("Book for €12.40");
  expect(screen.getByText("Choose one of these first.")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: /Cash at delivery/ }));
  await press("Book for €12.40");
  await waitFor(() => expect(booked).toHaveBeenCalledOnce());
  expect(bodies(sent)).toEqual([{ way: "cash-delivery" }]);
});

test("the only way is chosen already, and a refusal says what to do", async () => {
  await open(panel(vi.fn<() => void>()), ["cash-collection"], {
    [WAY]: () => problem(409, "payments.way-not-offered"),
  });
  await press("Book for €12.40");
  expect(await screen.findByText(/not offered here any more/)).toBeTruthy();
});

test("a sender reads who is to pay how much, and when it was paid; a card's order shows nothing", async () => {
  const path = `GET /api/orders/${id}/receivables`;
  const owing = (...items: readonly Receivable[]) => ({
    [path]: () => ({ body: { number: "WB-1", items } }),
  });
  await open(<OrderDue orderId={id} />, [], owing(due));
  expect(await screen.findByText("The recipient")).toBeTruthy();
  expect(screen.getByText("€12.40")).toBeTruthy();
  cleanup();
  await open(
    <OrderDue orderId={id} />,
    [],
    owing({ ...due, state: "received", receivedAt: "2026-11-22T08:00:00.000Z" }),
  );
  expect((await screen.findAllByText("Paid")).length).toBeGreaterThan(0);
  expect(screen.queryByText("The recipient")).toBeNull();
  cleanup();
  await open(<OrderDue orderId={id} />, [], owing());
  expect(screen.queryByText("Payment")).toBeNull();
});
