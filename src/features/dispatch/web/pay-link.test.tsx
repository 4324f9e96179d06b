import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { Delivery } from "#features/deliveries/contract/shapes.ts";
import { sampleOf } from "#test/support/seeds/sample.ts";
import { meAnswer } from "#test/support/people/me-answer.ts";
import { receivableOf } from "#test/support/paying/samples.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { problem, stubServer, type Answer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Board, BoardDelivery } from "../contract/board.ts";
import { PayLinkDialog } from "./pay-link-dialog.tsx";
import { owingOf } from "./keys/use-keys.ts";

const id = "0190a000-0000-7000-8000-000000000003";
const orderId = "0190a000-0000-7000-8000-000000000002";
const READ = `GET /api/deliveries/${id}`;
const OWED = `GET /api/orders/${orderId}/receivables`;
const SEND = `POST /api/orders/${orderId}/pay-link`;
const amount = { minor: 1190, currency: "EUR" };

beforeAll(async () => {
  configure({ asyncUtilTimeout: 10_000 });
  stubDialog();
  await startWords("hall", "payments", "owed", "dispatch");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(answers: Readonly<Record<string, Answer>> = {}) {
  const sent = stubServer({
    "GET /api/me": meAnswer({ id: "0190a000-0000-7000-8000-00000000000a", name: "Dora" }, ["dispatcher"]),
    [READ]: () => ({ body: { ...Object(sampleOf(Delivery)), id, orderId } }),
    [OWED]: () => ({ body: { number: "WB-1", items: [{ ...receivableOf(), orderId }] } }),
    [SEND]: () => ({ body: { address: "https://waybill.example/pay", mailed: true, amount } }),
    ...answers,
  });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PayLinkDialog delivery={{ id, number: "WB-1004" }} onClose={() => undefined} />
      </QueryClientProvider>,
    );
  });
  return sent;
}
const press = async () => {
  const button = await screen.findByRole("button", { name: "Send pay link" });
  await act(async () => fireEvent.click(button));
};

test("the link is sent from the board as from the delivery's page", async () => {
  const sent = await open();
  expect(await screen.findByText(/could not collect €11.90/)).toBeTruthy();
  expect(screen.getByText("WB-1004")).toBeTruthy();
  await press();
  expect(await screen.findByText("The link to pay was sent to the sender.")).toBeTruthy();
  expect(sent.filter(({ route }) => route === SEND)).toHaveLength(1);
});

test("a refusal and a delivery that cannot be read say so, with a way on", async () => {
  await open({ [SEND]: () => problem(409, "payments.nothing-owed") });
  await press();
  expect(await screen.findByText(/Nothing is owed any more/)).toBeTruthy();
  cleanup();
  await open({ [READ]: () => problem(500, "http.internal") });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

test("it is offered for one delivery whose money is lost, and for no other choice", () => {
  const one = (name: string, money?: BoardDelivery["money"]) => ({ id: name, ...(money && { money }) });
  // Safe: only these two members are read.
  const board = {
    deliveries: [one("a", "hold.lost"), one("b", "capture.failed"), one("c"), one("d", "hold.lost")],
  } as unknown as Board;
  expect(owingOf(["a"], board)?.id).toBe("a");
  for (const ids of [[], ["b"], ["c"], ["a", "d"], ["a", "c"]]) expect(owingOf(ids, board)).toBeUndefined();
});
