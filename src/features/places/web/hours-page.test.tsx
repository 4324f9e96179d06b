import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Sent, problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { ServiceArea } from "../contract/api.ts";
import { AreaPage } from "./area-page.tsx";
import { HoursPage } from "./hours-page.tsx";
import { textOfHours } from "./hours-text.ts";

const area: ServiceArea = {
  id: "0190a000-0000-7000-8000-000000000001",
  name: "Town",
  timezone: "Europe/Berlin",
  currency: "EUR",
  polygon: {
    type: "Polygon",
    coordinates: [
      [
        [13.3, 52.5],
        [13.5, 52.5],
        [13.5, 52.6],
        [13.3, 52.6],
        [13.3, 52.5],
      ],
    ],
  },
  hours: { weekly: [{ weekday: 1, opens: "09:00", closes: "17:00" }], exceptions: [] },
  maxDistanceM: 12_000,
  maxMassG: 50_000,
  version: 2,
};

beforeAll(async () => {
  await startWords("hall", "places", "map");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

async function open(Page: () => ReactNode, text: string) {
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Page />
      </QueryClientProvider>,
    );
  });
  await screen.findByText(text);
}
const box = (name: string | RegExp) => screen.getByLabelText(name);
const type = (name: string | RegExp, value: string) => fireEvent.change(box(name), { target: { value } });
const save = () => act(async () => fireEvent.submit(screen.getByRole("button", { name: "Save" })));
/** The list that was sent to be put into force; a form checks its text before it sends. */
const saved = (sent: readonly Sent[]) =>
  vi.waitUntil(() => sent.findLast(({ route }) => route.startsWith("PUT "))?.body);

test("hours are saved against the version that was seen", async () => {
  const sent = stubServer({
    "GET /api/area": () => ({ body: area }),
    "PUT /api/area/hours": () => ({ body: { ...area, version: 3 } }),
  });
  await open(HoursPage, "Every week");
  type("Monday, opening 1, to", "00:00");
  await save();
  expect(await saved(sent)).toEqual({
    version: 2,
    hours: { weekly: [{ weekday: 1, opens: "09:00", closes: "24:00" }], exceptions: [] },
  });
});

test("an end before the start is told at its box and not sent", async () => {
  const sent = stubServer({ "GET /api/area": () => ({ body: area }) });
  await open(HoursPage, "Every week");
  type("Monday, opening 1, to", "08:00");
  await save();
  expect(box("Monday, opening 1, to").getAttribute("aria-invalid")).toBe("true");
  expect(sent.filter(({ route }) => !route.startsWith("GET "))).toEqual([]);
});

test("a conflict offers the new version", async () => {
  let now = area;
  stubServer({
    "GET /api/area": () => ({ body: now }),
    "PUT /api/area/hours": () => {
      now = {
        ...area,
        version: 3,
        hours: { weekly: [{ weekday: 2, opens: "10:00", closes: "11:00" }], exceptions: [] },
      };
      return problem(409, "places.changed-meanwhile");
    },
  });
  await open(HoursPage, "Every week");
  type("Monday, opening 1, to", "18:00");
  await save();
  fireEvent.click(await screen.findByRole("button", { name: "Show the new version" }));
  expect(box("Tuesday, opening 1, from")).toHaveProperty("value", "10:00");
});

test("the area is sent in metres and grams, its ring closed", async () => {
  const sent = stubServer({
    "GET /api/area": () => ({ body: area }),
    "PUT /api/area": () => ({ body: { ...area, version: 3 } }),
  });
  await open(AreaPage, "4 corners");
  type("Longest trip", "12.5");
  type("Latitude of corner 3", "52.61");
  await save();
  const ring = [
    [13.3, 52.5],
    [13.5, 52.5],
    [13.5, 52.61],
    [13.3, 52.6],
    [13.3, 52.5],
  ];
  expect(await saved(sent)).toMatchObject({
    version: 2,
    maxDistanceM: 12_500,
    polygon: { coordinates: [ring] },
  });
});

test("an outline that crosses itself is told at the corners", async () => {
  stubServer({ "GET /api/area": () => ({ body: area }) });
  await open(AreaPage, "4 corners");
  type("Latitude of corner 3", "52.4");
  await save();
  expect(screen.getAllByText(/does not cross itself/).length).toBeGreaterThan(0);
});

/** True where the browser would ask before this tab is closed. */
const asksBeforeClose = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("hours that were changed and not saved are there again, ask before the tab goes and can be discarded", async () => {
  stubServer({ "GET /api/area": () => ({ body: area }) });
  await open(HoursPage, "Every week");
  expect(asksBeforeClose()).toBe(false);
  type("Monday, opening 1, to", "18:30");
  expect(asksBeforeClose()).toBe(true);
  cleanup();
  expect(asksBeforeClose()).toBe(false);
  await open(HoursPage, "Every week");
  expect(box("Monday, opening 1, to")).toHaveProperty("value", "18:30");
  expect(screen.getByText(/changes that nobody else sees yet/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(box("Monday, opening 1, to")).toHaveProperty("value", "17:00");
  expect(asksBeforeClose()).toBe(false);
});

test("what is saved is asked about no more, and what was typed on an old version meets the new one", async () => {
  const sent = stubServer({
    "GET /api/area": () => ({ body: { ...area, version: 3 } }),
    "PUT /api/area/hours": (body) => ({
      body: { ...area, version: 4, hours: { ...area.hours, ...Object(Reflect.get(Object(body), "hours")) } },
    }),
  });
  sessionStorage.setItem(
    "wb.draft.|places.hours",
    JSON.stringify({ version: 2, text: textOfHours({ ...area.hours, weekly: [] }) }),
  );
  await open(HoursPage, "Every week");
  await save();
  expect(await saved(sent)).toMatchObject({ version: 2, hours: { weekly: [] } });
  expect(asksBeforeClose()).toBe(false);
  expect(screen.queryByText(/changes that nobody else sees yet/)).toBeNull();
});

test("an outline that was changed and not saved is there again too", async () => {
  stubServer({ "GET /api/area": () => ({ body: area }) });
  await open(AreaPage, "4 corners");
  type("Longest trip", "9");
  cleanup();
  await open(AreaPage, "4 corners");
  expect(box("Longest trip")).toHaveProperty("value", "9");
});
