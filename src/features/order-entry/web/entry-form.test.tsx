import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { type Answer, problem, stubServer } from "#test/support/web/stub-server.ts";
import { forgetAllDrafts, saveDraft } from "#web/forms/draft.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { NO_NAMES } from "#features/quotes/domain/service-levels.ts";
import type { PastEntry } from "../contract/api.ts";
import { EntryForm } from "./entry-form.tsx";
import type { EnteredReply } from "./use-entering.ts";
import type { TogetherReply } from "./use-entering-together.ts";

const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`;
const eur = (minor: number) => ({ minor, currency: "EUR" });
const priceOf = (minor: number) => ({
  lines: [],
  subtotal: eur(minor),
  taxes: [],
  total: eur(minor),
  base: eur(500),
  priceListVersion: 1,
});
const end = (label: string, lat: number) => ({
  label,
  street: null,
  houseNumber: null,
  postcode: null,
  city: null,
  detail: null,
  point: { lon: 10.9, lat },
  precision: "rooftop" as const,
  pinConfirmed: true,
});
const person = (name: string, phone: string) => ({ name, phone, email: null, note: "" });
const past: PastEntry = {
  orderId: id(1),
  at: "2026-11-20T09:00:00Z",
  sender: person("Berta Baker", "+4930123456"),
  recipient: person("Rita Ray", "+4930123457"),
  payerId: id(2),
  pickup: end("Mill Lane 3", 50.2),
  dropoff: end("Hill Road 7", 50.3),
  parcels: [{ size: "small", massG: 1_000, contents: "", fragile: false }],
  serviceLevel: "same_day",
};
const window = { start: "2026-11-23T13:00:00.000Z", end: "2026-11-23T16:00:00.000Z" };
const offer = { serviceLevel: "same_day", date: "2026-11-23", window };
const { orderId: _id, at, payerId: _payer, ...trip } = past;
const order = {
  ...trip,
  id: id(3),
  number: "WB-1",
  state: "confirmed",
  quoteId: id(4),
  deliveryId: id(5),
  deliveryState: "created",
  cancelFee: null,
  total: eur(758),
  price: priceOf(758),
  window,
  createdAt: at,
  expiresAt: null,
};
const entered = { body: { order, payPath: null } };
const quoteOf = (minor: number): Answer => {
  return (request) => ({
    body: {
      id: id(4),
      state: "open",
      request,
      requestHash: "hash",
      distanceM: 1_500,
      distanceSource: "estimated",
      pickupWindow: window,
      price: priceOf(minor),
      createdAt: "2026-11-23T09:00:00.000Z",
      expiresAt: "2026-11-23T09:15:00.000Z",
    },
  });
};

const QUOTE = "POST /api/quotes";
const ENTER = "POST /api/entered-orders";
const OPEN = "POST /api/entered-orders/opened";
const ANSWERS: Readonly<Record<string, Answer>> = {
  "GET /api/entry-ways": () => ({ body: { ways: ["cash-delivery", "invoice"] } }),
  "GET /api/windows": () => ({
    body: {
      timezone: "Europe/Berlin",
      windows: [offer],
      levels: [{ code: offer.serviceLevel, names: NO_NAMES }],
    },
  }),
  "GET /api/windows/prices": () => ({
    body: {
      timezone: "Europe/Berlin",
      distanceM: 1_500,
      distanceSource: "estimated",
      prices: [priceOf(758)],
      windows: [{ ...offer, price: 0 }],
      refused: [],
    },
  }),
  [QUOTE]: quoteOf(758),
  [ENTER]: () => entered,
};

beforeAll(async () => {
  configure({ asyncUtilTimeout: 10_000 });
  await startWords("hall", "order-entry", "book", "sender", "quotes", "owed");
  await setLocale("en");
});
beforeEach(() => {
  forgetAllDrafts();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-23T09:00:00Z") });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the form, filled with the earlier order or with the draft; notes each call and the key it was sent under. */
async function open(answers: Readonly<Record<string, Answer>> = {}, like: PastEntry | undefined = past) {
  stubAuth();
  const sent = stubServer({ ...ANSWERS, ...answers });
  const keys: string[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => {
    const key = new Headers(init.headers).get("idempotency-key");
    if (/entered-orders(\/together)?$/.test(url) && key !== null) keys.push(key);
    return answer(url, init);
  });
  const onEntered = vi.fn<(reply: EnteredReply, assigns: boolean) => void>();
  const onTogether = vi.fn<(reply: TogetherReply) => void>();
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>
          <EntryForm like={like} onFilled={() => undefined} onEntered={onEntered} onTogether={onTogether} />
        </Suspense>
      </QueryClientProvider>,
    ),
  );
  await screen.findByRole("button", { name: /^Book for/ });
  return {
    onEntered,
    onTogether,
    keys,
    bodies: (route: string) => sent.filter((one) => one.route === route),
  };
}
const press = (more: object = {}) =>
  act(async () => {
    fireEvent.keyDown(screen.getByLabelText("Who is calling?"), { key: "Enter", ctrlKey: true, ...more });
  });
const nameOfSender = () => screen.getAllByLabelText(/^Name/)[0] as HTMLInputElement;

test("the same order again is booked at its price, for its sender's account", async () => {
  const { onEntered, bodies } = await open();
  expect(screen.getByText(/The order goes to the account of Berta Baker/)).toBeTruthy();
  await press();
  await waitFor(() => expect(onEntered).toHaveBeenCalledWith(entered.body, false));
  expect(bodies(ENTER)[0]?.body).toMatchObject({ payerId: id(2), quoteId: id(4), way: "cash-delivery" });
});

test("Ctrl, Shift and Enter book and assign", async () => {
  const { onEntered } = await open();
  await press({ shiftKey: true });
  await waitFor(() => expect(onEntered).toHaveBeenCalledWith(entered.body, true));
});

test("another sender's order does not go to the account, nor on its invoice", async () => {
  const { onEntered, bodies } = await open();
  fireEvent.click(screen.getByRole("radio", { name: /invoice/i }));
  await act(async () => {
    fireEvent.change(nameOfSender(), { target: { value: "Bert Baker" } });
  });
  expect(screen.getByText("The order goes to no account.")).toBeTruthy();
  await act(async () => {
    fireEvent.change(nameOfSender(), { target: { value: "Berta Baker" } });
  });
  expect(screen.getByText("The order goes to no account.")).toBeTruthy();
  await press();
  await waitFor(() => expect(onEntered).toHaveBeenCalled());
  expect(bodies(ENTER)[0]?.body).toMatchObject({ payerId: null, way: "cash-delivery" });
});

test("an order is entered without the account where somebody says so", async () => {
  const { bodies, onEntered } = await open();
  fireEvent.click(screen.getByRole("button", { name: "Without the account" }));
  await press();
  await waitFor(() => expect(onEntered).toHaveBeenCalled());
  expect(bodies(ENTER)[0]?.body).toMatchObject({ payerId: null, sender: { name: "Berta Baker" } });
});

test("a price other than the one shown is said first, and the second press enters that quote", async () => {
  const { bodies, onEntered } = await open({ [QUOTE]: quoteOf(900) });
  expect(screen.getByRole("button", { name: "Book for €7.58" })).toBeTruthy();
  await press();
  const sentence = "The price has changed from €7.58 to €9.00. Press again to book for €9.00.";
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Book for €9.00" })).toBeTruthy();
  expect(bodies(ENTER)).toEqual([]);
  await press();
  await waitFor(() => expect(onEntered).toHaveBeenCalled());
  expect(bodies(QUOTE)).toHaveLength(1);
  expect(bodies(ENTER)[0]?.body).toMatchObject({ quoteId: id(4), requestHash: "hash" });
});

test("the same press after a lost answer and a reload is the same order", async () => {
  const first = await open({ [ENTER]: () => problem(503, "http.busy") });
  await press();
  await waitFor(() => expect(first.keys).toHaveLength(1));
  expect(first.onEntered).not.toHaveBeenCalled();
  cleanup();
  // A quarter of an hour later the quote is over; what was sent is settled with it all the same.
  vi.setSystemTime(Date.parse("2026-11-23T09:20:00Z"));
  const again = await open({}, undefined);
  expect(screen.getByText(/Your last press got no answer/)).toBeTruthy();
  await press();
  await waitFor(() => expect(again.onEntered).toHaveBeenCalled());
  expect(again.keys).toEqual(first.keys);
  expect(again.bodies(QUOTE)).toEqual([]);
  expect(again.bodies(ENTER)[0]?.body).toEqual(first.bodies(ENTER)[0]?.body);
});

test("a quote that is taken opens the order that exists", async () => {
  const { onEntered, bodies } = await open({
    [ENTER]: () => problem(409, "quotes.already-accepted"),
    [OPEN]: () => entered,
  });
  await press();
  await waitFor(() => expect(onEntered).toHaveBeenCalledWith({ ...entered.body, isEarlier: true }, false));
  expect(bodies(OPEN)[0]?.body).toEqual({ quoteId: id(4) });
});

test("where a lost press has made its order, a changed form makes no second one", async () => {
  const lost = await open({ [ENTER]: () => problem(503, "http.busy") });
  await press();
  await waitFor(() => expect(lost.keys).toHaveLength(1));
  cleanup();
  const again = await open({ [OPEN]: () => entered }, undefined);
  await act(async () => {
    fireEvent.change(screen.getByLabelText(/^What is inside/), { target: { value: "books" } });
  });
  await press();
  await waitFor(() => expect(again.onEntered).toHaveBeenCalled());
  expect(again.onEntered.mock.calls[0]?.[0].isEarlier).toBe(true);
  expect(again.bodies(ENTER)).toEqual([]);
});

test("a price that no longer holds is asked for anew", async () => {
  let isStale = true;
  const { onEntered, bodies } = await open({
    [ENTER]: () => (isStale ? problem(409, "quotes.expired") : entered),
  });
  await press();
  expect(await screen.findByText(/The price no longer holds/)).toBeTruthy();
  isStale = false;
  await press();
  await waitFor(() => expect(onEntered).toHaveBeenCalled());
  expect(bodies(QUOTE)).toHaveLength(2);
});

const TOGETHER = "POST /api/entered-orders/together";
const both = {
  body: {
    reference: "WB-1",
    total: eur(1516),
    orders: [entered.body, { order: { ...order, id: id(6), number: "WB-2" }, payPath: null }],
  },
};
const addDrop = () =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Add another drop" }));
  });
/** A drop for Rosa that was entered before the one in the form. */
const keepRosa = () =>
  saveDraft("order-entry.drops", [
    {
      recipient: { ...person("Rosa Rich", "+4930123458"), email: "" },
      dropoff: end("Long Road 9", 50.4),
      parcels: [{ size: "small", kg: "1", contents: "", fragile: false, value: "", ageRestricted: false }],
      serviceLevel: "same_day",
      windowStart: window.start,
      windowEnd: window.end,
      price: priceOf(758),
    },
  ]);

/** Books as soon as both drops have a price. */
async function pressBoth() {
  await screen.findByRole("button", { name: "Book for €15.16" });
  await press();
}

test("two drops are booked with one press, at their sum", async () => {
  keepRosa();
  const { onTogether, bodies } = await open({ [TOGETHER]: () => both });
  await pressBoth();
  await waitFor(() => expect(onTogether).toHaveBeenCalledWith(both.body));
  expect(bodies(ENTER)).toEqual([]);
  expect(bodies(TOGETHER)[0]?.body).toMatchObject({
    payerId: id(2),
    way: "cash-delivery",
    drops: [{ recipient: { name: "Rosa Rich" } }, { recipient: { name: "Rita Ray" } }],
  });
});

test("a further drop that nobody typed anything about keeps nothing from being booked", async () => {
  const { onEntered, bodies } = await open({ [TOGETHER]: () => both });
  await addDrop();
  expect(screen.getByRole("button", { name: "Change the drop for Rita Ray" })).toBeTruthy();
  await press();
  await waitFor(() => expect(onEntered).toHaveBeenCalled());
  expect(bodies(TOGETHER)).toEqual([]);
  expect(bodies(ENTER)[0]?.body).toMatchObject({ recipient: { name: "Rita Ray" } });
});

test("a kept drop changes places with the one in the form", async () => {
  keepRosa();
  await open();
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Change the drop for Rosa Rich" }));
  });
  expect(screen.getByRole("button", { name: "Change the drop for Rita Ray" })).toBeTruthy();
  expect((screen.getAllByLabelText(/^Name/)[1] as HTMLInputElement).value).toBe("Rosa Rich");
});

test("a press for several drops without an answer is sent again under its key", async () => {
  keepRosa();
  const first = await open({ [TOGETHER]: () => problem(503, "http.busy") });
  await pressBoth();
  await waitFor(() => expect(first.bodies(TOGETHER)).toHaveLength(1));
  cleanup();
  const again = await open({ [TOGETHER]: () => both });
  await pressBoth();
  await waitFor(() => expect(again.onTogether).toHaveBeenCalled());
  expect(again.keys).toEqual(first.keys);
  expect(again.bodies(QUOTE)).toEqual([]);
});

test("a sum other than the one shown is said first", async () => {
  keepRosa();
  const { bodies, onTogether } = await open({ [QUOTE]: quoteOf(900), [TOGETHER]: () => both });
  await pressBoth();
  expect(await screen.findByText(/changed from €15.16 to €18.00/)).toBeTruthy();
  expect(bodies(TOGETHER)).toEqual([]);
  await press();
  await waitFor(() => expect(onTogether).toHaveBeenCalled());
});

test("the drop that the server gives no price is named", async () => {
  keepRosa();
  await open({ [QUOTE]: () => problem(422, "quotes.too-far") });
  await pressBoth();
  expect(await screen.findByText(/It has no price/)).toBeTruthy();
});
