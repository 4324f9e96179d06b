import type { QueryClient } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { press, show, usePage } from "#test/support/web/page.tsx";
import { meAnswer } from "#test/support/people/me-answer.ts";
import { type Answer, problem, type Sent, stubServer, onceProblem } from "#test/support/web/stub-server.ts";
import type { Role } from "#kernel/actor.ts";
import { loadConfig } from "#web/session/config.ts";
import { paymentOf } from "#test/support/paying/samples.ts";
import { DuePanel } from "../dues/order-due.tsx";

const dora = { id: "0190a000-0000-7000-8000-00000000000a", name: "Dora" };
const lost = paymentOf({ purpose: "recovery" });
const { orderId, amount } = lost;
const PAYMENT = `GET /api/orders/${orderId}/payment`;
const SEND = `POST /api/orders/${orderId}/pay-link`;
const address = `https://waybill.example/book/pay/${orderId}`;

usePage("payments", "dues", "owed");

let client: QueryClient;
/** Every answer is there and shown. */
const settled = async () => {
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await act(() => Promise.resolve());
};

async function open(
  answers: Readonly<Record<string, Answer>> = {},
  { roles = ["dispatcher"], provider = "sandbox" }: { roles?: readonly Role[]; provider?: string } = {},
): Promise<Sent[]> {
  const sent = stubServer({
    "GET /api/me": meAnswer(dora, roles),
    [`GET /api/orders/${orderId}/due`]: () => ({ body: { due: null } }),
    [PAYMENT]: () => ({ body: lost }),
    [SEND]: () => ({ body: { address, mailed: true, amount } }),
    ...answers,
  });
  Object.assign(await loadConfig(), { payment: { provider } });
  client = await show(<DuePanel orderId={orderId} />);
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
  await open({ [PAYMENT]: () => ({ body: { ...lost, purpose: "surcharge" } }) });
  expect(await screen.findByText("The surcharge of €11.90 is not paid yet.")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Send pay link" })).toBeTruthy();
  for (const answer of [
    () => ({ body: { ...lost, purpose: "booking", state: "captured" } }),
    () => problem(404, "payments.none"),
  ]) {
    cleanup();
    const sent = await open({ [PAYMENT]: answer });
    await waitFor(() => expect(sent.some(({ route }) => route === PAYMENT)).toBe(true));
    await settled();
    expect(screen.getByText("By card")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  }
});

test("where it was paid meanwhile, the refusal leads to a fresh look, and the question is gone", async () => {
  let isPaid = false;
  await open({
    [PAYMENT]: () => ({ body: isPaid ? { ...lost, state: "captured" } : lost }),
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
  const sent = await open({}, { roles: ["courier"] });
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
    [PAYMENT]: onceProblem(500, "http.internal", lost),
  });
  await press("Try again");
  expect(await screen.findByText(/could not collect €11.90/)).toBeTruthy();
});

test("where nobody takes cards, nothing is asked", async () => {
  const sent = await open({}, { provider: "none" });
  expect(await screen.findByText("By card")).toBeTruthy();
  await settled();
  expect(sent.some(({ route }) => route === PAYMENT)).toBe(false);
});
