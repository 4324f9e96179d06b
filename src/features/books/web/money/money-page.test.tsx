import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { press, show, usePage } from "#test/support/web/page.tsx";
import { eur, receivableOf } from "#test/support/paying/samples.ts";
import type { Role } from "#kernel/actor.ts";
import { meAnswer } from "#test/support/people/me-answer.ts";
import { type Answer, problem, stubServer, onceProblem } from "#test/support/web/stub-server.ts";
import type { MoneyReport, PaymentRow } from "../../contract/money.ts";
import { MoneyPage } from "./money-page.tsx";

const books: MoneyReport = {
  day: "2026-11-21",
  accounts: [
    { account: "holds", balance: eur(1190), today: eur(1190) },
    { account: "held-for-senders", balance: eur(-1190), today: eur(-1190) },
    { account: "provider", balance: eur(2380), today: eur(0) },
    { account: "revenue", balance: eur(-2000), today: eur(0) },
    { account: "tax", balance: eur(-380), today: eur(0) },
    { account: "refunds", balance: eur(0), today: eur(0) },
  ],
  isBalanced: true,
  drifting: 0,
  waiting: 0,
  waitingSince: null,
  review: 0,
};
const payment: PaymentRow = {
  id: "0190a000-0000-7000-8000-000000000001",
  orderId: "0190a000-0000-7000-8000-000000000002",
  orderNumber: "W-0001-5",
  deliveryId: "0190a000-0000-7000-8000-000000000003",
  purpose: "booking",
  reason: null,
  state: "authorized",
  amount: eur(1190),
  captured: eur(0),
  refunded: eur(0),
  way: null,
  receivable: null,
  card: { brand: "visa", last4: "4242" },
  captureBefore: null,
  createdAt: "2026-11-21T08:00:00.000Z",
};

usePage("payments", "money", "owed");

async function open(
  report: Answer,
  items: readonly PaymentRow[] = [payment],
  setSearch: (search: object) => void = () => undefined,
  role: Role = "org-admin",
) {
  stubServer({
    "GET /api/me": meAnswer({ id: "0190a000-0000-7000-8000-00000000000a", name: "Olga" }, [role]),
    "GET /api/money": report,
    "GET /api/money/health": () => ({
      body: { open: 0, passes: [], halt: null },
    }),
    "GET /api/money/findings": () => ({ body: { items: [], next: null } }),
    "GET /api/payments": () => ({ body: { items, next: null } }),
    "GET /api/refunds": () => ({ body: { items: [], next: null } }),
    "GET /api/disputes": () => ({ body: { items: [], next: null } }),
    [`GET /api/payments/${payment.id}`]: () => problem(404, "payments.not-found"),
  });
  await show(
    <MoneyPage params={{}} search={{ group: "all", q: "", from: "", to: "" }} setSearch={setSearch} />,
  );
}

test("income and tax are shown as what they are, not as the ledger's negative sums", async () => {
  await open(() => ({ body: books }));
  await screen.findByText("The books agree with every payment.");
  expect(screen.getByText("€20.00")).toBeTruthy();
  expect(screen.getByText("€3.80")).toBeTruthy();
  expect(screen.queryByText(/[-−]\s*€/)).toBeNull();
});

test("accounts that are seldom used are shown where something stands on them", async () => {
  const line = (account: "bank" | "disputes" | "losses" | "fees", minor: number) => ({
    account,
    balance: eur(minor),
    today: eur(0),
  });
  const rare = [line("bank", -700), line("disputes", 1900), line("losses", 0), line("fees", 1500)];
  await open(() => ({ body: { ...books, accounts: [...books.accounts, ...rare] } }));
  const standing = (await screen.findByText("Paid back by bank transfer")).closest("tr");
  expect(standing?.textContent).toContain("€7.00");
  expect(standing?.textContent).not.toMatch(/[-−]\s*€/);
  expect(screen.getByText("Disputed, not decided")).toBeTruthy();
  expect(screen.getByText("Fees of the provider")).toBeTruthy();
  expect(screen.queryByText("Lost in disputes")).toBeNull();
});

test("a payment shows its order, its card's last digits and what became of it", async () => {
  await open(() => ({ body: books }));
  const link = await screen.findByRole("link", { name: "W-0001-5" });
  expect(link.getAttribute("href")).toBe(`/d/deliveries/${payment.deliveryId}`);
  expect(screen.getByText("Visa •••• 4242")).toBeTruthy();
});

