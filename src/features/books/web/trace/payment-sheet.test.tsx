import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fill, press, usePage } from "#test/support/web/page.tsx";
import { eur, olga, refundOf } from "#test/support/paying/samples.ts";
import { meAnswer } from "#test/support/people/me-answer.ts";
import { paymentTrace } from "#test/support/paying/payment-trace.ts";
import { showPaymentSheet } from "#test/support/paying/show-payment-sheet.tsx";
import { type Answer, problem, type Sent, onceProblem } from "#test/support/web/stub-server.ts";
import type { PaymentTrace } from "../../contract/trace.ts";

const at = "2026-11-21T08:00:00.000Z";
const { id } = paymentTrace.payment;
const refund = refundOf({});
const trace = paymentTrace;
const TRACE = `GET /api/payments/${id}`;
const ASK = `POST /api/payments/${id}/refunds`;
usePage("payments", "money", "owed");

const open = async (answers: Readonly<Record<string, Answer>> = {}): Promise<Sent[]> =>
  (await showPaymentSheet(answers)).sent;

/** Opens the form of a refund. */
async function openRefund(): Promise<HTMLElement> {
  await press("Refund…");
  return screen.findByRole("dialog", { name: "Refund for order W-0001-5" });
}
const choose = (form: HTMLElement, amount: string) => {
  fill(/Amount/, amount, form);
  fill(/Reason/, "late", form);
};
const asked = (sent: readonly Sent[]) => sent.filter(({ route }) => route === ASK).map(({ body }) => body);

test("a payment shows its calls, its entries, its refunds, its disputes and its receipts", async () => {
  const receipt = { id: olga.id, kind: "receipt", number: "2026-7", total: eur(20_000), issuedAt: at };
  const operation: PaymentTrace["operations"][number] = {
    id: olga.id,
    kind: "capture",
    amount: eur(20_000),
    state: "sent",
    sends: 2,
    attempt: 1,
    answer: "timeout",
    createdAt: at,
  };
  const full: PaymentTrace = {
    ...trace,
    operations: [operation],
    entries: [{ version: 1, at, lines: [{ account: "revenue", amount: eur(-16_807) }] }],
    refunds: [refund],
    disputes: [
      {
        id: olga.id,
        paymentId: id,
        orderNumber: "W-0001-5",
        state: "open",
        reason: "fraudulent",
        amount: eur(19_500),
        withdrawn: eur(19_500),
        fee: eur(1500),
        settled: null,
        evidenceDue: "2026-12-01T08:00:00.000Z",
        openedAt: at,
      },
    ],
  };
  await open({
    [TRACE]: () => ({ body: full }),
    [`GET /api/orders/${trace.payment.orderId}/receipts`]: () => ({ body: { items: [receipt] } }),
  });
  expect(await screen.findByText("Take the money")).toBeTruthy();
  expect(screen.getByText("Sent 2 times")).toBeTruthy();
  expect(screen.getByText("Earned, without tax")).toBeTruthy();
  expect(screen.getByText("Says that somebody else used the card")).toBeTruthy();
  expect(screen.getByText(/disputes €195.00 at the bank/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Collect the evidence" }).getAttribute("href")).toBe(
    `/d/deliveries/${trace.payment.deliveryId}`,
  );
  expect(within(screen.getByRole("list", { name: "Refunds" })).getByText("Refunded")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Receipt 2026-7" })).toBeTruthy();
  expect(screen.getByText("Visa •••• 4242")).toBeTruthy();
});

test("its reference at the provider is copied with a press and leads there in a new tab", async () => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await open();
  const { ref, url } = trace.atProvider ?? {};
  expect(await screen.findByText(String(ref))).toBeTruthy();
  await press("Copy the reference");
  expect(writeText).toHaveBeenCalledWith(ref);
  const link = screen.getByRole("link", { name: /Open it at the provider/ });
  expect([link.getAttribute("href"), link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
    url,
    "_blank",
    "noreferrer",
  ]);
  cleanup();
  await open({ [TRACE]: () => ({ body: { ...trace, atProvider: { ref: "cs_1", url: null } } }) });
  expect(await screen.findByText("cs_1")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /Open it at the provider/ })).toBeNull();
});

test("parts that hold nothing say so, and a read that fails can be tried again", async () => {
  await open({
    [TRACE]: onceProblem(500, "internal", trace),
  });
  await press("Try again");
  await waitFor(() => expect(screen.getAllByText("None so far")).toHaveLength(5));
});

test("who may not refund, and where nothing is left, gets no button", async () => {
  await open({ "GET /api/me": meAnswer(olga, ["dispatcher"]) });
  await screen.findByText("Refundable");
  expect(screen.queryByRole("button", { name: "Refund…" })).toBeNull();
  cleanup();
  await open({ [TRACE]: () => ({ body: { ...trace, remaining: eur(0) } }) });
  await screen.findByText("Refundable");
  expect(screen.queryByRole("button", { name: "Refund…" })).toBeNull();
});

