import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { press, show, usePage } from "#test/support/web/page.tsx";
import { eur, olga, refundOf } from "#test/support/paying/samples.ts";
import { meAnswer } from "#test/support/people/me-answer.ts";
import { type Answer, problem, stubServer, onceProblem } from "#test/support/web/stub-server.ts";
import type { Dispute } from "#features/payments/contract/disputes.ts";
import type { Refund } from "#features/payments/contract/refunds.ts";
import { Disputes } from "./disputes.tsx";
import { Refunds } from "./refunds.tsx";

const ada = { id: "0190a000-0000-7000-8000-00000000000b", name: "Ada" };
const waiting = refundOf({
  amount: eur(15_000),
  reason: "damaged",
  note: "The vase",
  state: "waiting",
});
const returned: Refund = { ...waiting, state: "failed", code: "lost_or_stolen_card" };
const DECIDE = `POST /api/refunds/${waiting.id}/decision`;
const CLOSE = `POST /api/refunds/${waiting.id}/close`;

usePage("payments", "money", "owed");

interface Stage {
  items: readonly Refund[];
  next?: string | null;
  /** Items of the next page. */
  later?: readonly Refund[];
  me?: typeof ada;
  answers?: Readonly<Record<string, Answer>>;
}

async function open({ items, next = null, later = [], me = ada, answers = {} }: Stage) {
  const urls: string[] = [];
  const onTrace = vi.fn<(payment: { id: string; number: string }) => void>();
  const sent = stubServer({
    "GET /api/me": meAnswer(me),
    "GET /api/refunds": (_body, url) => {
      urls.push(url);
      return url.includes("cursor=") ? { body: { items: later, next: null } } : { body: { items, next } };
    },
    ...answers,
  });
  await show(<Refunds onTrace={onTrace} />);
  return { sent, urls, onTrace };
}

test("what needs somebody comes first, be it that it waits or that it came back; the order opens its payment", async () => {
  const back = { ...returned, id: ada.id, orderNumber: "W-0002-3", note: null };
  const { urls, onTrace } = await open({ items: [waiting, back] });
  expect(await screen.findByText("Waits for a second person")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Paid by bank transfer" })).toBeTruthy();
  expect(urls[0]).toContain("group=open");
  expect(screen.getByText("The vase")).toBeTruthy();
  await press("Payment of order W-0001-5");
  expect(onTrace).toHaveBeenCalledWith({ id: waiting.paymentId, number: "W-0001-5" });
});

test("a second person agrees after being asked once more", async () => {
  const { sent } = await open({
    items: [waiting],
    answers: { [DECIDE]: () => ({ body: { ...waiting, state: "pending", decidedBy: ada } }) },
  });
  await press("Agree");
  const dialog = await screen.findByRole("dialog", { name: "Agree" });
  expect(sent.some(({ route }) => route === DECIDE)).toBe(false);
  expect(within(dialog).getByText("€150.00")).toBeTruthy();
  await press("Agree", dialog);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.find(({ route }) => route === DECIDE)?.body).toEqual({ agree: true });
});

test("whoever asked reads why another person must agree", async () => {
  await open({ items: [waiting], me: olga });
  expect(await screen.findByText("You asked for this, so another person must agree.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Agree" })).toBeNull();
});

test("where somebody decided meanwhile, the dialog says so and leads back", async () => {
  await open({ items: [waiting], answers: { [DECIDE]: () => problem(409, "payments.refund-decided") } });
  await press("Decline");
  const dialog = await screen.findByRole("dialog", { name: "Decline" });
  await press("Decline", dialog);
  expect(await within(dialog).findByText(/already decided about this refund/)).toBeTruthy();
  await press("See how it stands", dialog);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test.each([
  ["Paid by bank transfer", "bank"],
  ["Not owed", "nobody"],
])("a refund that came back is closed as: %s", async (name, by) => {
  const { sent, urls } = await open({
    items: [returned],
    answers: { [CLOSE]: () => ({ body: { ...returned, state: "by-bank" } }) },
  });
  await press("Did not arrive");
  await waitFor(() => expect(urls.at(-1)).toContain("group=returned"));
  await press(name);
  const dialog = await screen.findByRole("dialog", { name });
  await press(name, dialog);
  await waitFor(() => expect(sent.find(({ route }) => route === CLOSE)?.body).toEqual({ by }));
});

test("the list goes on behind a cursor, and an empty one says so", async () => {
  const older = { ...waiting, id: ada.id, orderNumber: "W-0000-7" };
  const { urls } = await open({ items: [waiting], next: "more", later: [older] });
  await press("Show more");
  expect(await screen.findByRole("button", { name: "Payment of order W-0000-7" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Payment of order W-0001-5" })).toBeTruthy();
  expect(urls.at(-1)).toContain("cursor=more");
  cleanup();
  await open({ items: [] });
  expect(await screen.findByText("Nothing to do")).toBeTruthy();
});

test("a list that does not come can be asked for again", async () => {
  await open({
    items: [],
    answers: {
      "GET /api/refunds": onceProblem(500, "internal", { items: [waiting], next: null }),
    },
  });
  await press("Try again");
  expect(await screen.findByText("Waits for a second person")).toBeTruthy();
});

const dispute: Dispute = {
  id: "0190a000-0000-7000-8000-000000000005",
  paymentId: waiting.paymentId,
  orderNumber: "W-0001-5",
  state: "open",
  reason: "product_not_received",
  amount: eur(20_000),
  withdrawn: eur(20_000),
  fee: eur(1500),
  settled: null,
  evidenceDue: "2026-12-01T08:00:00.000Z",
  openedAt: waiting.askedAt,
};

const openDisputes = (list: Answer) => {
  stubServer({ "GET /api/disputes": list });
  return show(<Disputes onTrace={() => undefined} />);
};

test("a dispute says where it stands, why, and until when evidence is read", async () => {
  const urls: string[] = [];
  await openDisputes((_body, url) => {
    urls.push(url);
    const isOpen = url.includes("open=yes");
    return { body: { items: [isOpen ? dispute : { ...dispute, state: "won" }], next: null } };
  });
  expect(await screen.findByText("Money taken back")).toBeTruthy();
  expect(screen.getByText("Says that it was not delivered")).toBeTruthy();
  expect(screen.getByText(/1 Dec|Dec 1/)).toBeTruthy();
  await press("All");
  expect(await screen.findByText("Won")).toBeTruthy();
  expect(screen.queryByText(/1 Dec|Dec 1/)).toBeNull();
});

test("where nothing is disputed, the page says what will be here", async () => {
  await openDisputes(() => ({ body: { items: [], next: null } }));
  expect(await screen.findByText("No dispute")).toBeTruthy();
});
