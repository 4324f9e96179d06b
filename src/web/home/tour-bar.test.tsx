import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "../i18n/words.ts";
import { setTour, useTour } from "./tour.ts";
import { TourBar } from "./tour-bar.tsx";

const login = vi.hoisted(() => ({ asked: [] as object[] }));
vi.mock("../session/begin-login.ts", () => ({
  beginLogin: (options: object) => {
    login.asked.push(options);
    return Promise.resolve();
  },
}));

const people: BrowserConfig["demo"]["people"] = [
  { hint: "bo", name: "Bo Hansen", role: "dispatcher" },
  { hint: "carla", name: "Carla Ruiz", role: "courier" },
];
const ORDER = "0190a000-0000-7000-8000-000000000001";

beforeAll(async () => {
  await startWords("hall", "home");
  await setLocale("en");
});
beforeEach(() => {
  stubAuth();
  login.asked = [];
  sessionStorage.clear();
  stubWidth(true);
});
afterEach(() => {
  cleanup();
  setTour(undefined);
  vi.unstubAllGlobals();
});

const stubWidth = (isWide: boolean) => vi.stubGlobal("matchMedia", () => ({ matches: isWide }));

function Walk({ place }: { place: string }) {
  const tour = useTour();
  return tour ? <TourBar tour={tour} people={people} place={place} /> : <p>{"no tour"}</p>;
}
const show = (place: string) => act(async () => void render(<Walk place={place} />));
const press = (name: string) => act(async () => screen.getByRole("button", { name }).click());

test("a booking leads on to the dispatcher, by a sign-in as that person", async () => {
  setTour({ step: "book" });
  await show(`/book/done/${ORDER}`);
  expect(screen.getByText(/choose Carla Ruiz/)).toBeTruthy();
  await press("Go on as Bo Hansen, dispatcher");
  expect(login.asked).toEqual([{ returnTo: "/d/board", hint: "bo", prompt: "login" }]);
  expect(sessionStorage.getItem("wb.tour")).toBe(JSON.stringify({ step: "assign", orderId: ORDER }));
});

test("where the step is done, the next one is offered instead of the way there", async () => {
  setTour({ step: "assign", orderId: ORDER });
  await show("/d/board");
  expect(screen.queryByRole("button", { name: /Go on as/ })).toBeNull();
  await press("Next step");
  await press("Go on as Carla Ruiz, courier");
  expect(login.asked).toEqual([{ returnTo: "/c", hint: "carla", prompt: "login" }]);
});

test("on a phone it is one line until somebody asks what to do", async () => {
  stubWidth(false);
  setTour({ step: "assign", orderId: ORDER });
  await show("/d/board");
  expect(screen.queryByText(/choose Carla Ruiz/)).toBeNull();
  await press("2/4 Assign");
  expect(screen.getByText(/choose Carla Ruiz/)).toBeTruthy();
  await press("2/4 Assign");
  expect(screen.queryByText(/choose Carla Ruiz/)).toBeNull();
});

test("where it begins, a phone shows what to do, too, until the way is gone on", async () => {
  stubWidth(false);
  setTour({ step: "book" });
  await show("/");
  expect(screen.getByText(/press two demo addresses/)).toBeTruthy();
  await press("Send a parcel");
  expect(screen.queryByText(/press two demo addresses/)).toBeNull();
});

test("each step can be skipped, and the tour ended", async () => {
  setTour({ step: "book" });
  await show("/");
  for (let n = 0; n < 4; n += 1) await press("Skip this step");
  expect(screen.getByText(/That was the whole way/)).toBeTruthy();
  await press("End the tour");
  expect(screen.getByText("no tour")).toBeTruthy();
  expect(sessionStorage.getItem("wb.tour")).toBeNull();
});

test("the last step opens the link to the very delivery that was booked", async () => {
  const body = { token: "t", path: "#/t/t", createdAt: "2026-11-23T09:00:00.000Z" };
  const sent = stubServer({ "POST /api/demo/tracking-link": () => ({ body }) });
  setTour({ step: "follow", orderId: ORDER });
  await show("/c");
  await press("Open the recipient’s link");
  expect(sent).toEqual([{ route: "POST /api/demo/tracking-link", body: { orderId: ORDER } }]);
});