test("a lost hold says what it left owed, how its link stands and what was written off", async () => {
  const receivable = receivableOf({ outstanding: eur(1000), writtenOff: eur(190) });
  const chosen: object[] = [];
  await open(
    () => ({ body: books }),
    [{ ...payment, state: "expired", receivable }],
    (search) => chosen.push(search),
  );
  expect(await screen.findByText("€10.00 owed, the link waits")).toBeTruthy();
  expect(screen.getByText("€1.90 written off")).toBeTruthy();
  await press("Owed");
  expect(chosen).toEqual([{ group: "owed" }]);
});

test("whoever has the money's role alone finds no way to deliveries, which are not theirs to see", async () => {
  await open(() => ({ body: books }), [payment], undefined, "finance");
  expect(await screen.findByText("W-0001-5")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "W-0001-5" })).toBeNull();
});

test("books that disagree, calls without an answer and doubts are shown", async () => {
  await open(() => ({
    body: {
      ...books,
      isBalanced: false,
      drifting: 2,
      review: 1,
      waiting: 3,
      waitingSince: "2026-11-21T08:00:00.000Z",
    },
  }));
  await screen.findByText(/books differ from 2 payments/);
  const review: HTMLAnchorElement = screen.getByRole("link", { name: /One payment or call needs somebody/ });
  expect(review.href).toContain("/f?group=review#money-payments");
  expect(screen.getByText(/3 calls to the provider have no clear answer yet/)).toBeTruthy();
});

test("where nobody paid yet, the page says what will be here", async () => {
  await open(() => ({ body: books }), []);
  expect(await screen.findByText("No payments yet")).toBeTruthy();
});

test("what needs somebody stands before today's money, and that before all accounts", async () => {
  const accounts = books.accounts.map((line) => ({
    ...line,
    today: eur(line.account === "provider" ? 990 : 0),
  }));
  await open(() => ({ body: { ...books, accounts } }));
  expect((await screen.findByText("Taken by card today")).nextSibling?.textContent).toBe("€9.90");
  expect(screen.getAllByRole("heading", { level: 2 }).map(({ id }) => id)).toEqual([
    "money-findings",
    "money-refunds",
    "money-disputes",
    "money-books",
    "money-payments",
  ]);
});

test("payments are searched by what is typed and by days, in the address", async () => {
  const setSearch = vi.fn<(search: object) => void>();
  await open(() => ({ body: books }), [payment], setSearch);
  fireEvent.change(await screen.findByRole("searchbox", { name: "Order, name or reference" }), {
    target: { value: "rita" },
  });
  await vi.waitFor(() => expect(setSearch).toHaveBeenCalledWith({ q: "rita" }, { replace: true }));
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-11-01" } });
  expect(setSearch).toHaveBeenCalledWith({ from: "2026-11-01" });
});

test("a report that does not come can be asked for again", async () => {
  await open(onceProblem(500, "internal", books));
  await press("Try again");
  expect(await screen.findByText("The books agree with every payment.")).toBeTruthy();
});

test("a table of some days is fetched as it comes, and handed over under its name", async () => {
  await open(() => ({ body: books }));
  await press("Export…");
  const dialog = await screen.findByRole("dialog", { name: "Export" });
  await press("Refunds", dialog);
  const days = { from: "2026-11-01", to: "2026-11-30" };
  const type = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  type("To", "2026-10-01");
  type("From", days.from);
  expect(within(dialog).getByText(/the last must not lie before the first/)).toBeTruthy();
  type("To", days.to);
  const asked: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    return Promise.resolve(new Response("refund\r\n"));
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function named(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  URL.createObjectURL = () => "blob:1";
  URL.revokeObjectURL = () => undefined;
  await press("Download", dialog);
  await vi.waitFor(() => expect(names).toEqual(["waybill-refunds-2026-11-01-2026-11-30.csv"]));
  expect(asked).toEqual(["/api/money/export/refunds?from=2026-11-01&to=2026-11-30"]);
});

// The last one: in happy-dom, presses on a page that is drawn after a dialog was closed are sometimes lost.
test("a payment opens what is known of it, and closes again", async () => {
  await open(() => ({ body: books }));
  await press("Payment of order W-0001-5");
  const sheet = await screen.findByRole("dialog", { name: "Payment of order W-0001-5" });
  expect(await within(sheet).findByText("There is nothing at this address")).toBeTruthy();
  await press("Close", sheet);
  expect(screen.queryByRole("dialog")).toBeNull();
});
