import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { press, show, usePage } from "#test/support/web/page.tsx";
import { type Answer, problem, stubServer, onceProblem } from "#test/support/web/stub-server.ts";
import type { Finding } from "../../contract/findings.ts";
import { Findings } from "./findings.tsx";
import type { OnTrace } from "../money/money-columns.tsx";

const finding: Finding = {
  id: "0190a000-0000-7000-8000-000000000001",
  kind: "operation-review",
  about: "0190a000-0000-7000-8000-000000000002",
  paymentId: "0190a000-0000-7000-8000-000000000004",
  orderNumber: "W-0001-5",
  deliveryId: "0190a000-0000-7000-8000-000000000003",
  foundAt: "2026-11-21T08:00:00.000Z",
  resolvedAt: null,
  resolution: null,
  resolvedBy: null,
  fixes: ["retry"],
};

usePage("payments", "money", "owed");

const onTrace = vi.fn<OnTrace>();

async function open(items: readonly Finding[], resolve: Answer = () => ({ body: finding })) {
  const sent = stubServer({
    "GET /api/money/health": () => ({
      body: {
        open: items.length,
        passes: [
          { name: "pull", okAt: "2026-11-21T08:00:00.000Z" },
          { name: "events", okAt: "2026-11-21T07:55:00.000Z" },
          { name: "reread", okAt: null },
        ],
        halt: null,
      },
    }),
    "GET /api/money/findings": () => ({ body: { items, next: null } }),
    [`POST /api/money/findings/${finding.id}/resolve`]: resolve,
  });
  await openPart();
  return () => sent.filter(({ route }) => route.startsWith("POST")).length;
}

const openPart = () => show(<Findings onTrace={onTrace} />);

test("where nothing was found, the page says so and when the bank was last asked", async () => {
  await open([]);
  expect(await screen.findByText("Nothing was found")).toBeTruthy();
  expect(screen.queryByText("No finding is open.")).toBeNull();
  expect(await screen.findByText(/Every hold was last asked about at the bank/)).toBeTruthy();
  expect(await screen.findByText(/own list of events was last read: \S/)).toBeTruthy();
  expect(await screen.findByText(/Older refunds and disputes were last asked about: not yet/)).toBeTruthy();
});

test("a fix asks before it does, and a bank that is silent is a sentence in the dialog", async () => {
  const tries = await open([finding], onceProblem(503, "payments.provider-silent", finding));
  expect(await screen.findByText(/gave no clear answer for a day/)).toBeTruthy();
  await press("Ask the bank again");
  const dialog = await screen.findByRole("dialog");
  expect(tries()).toBe(0);
  await press("Ask the bank again", dialog);
  expect(await within(dialog).findByText(/The bank does not answer right now/)).toBeTruthy();
  await press("Ask the bank again", dialog);
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(tries()).toBe(2);
});

test("a finding that was dealt with says how and by whom", async () => {
  await open([{ ...finding, resolution: "retried", resolvedBy: "Olga", fixes: [] }]);
  expect(await screen.findByText("Asked again · Olga")).toBeTruthy();
});

test("where the doubt stays, the payment is the way out", async () => {
  const doubt: Finding = { ...finding, kind: "payment-review", fixes: ["recheck"] };
  await open([doubt], () => problem(409, "payments.still-in-doubt"));
  await press("Look at the bank again");
  const dialog = await screen.findByRole("dialog");
  await press("Look at the bank again", dialog);
  await press("Open the payment", dialog);
  expect(onTrace).toHaveBeenCalledExactlyOnceWith({ id: finding.paymentId, number: "W-0001-5" });
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("work that is stopped can be let go on, and its payment looked at", async () => {
  const stopped: Finding = { ...finding, kind: "work-stopped", fixes: ["let-through"] };
  await open([stopped]);
  onTrace.mockClear();
  expect(await screen.findByText(/No courier is sent for it/)).toBeTruthy();
  await press("Open the payment");
  expect(onTrace).toHaveBeenCalledExactlyOnceWith({ id: stopped.paymentId, number: stopped.orderNumber });
  await press("Let the work go on");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText(/What is owed stays owed/)).toBeTruthy();
});

test("the sum that goes back is said and sent; where it is another one by now, a fresh look shows that one", async () => {
  const owed = (minor: number): Finding => ({
    ...finding,
    kind: "cash-to-give-back",
    amount: { minor, currency: "EUR" },
    fixes: ["give-back"],
  });
  let items = [owed(2000)];
  const sent = stubServer({
    "GET /api/money/health": () => problem(503, "http.busy"),
    "GET /api/money/findings": () => ({ body: { items, next: null } }),
    [`POST /api/payments/${finding.paymentId}/cash-back`]: () => {
      items = [owed(1700)];
      return problem(409, "payments.due-changed");
    },
  });
  await openPart();
  await press("Record the refund");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText(/after €20\.00 was refunded/)).toBeTruthy();
  await press("Record the refund", dialog);
  expect(await within(dialog).findByText(/Another amount is owed now/)).toBeTruthy();
  expect(sent.find(({ route }) => route.startsWith("POST"))?.body).toMatchObject({
    amount: { minor: 2000, currency: "EUR" },
  });
  await press("See how it stands", dialog);
  expect(await screen.findByText("€17.00")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});
