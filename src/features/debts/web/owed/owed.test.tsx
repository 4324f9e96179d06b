import { cleanup, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { receivableOf } from "#test/support/paying/samples.ts";
import { show, usePage } from "#test/support/web/page.tsx";
import { stubServer } from "#test/support/web/stub-server.ts";
import { loadConfig } from "#web/session/config.ts";
import type { Receivable } from "../../contract/receivables.ts";
import { PaymentNeeded } from "./order-due.tsx";

const lost = receivableOf();
const { orderId } = lost;

usePage("payments", "owed");

async function open(...items: readonly Receivable[]): Promise<void> {
  stubServer({ [`GET /api/orders/${orderId}/receivables`]: () => ({ body: { number: "WB-1", items } }) });
  await loadConfig();
  await show(
    <>
      <PaymentNeeded orderId={orderId} />
      <p>below</p>
    </>,
  );
}

test("a lost hold says what happened and leads to the page where it is paid", async () => {
  await open(lost);
  const pay = await screen.findByRole("link", { name: "Pay €11.90" });
  expect(pay.getAttribute("href")).toBe(`/book/pay/${orderId}`);
  expect(screen.getByText(/no longer holds €11.90/)).toBeTruthy();
});

test("a surcharge says what it adds; one that is paid says nothing", async () => {
  await open({ ...lost, kind: "surcharge" });
  expect(await screen.findByText(/€11.90 more than was booked/)).toBeTruthy();
  cleanup();
  await open({ ...lost, state: "received", payBy: null });
  expect(screen.getByText("below")).toBeTruthy();
  expect(screen.queryByText("Payment needed")).toBeNull();
});
