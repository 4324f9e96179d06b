import type { QueryClient } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fill, press, usePage } from "#test/support/web/page.tsx";
import { eur } from "#test/support/paying/samples.ts";
import { paymentTrace } from "#test/support/paying/payment-trace.ts";
import { showPaymentSheet } from "#test/support/paying/show-payment-sheet.tsx";
import { type Answer, problem, type Sent, onceProblem } from "#test/support/web/stub-server.ts";
import type { Role } from "#kernel/actor.ts";
import type { SentLink } from "#features/debts/contract/receivables.ts";

const { id, orderId } = paymentTrace.payment;
const sentTo = (mailed: boolean): SentLink => ({
  address: `https://waybill.example/book/pay/${orderId}#key=k`,
  mailed,
  amount: eur(450),
});
const ASK = `POST /api/orders/${orderId}/surcharges`;

usePage("payments", "money", "owed");

let client: QueryClient;
async function open(answers: Readonly<Record<string, Answer>>, roles?: readonly Role[]): Promise<Sent[]> {
  const shown = await showPaymentSheet({ [ASK]: () => ({ body: sentTo(true) }), ...answers }, roles);
  ({ client } = shown);
  return shown.sent;
}

const ASKS = "Ask the sender";
const TITLE = { name: "Surcharge for order W-0001-5" };
async function openForm(): Promise<HTMLElement> {
  await press("Surcharge…");
  return screen.findByRole("dialog", TITLE);
}
/** Fills in the amount and a reason, and presses the button. */
async function ask(form: HTMLElement, amount: string): Promise<void> {
  fill(/Amount/, amount, form);
  fill(/Reason/, "waiting", form);
  await press(ASKS, form);
}
const asked = (sent: readonly Sent[]) => sent.filter(({ route }) => route === ASK).map(({ body }) => body);

test("a surcharge is asked for with its reason and a note, and the answer says that the link was sent", async () => {
  const sent = await open({});
  const form = await openForm();
  fill(/Note for the sender/, " Ramp closed ", form);
  await ask(form, "4,50");
  expect(await screen.findByText("A surcharge of €4.50 is asked for.")).toBeTruthy();
  expect(await screen.findByText("The link to pay was sent to the sender.")).toBeTruthy();
  expect(screen.queryByRole("dialog", TITLE)).toBeNull();
  const wish = { amount: eur(450), reason: "waiting", note: "Ramp closed" };
  expect(asked(sent)).toEqual([{ paymentId: expect.any(String), ...wish }]);
});

test("without a mail address the answer shows the address to pay at, and copies it", async () => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await open({ [ASK]: () => ({ body: sentTo(false) }) });
  const form = await openForm();
  await ask(form, "4.50");
  const { address } = sentTo(false);
  expect((await screen.findByText(/left no mail address/)).textContent).toContain(address);
  await press("Copy the address");
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(address));
});

test("inputs complain once touched, and nothing leaves before they are right", async () => {
  const sent = await open({});
  const form = await openForm();
  const amount = within(form).getByLabelText(/Amount/);
  fill(/Amount/, "0", form);
  expect(within(form).queryByText(/amount above zero/)).toBeNull();
  fireEvent.blur(amount);
  expect(within(form).getByText(/amount above zero/)).toBeTruthy();
  expect(within(form).queryByText(/Please fill this in/)).toBeNull();
  await press(ASKS, form);
  expect(within(form).getAllByText(/Please fill this in/).length).toBeGreaterThan(0);
  expect(asked(sent)).toEqual([]);
});

test("one opening is one request: pressing again after silence sends the same id", async () => {
  const sent = await open({
    [ASK]: onceProblem(503, "payments.provider-silent", sentTo(true)),
  });
  const form = await openForm();
  await ask(form, "4.50");
  await press(ASKS, form);
  expect(await screen.findByText("A surcharge of €4.50 is asked for.")).toBeTruthy();
  const [first, second, ...more] = asked(sent);
  expect(second).toEqual(first);
  expect(more).toEqual([]);
});

test.each([
  ["payments.order-closed", 409, /was cancelled or lost/],
  ["payments.refund-conflict", 409, /surcharge was already asked for with other details/],
  ["deliveries.not-found", 404, /order is not here any more/],
  ["payments.not-offered", 409, /Cards cannot be taken here yet/],
  ["accounts.forbidden", 403, /no role that may do this/],
])("%s is a sentence, and a fresh look is the way out", async (code, status, sentence) => {
  await open({ [ASK]: () => problem(status, code) });
  const form = await openForm();
  await ask(form, "4.50");
  expect(await within(form).findByText(sentence)).toBeTruthy();
  await press("See how it stands", form);
  expect(screen.queryByRole("dialog", TITLE)).toBeNull();
});

test("an amount that no card can pay is told, and another one may be entered", async () => {
  await open({ [ASK]: () => problem(409, "payments.amount-not-possible") });
  const form = await openForm();
  await ask(form, "0.01");
  expect(await within(form).findByText(/Enter another one/)).toBeTruthy();
  expect(within(form).queryByRole("button", { name: "See how it stands" })).toBeNull();
});

test("without network it says so, what was typed stays, and nothing was asked", async () => {
  const sent = await open({});
  const form = await openForm();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await ask(form, "4.50");
  expect(await within(form).findByText(/You are offline/)).toBeTruthy();
  expect(within(form).getByLabelText(/Amount/)).toHaveProperty("value", "4.50");
  expect(asked(sent)).toEqual([]);
});

test("nobody who may not ask for money is offered it, nor where nothing is carried", async () => {
  await open({}, ["sender"]);
  await screen.findByText("Refundable");
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await act(() => Promise.resolve());
  expect(screen.queryByRole("button", { name: "Surcharge…" })).toBeNull();
  cleanup();
  const unbooked = { ...paymentTrace, payment: { ...paymentTrace.payment, deliveryId: null } };
  await open({ [`GET /api/payments/${id}`]: () => ({ body: unbooked }) });
  await screen.findByRole("button", { name: "Refund…" });
  expect(screen.queryByRole("button", { name: "Surcharge…" })).toBeNull();
});
