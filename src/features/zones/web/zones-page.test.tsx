import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Zone, Zones } from "../contract/api.ts";
import { ZonesPage } from "./zones-page.tsx";

const square = (west: number): Zone["polygon"] => ({
  type: "Polygon",
  coordinates: [
    [
      [west, 52],
      [west + 0.1, 52],
      [west + 0.1, 52.1],
      [west, 52.1],
      [west, 52],
    ],
  ],
});
const zone = (name: string, west = 13): Zone => ({
  code: name.toLowerCase(),
  name,
  colour: "blue",
  polygon: square(west),
});
const saved = (zones: Zone[], version = 1): Zones => ({
  version,
  changedAt: "2026-11-20T08:00:00.000Z",
  changedBy: "Ada",
  zones,
  uses: [{ code: "south", rules: ["Bridge toll"] }],
});
const PLACE = {
  label: "Kanalstraße 3",
  street: "Kanalstraße",
  houseNumber: "3",
  postcode: null,
  city: null,
  detail: null,
  point: { lon: 13.05, lat: 52.05 },
  precision: "rooftop",
  pinConfirmed: false,
};

beforeAll(async () => {
  await startWords("drafts", "hall", "map", "zones");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

async function open(text: string | RegExp) {
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ZonesPage />
      </QueryClientProvider>,
    );
  });
  await screen.findByText(text);
}
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));
const type = (label: string | RegExp, value: string) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
    fireEvent.blur(screen.getByLabelText(label));
  });
const names = () =>
  screen.getAllByTestId("zone").map((row) => within(row).getByText(/^(North|South|East)$/).textContent);
const put = (sent: ReturnType<typeof stubServer>) =>
  sent.findLast(({ route }) => route.startsWith("PUT"))?.body;