test("what is left is prefilled; inputs complain once touched, and nothing leaves before they are right", async () => {
  const sent = await open();
  const form = await openRefund();
  const amount = within(form).getByLabelText(/Amount/);
  expect(amount).toHaveProperty("value", "195.00");
  fireEvent.change(amount, { target: { value: "195.01" } });
  expect(within(form).queryByText(/more than can still be refunded/)).toBeNull();
  fireEvent.blur(amount);
  expect(within(form).getAllByText(/more than can still be refunded/).length).toBeGreaterThan(0);
  await press("Refund", form);
  expect(within(form).getAllByText(/Please fill this in/).length).toBeGreaterThan(0);
  expect(asked(sent)).toEqual([]);
});

test("one opening is one request: pressing again after silence sends the same id", async () => {
  const sent = await open({
    [ASK]: onceProblem(503, "payments.provider-silent", { ...refund, state: "pending" }),
  });
  const form = await openRefund();
  choose(form, "5,00");
  await press("Refund", form);
  await press("Refund", form);
  expect(await screen.findByText(/€5.00 are on the way back/)).toBeTruthy();
  const [first, second] = asked(sent);
  expect(first).toMatchObject({ amount: eur(500), reason: "late" });
  expect(second).toEqual(first);
});

test("above the limit it says before that a second person must agree, and after that it waits", async () => {
  await open({ [ASK]: () => ({ body: { ...refund, amount: eur(15_000), state: "waiting" } }) });
  const form = await openRefund();
  choose(form, "100");
  expect(within(form).queryByText(/a second person must agree/)).toBeNull();
  choose(form, "150");
  expect(within(form).getByText(/One person alone can refund €100.00/)).toBeTruthy();
  await press("Refund", form);
  expect(await screen.findByText(/A second person must agree before €150.00 is refunded/)).toBeTruthy();
  expect(screen.queryByRole("dialog", { name: "Refund for order W-0001-5" })).toBeNull();
});

test("where somebody was faster, what is left is said and can be taken with one press", async () => {
  const { status, body } = problem(409, "payments.refund-exceeds");
  await open({
    [ASK]: () => ({ status, body: { ...body, facts: { remainingMinor: 700, currency: "EUR" } } }),
  });
  const form = await openRefund();
  choose(form, "150");
  await press("Refund", form);
  expect(await within(form).findByText(/At most €7.00 can still be refunded/)).toBeTruthy();
  await press("Take €7.00", form);
  expect(within(form).getByLabelText(/Amount/)).toHaveProperty("value", "7.00");
});

test.each([
  ["payments.disputed", /bank keeps the money until it has decided/],
  ["payments.in-review", /our books differ on/],
  ["payments.refund-conflict", /already asked for with other details/],
])("%s is a sentence, and a fresh look is the way out", async (code, sentence) => {
  await open({ [ASK]: () => problem(409, code) });
  const form = await openRefund();
  choose(form, "5");
  await press("Refund", form);
  expect(await within(form).findByText(sentence)).toBeTruthy();
  await press("See how it stands", form);
  expect(screen.queryByRole("dialog", { name: "Refund for order W-0001-5" })).toBeNull();
});

test("what is only held is released as a whole; above the limit it then waits for a second person", async () => {
  const held: PaymentTrace = {
    ...trace,
    payment: { ...trace.payment, state: "review", captured: eur(0) },
    held: eur(20_000),
    remaining: eur(0),
  };
  const sent = await open({
    [TRACE]: () => ({ body: held }),
    [ASK]: () => ({ body: { ...refund, amount: eur(20_000), state: "release-waiting", decidedBy: null } }),
  });
  await press("Release the hold…");
  const form = await screen.findByRole("dialog", { name: "Release the hold of order W-0001-5" });
  expect(within(form).getByText(/releases €200\.00/)).toBeTruthy();
  expect(within(form).getByText(/One person alone can refund €100\.00/)).toBeTruthy();
  await press("Release", form);
  expect(asked(sent)).toEqual([]);
  fill(/Reason/, "other", form);
  await press("Release", form);
  expect(await screen.findByText(/must agree before the bank releases €200\.00/)).toBeTruthy();
  expect(asked(sent)).toMatchObject([{ amount: eur(20_000), reason: "other" }]);
});

test("a doubt is told on top, and a look that does not end it says so", async () => {
  const finding: PaymentTrace["findings"][number] = {
    id: olga.id,
    kind: "payment-review",
    about: id,
    paymentId: id,
    orderNumber: "W-0001-5",
    deliveryId: null,
    foundAt: at,
    resolvedAt: null,
    resolution: null,
    resolvedBy: null,
    fixes: ["recheck"],
  };
  await open({
    [TRACE]: () => ({ body: { ...trace, findings: [finding] } }),
    [`POST /api/money/findings/${finding.id}/resolve`]: () => problem(409, "payments.still-in-doubt"),
  });
  expect(await screen.findByText(/our books differ on this payment/)).toBeTruthy();
  await press("Look at the bank again");
  const dialog = await screen.findByRole("dialog", { name: "Look at the bank again" });
  await press("Look at the bank again", dialog);
  expect(await within(dialog).findByText(/still says what does not fit our books/)).toBeTruthy();
});
