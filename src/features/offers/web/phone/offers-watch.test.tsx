import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { CourierOffer } from "../../contract/api.ts";
import { OffersPage } from "./offers-page.tsx";
import { OffersWatch } from "./offers-watch.tsx";

const { refreshDay } = vi.hoisted(() => ({ refreshDay: vi.fn<() => void>() }));
vi.mock("#features/courier/web/public.ts", () => ({
  refreshDay,
  usePhone: () => ({ day: null }),
  zoneOf: () => "UTC",
  StatusLine: () => null,
}));

const NOW = Date.parse("2026-11-28T10:00:00.000Z");
const READ = "GET /api/my-offers";
const idOf = (n: number) => `0197a0b0-0000-7000-8000-00000000000${n}`;
const accepting = (n: number) => `POST /api/offers/${idOf(n)}/accept`;
const iso = (ms: number) => new Date(ms).toISOString();
const offer = (n: number, more: Partial<CourierOffer> = {}): CourierOffer => ({
  id: idOf(n),
  state: "open",
  answer: null,
  from: "Lindenstraße, Berlin",
  to: "Hafenweg, Berlin",
  distanceM: 3200,
  parcels: 2,
  massG: 2500,
  pickupWindow: { start: iso(NOW), end: iso(NOW + 3_600_000) },
  window: { start: iso(NOW), end: iso(NOW + 7_200_000) },
  addedSeconds: 360,
  expiresAt: iso(NOW + 80_000),
  ...more,
});
/** The server's clock is a minute ahead of the phone's. */
const AHEAD = 60_000;
const reply = (...offers: CourierOffer[]) => ({ body: { now: iso(Date.now() + AHEAD), offers } });

beforeAll(async () => {
  await startWords("hall", "offers", "courier");
  await setLocale("en");
});
beforeEach(() => {
  vi.useFakeTimers({ now: NOW - AHEAD });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  refreshDay.mockClear();
});

const settle = (ms = 0) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
async function show(page = <OffersWatch />): Promise<void> {
  render(page);
  await settle();
}
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole("button", { name })));
  await settle();
};
const text = () => document.body.textContent?.replaceAll(/[\u00a0\u202f]/g, " ") ?? "";

test("an offer says from where to where, what and until when by the server's clock, and counts down", async () => {
  stubServer({ [READ]: () => reply(offer(1)) });
  await show();
  for (const part of [
    "Lindenstraße, Berlin",
    "Hafenweg, Berlin",
    "3.2 km",
    "+6 min",
    "2 parcels, 2.5 kg",
    "1:20",
  ])
    expect(text()).toContain(part);
  expect(document.activeElement).toBe(document.body);
  await settle(20_000);
  expect(text()).toContain("1:00");
  await settle(60_000);
  expect(text()).toContain("The time of this offer is over.");
  expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
});

test("an offer that comes to a page which has stood for long has its right time at once", async () => {
  let offers: CourierOffer[] = [];
  stubServer({ [READ]: () => reply(...offers) });
  await show();
  await settle(299_500);
  offers = [offer(9, { expiresAt: iso(NOW + 380_000) })];
  await settle(500);
  expect(text()).toContain("1:20");
});

test("one press takes it, and the day is read anew", async () => {
  let mine = offer(2);
  const sent = stubServer({
    [READ]: () => reply(mine),
    [accepting(2)]: () => ({ body: (mine = offer(2, { state: "accepted", answer: "accepted" })) }),
  });
  await show();
  await press("Accept");
  expect(sent.map(({ route }) => route)).toContain(accepting(2));
  expect(text()).toContain("Yours: it is on your route.");
  expect(refreshDay).toHaveBeenCalledOnce();
  await press("Close");
  expect(screen.queryByRole("region")).toBeNull();
});

test("who was slower reads that another courier has it", async () => {
  let theirs = offer(3);
  stubServer({
    [READ]: () => reply(theirs),
    [accepting(3)]: () => {
      theirs = offer(3, { state: "accepted" });
      return problem(409, "offers.taken");
    },
  });
  await show();
  await press("Accept");
  expect(text().split("Taken by another courier.")).toHaveLength(2);
  expect(text(), "it is new no more").not.toContain("New offer");
});

/** Of one press. */
const TRIES = 3;

test("a lost answer is asked again under the same key", async () => {
  const keys: (string | null)[] = [];
  stubServer({ [READ]: () => reply(offer(4)) });
  const { fetch: read } = globalThis;
  vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => {
    if (init.method !== "POST") return read(url, init);
    keys.push(new Headers(init.headers).get("idempotency-key"));
    return keys.length <= TRIES
      ? Promise.reject(new TypeError("network"))
      : Promise.resolve(Response.json(offer(4, { state: "accepted", answer: "accepted" })));
  });
  await show();
  await press("Accept");
  await settle(5_000);
  expect(screen.getByRole("alert")).toBeTruthy();
  await press("Accept");
  expect(keys).toHaveLength(TRIES + 1);
  expect(new Set(keys).size).toBe(1);
});

test("without a network nothing can be pressed, and it says why", async () => {
  stubServer({ [READ]: () => reply(offer(5)) });
  await show();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await act(async () => void dispatchEvent(new Event("offline")));
  expect(text()).toContain("No network. Accepting needs one: nothing is sent later.");
  for (const name of ["Accept", "Decline"])
    expect(screen.getByRole("button", { name }).hasAttribute("disabled")).toBe(true);
});

test("the page has bones, a way on when it is empty, a fault, and what became of earlier offers", async () => {
  stubServer({ [READ]: () => reply() });
  render(<OffersPage />);
  expect(document.querySelector(".skeleton")).not.toBeNull();
  await settle();
  expect(text()).toContain("No offers now");
  expect(screen.queryByRole("button", { name: "Try again" }), "nothing failed").toBeNull();
  cleanup();
  stubServer({ [READ]: () => problem(500, "http.internal") });
  await show(<OffersPage />);
  expect(screen.getByRole("alert")).toBeTruthy();
  cleanup();
  const [over, no] = [offer(6, { state: "withdrawn" }), offer(7, { answer: "declined" })];
  stubServer({ [READ]: () => reply(over, no, offer(8)) });
  await show(<OffersPage />);
  const said = screen.getAllByRole("region").map((one) => one.textContent ?? "");
  expect(said[0]).toContain("Accept");
  expect(said[1]).toContain("The office took this offer back.");
  expect(said[2]).toContain("You declined it.");
});
