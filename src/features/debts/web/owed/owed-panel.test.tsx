import { refundOf } from "#test/support/paying/samples.ts";
import type { QueryClient } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { press, show, usePage } from "#test/support/web/page.tsx";
import { meAnswer } from "#test/support/people/me-answer.ts";
import { type Answer, problem, type Sent, stubServer, onceProblem } from "#test/support/web/stub-server.ts";
import type { Role } from "#kernel/actor.ts";
import { receivableOf } from "#test/support/paying/samples.ts";
import type { Receivable } from "../../contract/receivables.ts";
import { OwedPanel } from "./owed-panel.tsx";

const dora = { id: "0190a000-0000-7000-8000-00000000000a", name: "Dora" };
const lost = receivableOf();
const { orderId, owed: amount } = lost;
const OWED = `GET /api/orders/${orderId}/receivables`;
const owing = (...items: readonly Receivable[]) => ({ body: { number: "WB-1", items } });
const SEND = `POST /api/orders/${orderId}/pay-link`;
const address = `https://waybill.example/book/pay/${orderId}`;

usePage("payments", "owed");

let client: QueryClient;
/** Every answer is there and shown. */
const settled = async () => {
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await act(() => Promise.resolve());
};

async function open(
  answers: Readonly<Record<string, Answer>> = {},
  roles: readonly Role[] = ["dispatcher"],
): Promise<Sent[]> {
  const sent = stubServer({
    "GET /api/me": meAnswer(dora, roles),
    [OWED]: () => owing(lost),
    [SEND]: () => ({ body: { address, mailed: true, amount } }),
    ...answers,
  });
  client = await show(<OwedPanel orderId={orderId} />);
  return sent;
}

const sends = (sent: readonly Sent[]) => sent.filter(({ route }) => route === SEND).length;

test("dispatch reads that the hold was lost, and sends the link again", async () => {
  const sent = await open();
  expect(await screen.findByText(/could not collect €11.90/)).toBeTruthy();
  await press("Send pay link");
  expect(await screen.findByText("The link to pay was sent to the sender.")).toBeTruthy();
  expect(sends(sent)).toBe(1);
});

test("a sender without a mail address is told the address, which can be copied", async () => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await open({ [SEND]: () => ({ body: { address, mailed: false, amount } }) });
  await press("Send pay link");
  expect((await screen.findByText(/left no mail address/)).textContent).toContain(address);
  await press("Copy the address");
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(address));
});

test("a surcharge that waits is told as one; what is paid, or was never to be paid by card, as nothing", async () => {
  await open({ [OWED]: () => owing({ ...lost, kind: "surcharge" }) });
  expect(await screen.findByText("The surcharge of €11.90 is not paid yet.")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Send pay link" })).toBeTruthy();
  for (const answer of [owing({ ...lost, state: "received", payBy: null }), owing()]) {
    cleanup();
    await open({ [OWED]: () => answer });
    await settled();
    expect(await screen.findByText("By card")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  }
});

test("where it was paid meanwhile, the refusal leads to a fresh look, and the question is gone", async () => {
  let isPaid = false;
  await open({
    [OWED]: () => (isPaid ? owing() : owing(lost)),
    [SEND]: () => {
      isPaid = true;
      return problem(409, "payments.nothing-owed");
    },
  });
  await press("Send pay link");
  expect(await screen.findByText(/Nothing is owed any more/)).toBeTruthy();
  await press("See how it stands");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Send pay link" })).toBeNull());
  expect(screen.queryByText(/Nothing is owed any more/)).toBeNull();
});

test("who may not ask for money reads what is owed and has no button; a server that refuses is told", async () => {
  const sent = await open({}, ["courier"]);
  expect(await screen.findByText(/could not collect €11.90/)).toBeTruthy();
  await waitFor(() => expect(sent.some(({ route }) => route === "GET /api/me")).toBe(true));
  await settled();
  expect(screen.queryByRole("button", { name: "Send pay link" })).toBeNull();
  cleanup();
  await open({ [SEND]: () => problem(403, "accounts.forbidden") });
  await press("Send pay link");
  expect(await screen.findByText(/no role that may do this/)).toBeTruthy();
});

test("without network it says so, and the same press is there again; a read that fails can be tried again", async () => {
  const sent = await open();
  await screen.findByRole("button", { name: "Send pay link" });
  const offline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await press("Send pay link");
  expect(await screen.findByText(/You are offline/)).toBeTruthy();
  expect(sends(sent)).toBe(0);
  offline.mockRestore();
  await press("Send pay link");
  expect(await screen.findByText("The link to pay was sent to the sender.")).toBeTruthy();
  cleanup();
  await open({
    [OWED]: onceProblem(500, "http.internal", { number: "WB-1", items: [lost] }),
  });
  await press("Try again");
  expect(await screen.findByText(/could not collect €11.90/)).toBeTruthy();
});

test("an order without a card shows how it is paid, and has no link to send", async () => {
  await open({ [OWED]: () => owing({ ...lost, kind: "cash-collection", payBy: null }) });
  expect(await screen.findByText("Cash at collection")).toBeTruthy();
  expect(screen.getByText("€11.90")).toBeTruthy();
  await settled();
  expect(screen.queryByText("By card")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

const extra: Receivable = {
  ...lost,
  kind: "invoice",
  reason: "extra-attempt",
  state: "received",
  receivedAt: "2026-11-22T08:00:00.000Z",
  payBy: null,
  giveBack: amount,
};
const BACK = `POST /api/payments/${extra.paymentId}/cash-back`;
/** Owed until it is marked as paid back, whatever that answers. */
function owedUntilBack(answer: ReturnType<typeof problem> | { readonly body: unknown }) {
  let isBack = false;
  return {
    [OWED]: () => owing(isBack ? { ...extra, state: "nothing", giveBack: null } : extra),
    [BACK]: () => ((isBack = true), answer),
  };
}
async function markBack(): Promise<void> {
  await press("Mark as paid back");
  const dialog = await screen.findByRole("dialog");
  await act(async () => within(dialog).getByRole("button", { name: "Mark as paid back" }).click());
}
const backs = (sent: readonly Sent[]) => sent.filter(({ route }) => route === BACK);

test("what was paid without a card and is owed no more is marked as paid back once, by one request", async () => {
  const given = refundOf({ paymentId: extra.paymentId ?? "", amount, state: "cash-back" });
  const sent = await open(owedUntilBack({ body: given }), ["finance"]);
  expect(await screen.findByText("Another try of \u2068WB-1\u2069")).toBeTruthy();
  expect(screen.getByText("€11.90 have to be paid back")).toBeTruthy();
  await markBack();
  await waitFor(() => expect(screen.queryByText("€11.90 have to be paid back")).toBeNull());
  expect(backs(sent)).toHaveLength(1);
  expect(backs(sent)[0]?.body).toMatchObject({ amount });
});

test("where somebody else paid it back meanwhile, the refusal says so and leads to a fresh look", async () => {
  await open(owedUntilBack(problem(409, "payments.finding-closed")), ["finance"]);
  await markBack();
  await press("See how it stands");
  await waitFor(() => expect(screen.queryByText("€11.90 have to be paid back")).toBeNull());
});

test("who may not refund reads that it has to be paid back, and has no button", async () => {
  await open({ [OWED]: () => owing(extra) }, ["courier"]);
  expect(await screen.findByText("€11.90 have to be paid back")).toBeTruthy();
  await settled();
  expect(screen.queryByRole("button", { name: "Mark as paid back" })).toBeNull();
});
