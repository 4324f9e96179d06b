import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Delivery, Task } from "#features/deliveries/contract/shapes.ts";
import { sampleOf } from "#test/support/seeds/sample.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { type Answer, problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { loadConfig } from "#web/session/config.ts";
import type { BoardOffer, Offer } from "../../contract/api.ts";
import { DeliveryOffers } from "./delivery-offers.tsx";
import { OfferAct } from "./offer-act.tsx";
import { OfferMark } from "./offer-mark.tsx";

const id = "0190a000-0000-7000-8000-000000000001";
const deliveryId = "0190a000-0000-7000-8000-000000000002";
const kim = "0190a000-0000-7000-8000-000000000003";
const lee = "0190a000-0000-7000-8000-000000000004";
const BOARD = "GET /api/board/offers";
const LIST = "GET /api/offers";
const MAKE = "POST /api/offers";
const NOW = Date.parse("2026-11-28T10:00:00.000Z");
const iso = (fromNowMs: number) => new Date(NOW + fromNowMs).toISOString();
const marked = (state: BoardOffer["state"], leftMs = 80_000): BoardOffer => ({
  id,
  deliveryId,
  state,
  expiresAt: iso(leftMs),
  asked: 2,
  declined: 0,
});
const made = (more: Partial<Offer> = {}): Offer => {
  const asked = { name: "Kim", courierId: kim, addedSeconds: 60, answer: null, answeredAt: null };
  return {
    id,
    delivery: { id: deliveryId, number: "WB-1" },
    state: "open",
    offeredAt: "2026-11-28T10:00:00.000Z",
    offeredBy: "Bo",
    expiresAt: iso(80_000),
    endedAt: null,
    couriers: [asked, { ...asked, courierId: lee, name: "Lee" }],
    ...more,
  };
};
const board = (...offers: BoardOffer[]) => ({
  [BOARD]: () => ({ body: { now: iso(0), seconds: 120, offers } }),
});
const people = {
  "GET /api/message-recipients": () => ({
    body: {
      couriers: [
        { id: kim, name: "Kim", onDuty: false },
        { id: lee, name: "Lee", onDuty: true },
      ],
    },
  }),
};

beforeAll(async () => {
  configure({ asyncUtilTimeout: 10_000 });
  stubDialog();
  await startWords("hall", "offers", "dispatch");
  await setLocale("en");
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(page: React.ReactNode, answers: Readonly<Record<string, Answer>>) {
  const sent = stubServer(answers);
  await loadConfig();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () => void render(<QueryClientProvider client={client}>{page}</QueryClientProvider>));
  return sent;
}
const press = async (name: string) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
};

test.each([
  ["offered, 1:20 left", marked("open")],
  ["nobody took it", marked("open", -1)],
  ["nobody took it", marked("expired", -1)],
  ["all declined", marked("declined")],
])("a row says %s", async (text, offer) => {
  await show(<OfferMark deliveryId={deliveryId} />, board(offer));
  expect(await screen.findByText(text)).toBeTruthy();
  cleanup();
  await show(<OfferMark deliveryId={kim} />, board(offer));
  expect(document.body.textContent).toBe("");
});

test("chosen deliveries are offered to all on duty for the usual time", async () => {
  const sent = await show(<OfferAct board={undefined} ids={[deliveryId, kim]} />, {
    ...board(),
    ...people,
    [MAKE]: () => ({ body: { offers: [made()] } }),
  });
  await press("Offer");
  expect(screen.getByRole("heading", { name: "Offer 2 deliveries" })).toBeTruthy();
  await act(
    async () =>
      void fireEvent.click(screen.getAllByRole("button", { name: "Offer" }).at(-1) ?? document.body),
  );
  expect(sent.find(({ route }) => route === MAKE)?.body).toEqual({
    deliveryIds: [deliveryId, kim],
    toAll: true,
    courierIds: [],
    seconds: 120,
  });
});

test("a delivery that nobody took is offered again, to named couriers and for longer; a no is told", async () => {
  const sent = await show(<OfferAct board={undefined} ids={[deliveryId]} />, {
    ...board(marked("expired", -1)),
    ...people,
    [MAKE]: () => problem(409, "offers.not-open"),
  });
  await press("Offer again");
  await act(async () => void fireEvent.click(screen.getByRole("radio", { name: "Chosen couriers" })));
  expect(screen.getByRole("button", { name: "Offer" }).hasAttribute("disabled")).toBe(true);
  await act(async () => void fireEvent.click(await screen.findByLabelText("Lee (on duty)")));
  fireEvent.change(screen.getByLabelText("Stands for"), { target: { value: "300" } });
  await press("Offer");
  expect(sent.find(({ route }) => route === MAKE)?.body).toMatchObject({
    toAll: false,
    courierIds: [lee],
    seconds: 300,
  });
  expect((await screen.findByRole("alert")).textContent).toContain("A courier has this delivery already");
});

test("an open offer is taken back from its row's acts", async () => {
  const sent = await show(<OfferAct board={undefined} ids={[deliveryId]} />, {
    ...board(marked("open")),
    [`POST /api/offers/${id}/withdraw`]: () => ({ body: made({ state: "withdrawn" }) }),
  });
  await press("Take offer back");
  expect(sent.map(({ route }) => route)).toContain(`POST /api/offers/${id}/withdraw`);
});

const delivery = (state: string) => {
  const tasks = [{ ...Object(sampleOf(Task)), state }];
  return {
    [`GET /api/deliveries/${deliveryId}`]: () => ({ body: { ...Object(sampleOf(Delivery)), tasks } }),
  };
};

test("the delivery's page tells who answered what after how long", async () => {
  const [first, second] = made().couriers;
  if (!first || !second) throw new Error("nobody was asked");
  const couriers = [
    { ...first, answer: "accepted" as const, answeredAt: "2026-11-28T10:00:20.000Z" },
    { ...second, answer: "declined" as const, answeredAt: "2026-11-28T10:01:05.000Z" },
  ];
  await show(<DeliveryOffers deliveryId={deliveryId} />, {
    ...board(),
    ...delivery("assigned"),
    [LIST]: () => ({ body: { items: [made({ state: "accepted", couriers })], next: null } }),
  });
  expect(await screen.findByText(/To 2 couriers by Bo/)).toBeTruthy();
  expect(
    screen
      .getAllByRole("listitem")
      .slice(1)
      .map((one) => one.textContent),
  ).toEqual(["Kim accepted after 0:20", "Lee declined after 1:05"]);
  expect(screen.queryByRole("button")).toBeNull();
});

test("the delivery's page offers what no courier has, and says when it cannot be read", async () => {
  await show(<DeliveryOffers deliveryId={deliveryId} />, {
    ...board(),
    ...delivery("open"),
    ...people,
    [LIST]: () => ({ body: { items: [], next: null } }),
  });
  expect(await screen.findByText("Not offered to couriers yet.")).toBeTruthy();
  await press("Offer");
  expect(screen.getByRole("heading", { name: "Offer 1 delivery" })).toBeTruthy();
  cleanup();
  await show(<DeliveryOffers deliveryId={deliveryId} />, {
    ...board(),
    ...delivery("open"),
    [LIST]: () => problem(500, "http.internal"),
  });
  expect(await screen.findByRole("alert")).toBeTruthy();
});