test("zones are listed with size and rules, moved by keys and saved in their order", async () => {
  const list = saved([zone("North"), zone("South", 13.5)]);
  const sent = stubServer({
    "GET /api/zones": () => ({ body: list }),
    "PUT /api/zones": () => ({ body: { ...list, version: 2, zones: list.zones.toReversed() } }),
  });
  await open("North");
  expect(screen.getByText(/^7\d(\.\d)? km² · no price rule/)).toBeTruthy();
  expect(screen.getByText(/^7\d(\.\d)? km² · 1 price rule/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  await act(async () =>
    fireEvent.keyDown(screen.getByRole("button", { name: "Move “South” up" }), {
      key: "ArrowUp",
      altKey: true,
    }),
  );
  expect(names()).toEqual(["South", "North"]);
  expect(screen.getByText("“South” is now number 1 of 2.")).toBeTruthy();
  await press("Save");
  expect(put(sent)).toMatchObject({ version: 1, zones: [{ code: "south" }, { code: "north" }] });
});

test("the first zone is drawn without a mouse: corners are added, typed, inserted and taken back", async () => {
  const sent = stubServer({
    "GET /api/zones": () => ({ body: { ...saved([], 0), uses: [] } }),
    "PUT /api/zones": () => ({ body: saved([zone("East")]) }),
  });
  await open("No zones yet");
  await press("New zone");
  for (const [at, lat, lon] of [
    [1, "52", "13"],
    [2, "52,1", "13.1"],
    [3, "52.1", "13"],
  ] as const) {
    await press("Add a corner at the pin");
    await type(`Latitude of corner ${at}`, lat);
    await type(`Longitude of corner ${at}`, lon);
  }
  expect(screen.queryByText(/Give the zone a name/)).toBeNull();
  await press("Save");
  expect(screen.getByText(/Give the zone a name/)).toBeTruthy();
  expect(put(sent)).toBeUndefined();
  await type(/^Name/, "East");
  await press("Insert a corner after 1");
  expect(screen.getByLabelText("Latitude of corner 2")).toHaveProperty("value", "52.050000");
  await press("Undo");
  expect(screen.getAllByTestId("corner")).toHaveLength(3);
  await press("Save");
  expect(put(sent)).toMatchObject({
    version: 0,
    zones: [
      {
        code: "zone",
        name: "East",
        polygon: {
          coordinates: [
            [
              [13, 52],
              [13.1, 52.1],
              [13, 52.1],
              [13, 52],
            ],
          ],
        },
      },
    ],
  });
});

test("a crossing outline is told at once, and is not sent", async () => {
  const sent = stubServer({ "GET /api/zones": () => ({ body: saved([zone("North")]) }) });
  await open("North");
  await press("Change “North”");
  await type("Latitude of corner 3", "51.9");
  expect(screen.getByText(/crosses or touches itself/)).toBeTruthy();
  const third = screen.getByLabelText("Latitude of corner 3");
  await act(async () => fireEvent.change(third, { target: { value: "fifty" } }));
  expect(screen.getByText("Enter degrees, e.g. 52.51")).toBeTruthy();
  await press("Save");
  expect(put(sent)).toBeUndefined();
});

test("a zone that the price list asks for stays, and says why; another goes and can be had back", async () => {
  stubServer({ "GET /api/zones": () => ({ body: saved([zone("North"), zone("South", 13.5)]) }) });
  await open("North");
  await press("Remove “South”");
  expect(screen.getByRole("alert").textContent).toContain("“South” cannot go");
  expect(screen.getByRole("alert").textContent).toContain("Bridge toll");
  await press("Remove “North”");
  expect(names()).toEqual(["South"]);
  await press("Undo");
  expect(names()).toEqual(["North", "South"]);
});

test("somebody else's save is told in words, and one's own changes go on top of it", async () => {
  let server = saved([zone("North")]);
  const sent = stubServer({
    "GET /api/zones": () => ({ body: server }),
    "PUT /api/zones": () => {
      if (server.version > 1) return { body: { ...server, version: 3 } };
      server = { ...saved([zone("North"), zone("South", 13.5)], 2), changedBy: "Bo" };
      return problem(409, "zones.changed-meanwhile");
    },
  });
  await open("North");
  await press("Change “North”");
  await type(/^Name/, "East");
  await press("Back to the list");
  await press("Save");
  expect(await screen.findByText(/Bo saved zones while you were changing them/)).toBeTruthy();
  expect(screen.getByText("“South” was added.")).toBeTruthy();
  await press("Keep mine on top");
  expect(names()).toEqual(["East", "South"]);
  await press("Save");
  expect(put(sent)).toMatchObject({
    version: 2,
    zones: [{ code: "north", name: "East" }, { code: "south" }],
  });
});

test("a file's zones are added, and each feature at fault is named", async () => {
  stubServer({ "GET /api/zones": () => ({ body: saved([zone("North")]) }) });
  await open("North");
  const feature = (name: string, geometry: unknown) => ({ type: "Feature", properties: { name }, geometry });
  const file = new File(
    [
      JSON.stringify({
        type: "FeatureCollection",
        features: [feature("East", square(13.5)), feature("Shop", { type: "Point", coordinates: [13, 52] })],
      }),
    ],
    "zones.geojson",
  );
  await act(async () =>
    fireEvent.change(screen.getByLabelText("Read in a file"), { target: { files: [file] } }),
  );
  expect(await screen.findByText(/1 added, 0 replaced/)).toBeTruthy();
  expect(screen.getByText(/Feature 2, “Shop”: It is not one polygon/)).toBeTruthy();
  expect(names()).toEqual(["North", "East"]);
});

test("an address is found in its zone, as the zones stand on the screen", async () => {
  const hit = { id: "1", kind: "address", address: PLACE, distanceM: null };
  stubServer({
    "GET /api/zones": () => ({ body: saved([zone("North")]) }),
    "GET /api/places": () => ({ body: { hits: [hit] } }),
  });
  await open("North");
  await type("Address or place", "Kanal");
  const row = (await screen.findByText("Kanalstraße 3")).closest("li");
  expect(row?.textContent).toContain("North");
  await press("Remove “North”");
  expect(row?.textContent).toContain("Outside all zones");
});

test.each([
  [403, "accounts.forbidden", "Not for this account"],
  [500, "http.internal", "Something went wrong"],
])("a read that fails with %s has a face of its own", async (status, code, title) => {
  stubServer({ "GET /api/zones": () => problem(status, code) });
  await open("Price zones");
  expect(await screen.findByRole("heading", { level: 2, name: title })).toBeTruthy();
});
