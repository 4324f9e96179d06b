import { cleanup, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { expect, test, vi } from "vitest";
import { show, usePage } from "#test/support/web/page.tsx";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { type Answer, problem, stubServer } from "#test/support/web/stub-server.ts";
import { eur, paymentOf, receivableOf, sessionOf } from "#test/support/paying/samples.ts";
import { loadConfig } from "#web/session/config.ts";
import type { Payment } from "#features/payments/contract/api.ts";
import type { Receivable } from "#features/debts/contract/receivables.ts";
import { PayMore } from "./pay-more.tsx";

const order = {
  id: "0190a000-0000-7000-8000-000000000002",
  number: "WB-1",
  total: { minor: 1190, currency: "EUR" },
  expiresAt: null,
  state: "confirmed",
} as unknown as Order; // Safe: the page reads these alone.
const surcharge = paymentOf({ purpose: "surcharge", amount: eur(450) });
const owed = receivableOf({ kind: "surcharge", outstanding: eur(450), payBy: surcharge.id });
/** Paid in the meantime, as our server says when the form is opened. */
const paid = (payment: Payment) => () => ({ body: sessionOf({ ...payment, state: "authorized" }) });
const OPEN = `POST /api/orders/${order.id}/payment`;

usePage("payments", "owed");

interface Stage {
  /** Receivable that waits to be paid. */
  readonly current?: Receivable;
  /** Somebody who has a page of their payments. */
  readonly onPaid?: () => void;
  readonly byLink?: boolean;
  /** The server's payment for the id that is asked for. */
  readonly named?: Payment;
  /** Answer of our server when the payment is opened. */
  readonly opened?: Answer;
  /** Our server says nothing of what is owed. */
  readonly isSilent?: boolean;
}

async function open({ current, onPaid, byLink = false, named, opened, isSilent = false }: Stage) {
  stubAuth();
  const sent = stubServer({
    [`GET /api/orders/${order.id}/receivables`]: () =>
      isSilent
        ? problem(503, "http.unavailable")
        : { body: { number: "WB-1", items: current ? [current] : [] } },
    [`GET /api/orders/${order.id}/payment`]: () => (named ? { body: named } : problem(404, "payments.none")),
    [OPEN]: opened ?? (() => problem(409, "payments.order-closed")),
  });
  await loadConfig();
  await show(
    <Suspense>
      <PayMore
        order={order}
        headers={{}}
        byLink={byLink}
        returned={false}
        Later={({ paymentId }) => <p id="pay-later">{paymentId}</p>}
        {...(onPaid && { onPaid })}
        loading={<p>loading</p>}
        nothing={<p>nothing</p>}
      />
    </Suspense>,
  );
  return sent;
}

test("a guest is told where they paid that this payment is done, and not that something was booked", async () => {
  await open({ current: owed, opened: paid(surcharge) });
  expect(await screen.findByRole("heading", { name: "Payment done" })).toBeTruthy();
  expect(screen.getByText(/Your payment of €4.50 for delivery WB-1 is done/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open the booking" }).getAttribute("href")).toContain(order.id);
  expect(document.title).toContain("Payment done");
});

test("somebody with an account goes on to their delivery", async () => {
  const onPaid = vi.fn<() => void>();
  await open({ current: owed, opened: paid(surcharge), onPaid });
  await waitFor(() => expect(onPaid).toHaveBeenCalled());
  expect(screen.queryByText("Payment done")).toBeNull();
});

test("loaded anew, or back from the bank's own page, it still says what was paid; a link opened later that nothing is owed", async () => {
  await open({ current: owed });
  await screen.findByRole("heading", { name: "Payment needed" });
  cleanup();
  await open({ named: { ...surcharge, state: "captured" } });
  expect(await screen.findByText(/Your payment of €4.50/)).toBeTruthy();
  cleanup();
  sessionStorage.clear();
  await open({ byLink: true });
  expect(await screen.findByRole("heading", { name: "Nothing to pay" })).toBeTruthy();
});

test("where our server does not say what is owed nobody reads that nothing is, and asking again is offered", async () => {
  await open({ current: owed, byLink: true, isSilent: true });
  expect(await screen.findByRole("button", { name: /try again/i })).toBeTruthy();
  expect(screen.queryByText("Nothing to pay")).toBeNull();
});
