import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { problem, stubServer } from "#test/support/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Finding } from "../../contract/findings.ts";
import { Findings } from "./findings.tsx";
import type { OnTrace } from "../trace/trace-button.tsx";

const finding: Finding = {
  id: "0190a000-0000-7000-8000-000000000001",
  kind: "operation-review",
  about: "0190a000-0000-7000-8000-000000000002",
  paymentId: "0190a000-0000-7000-8000-000000000004",
  orderNumber: "W-0001-5",
  deliveryId: "0190a000-0000-7000-8000-000000000003",
  foundAt: "2026-11-21T08:00:00.000Z",
  seenAt: "2026-11-21T08:00:00.000Z",
  resolvedAt: null,
  resolution: null,
  resolvedBy: null,
  fixes: ["retry"],
};

beforeAll(async () => {
  await startWords("hall", "payments", "money");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const onTrace = vi.fn<OnTrace>();

async function open(
  items: readonly Finding[],
  resolve: () => { status?: number; body: unknown } = () => ({ body: finding }),
) {
  stubServer({
    "GET /api/money/health": () => ({
      body: {
        open: items.length,
        unknownSince: "2026-11-21T07:00:00.000Z",
        lastPassAt: "2026-11-21T08:00:00.000Z",
        passes: [
          { name: "events", okAt: "2026-11-21T07:55:00.000Z" },
          { name: "reread", okAt: null },
        ],
        hintSince: null,
        halt: null,
      },
    }),
    "GET /api/money/findings": () => ({ body: { items, next: null } }),
    [`POST /api/money/findings/${finding.id}/resolve`]: resolve,
  });
  await show();
}

async function show() {
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Findings onTrace={onTrace} />
      </QueryClientProvider>,
    );
  });
}

test("where nothing was found, the page says so and when the bank was last asked", async () => {
  await open([]);
  expect(await screen.findByText("Nothing was found")).toBeTruthy();
  expect(screen.queryByText("No finding is open.")).toBeNull();
  expect(await screen.findByText(/Every hold was last asked about at the bank/)).toBeTruthy();
  expect(await screen.findByText(/The oldest call without a clear answer waits since/)).toBeTruthy();
  expect(await screen.findByText(/own list of events was last read: \S/)).toBeTruthy();
  expect(await screen.findByText(/Older refunds and disputes were last asked about: not yet/)).toBeTruthy();
});

test("a fix asks before it does, and a bank that is silent is a sentence in the dialog", async () => {
  let tries = 0;
  await open([finding], () => {
    tries += 1;
    return tries === 1 ? problem(503, "payments.provider-silent") : { body: finding };
  });
  expect(await screen.findByText(/gave no clear answer for a day/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Ask the bank again" }));
  const dialog = await screen.findByRole("dialog");
  expect(tries).toBe(0);
  fireEvent.click(within(dialog).getByRole("button", { name: "Ask the bank again" }));
  expect(await within(dialog).findByText(/The bank does not answer right now/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Ask the bank again" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(tries).toBe(2);
});

test("a finding that was dealt with says how and by whom", async () => {
  await open([{ ...finding, resolution: "retried", resolvedBy: "Olga", fixes: [] }]);
  expect(await screen.findByText("Asked again · Olga")).toBeTruthy();
});

test("where the doubt stays, the payment is the way out", async () => {
  const doubt: Finding = { ...finding, kind: "payment-review", fixes: ["recheck"] };
  await open([doubt], () => problem(409, "payments.still-in-doubt"));
  fireEvent.click(await screen.findByRole("button", { name: "Look at the bank again" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Look at the bank again" }));
  fireEvent.click(await within(dialog).findByRole("button", { name: "Open the payment" }));
  expect(onTrace).toHaveBeenCalledExactlyOnceWith({ id: finding.paymentId, number: "W-0001-5" });
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("work that is stopped can be let go on, and its payment looked at", async () => {
  const stopped: Finding = { ...finding, kind: "work-stopped", fixes: ["let-through"] };
  await open([stopped]);
  onTrace.mockClear();
  expect(await screen.findByText(/No courier is sent for it/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Open the payment" }));
  expect(onTrace).toHaveBeenCalledExactlyOnceWith({ id: stopped.paymentId, number: stopped.orderNumber });
  fireEvent.click(screen.getByRole("button", { name: "Let the work go on" }));
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
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Record the refund" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText(/after €20\.00 was refunded/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Record the refund" }));
  expect(await within(dialog).findByText(/Another amount is owed now/)).toBeTruthy();
  expect(sent.find(({ route }) => route.startsWith("POST"))?.body).toMatchObject({
    amount: { minor: 2000, currency: "EUR" },
  });
  fireEvent.click(within(dialog).getByRole("button", { name: "See how it stands" }));
  expect(await screen.findByText("€17.00")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});
