import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { fromIso, MINUTE_MS } from "#kernel/instant.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { MapView } from "#web/map/map-view.tsx";
import type { TrackingView } from "../contract/api.ts";
import { CourierCard } from "./courier-card.tsx";

/** Markers that the map was given, as it cannot draw here. */
const drawn = vi.hoisted((): { markers?: ComponentProps<typeof MapView>["markers"] } => ({}));
vi.mock("#web/map/map-view.tsx", () => ({
  MapView: ({ markers }: ComponentProps<typeof MapView>) => {
    drawn.markers = markers;
    return null;
  },
}));

const AT = "2026-11-21T13:05:00.000Z";
const courier = { firstName: "Carla", vehicle: "bike", point: { lon: 7, lat: 51 }, at: AT };
const view: TrackingView = {
  number: "WB-0000-0000",
  state: "on_its_way",
  carrier: "Carrier",
  timezone: "Europe/Berlin",
  phone: null,
  window: { start: AT, end: AT },
  arrival: null,
  from: "",
  to: "",
  dropoff: { lon: 7.01, lat: 51 },
  parcels: 1,
  courier,
  timeline: [],
  proof: null,
  pin: null,
  acts: false,
  updatedAt: AT,
  readAt: AT,
};

beforeAll(async () => {
  await startWords("hall", "tracking");
  await setLocale("en");
});
afterEach(cleanup);

async function read(now: number): Promise<string> {
  await act(async () => void render(<CourierCard view={view} courier={courier} now={now} />));
  return screen.getByRole("heading").parentElement?.textContent?.replaceAll("\u202f", " ") ?? "";
}

test("a fresh position says how far the courier is", async () => {
  expect(await read(fromIso(AT) + MINUTE_MS)).toContain("by bike · about 700\u00a0m away");
});

test("an old one says when it was, and no distance", async () => {
  const text = await read(fromIso(AT) + 5 * MINUTE_MS);
  expect(text).toContain("by bike · position as of 2:05\u00a0PM, 5 minutes ago");
  expect(text).not.toContain("away");
});

test("a position from ahead of the clock is a fresh one", async () => {
  expect(await read(fromIso(AT) - 60 * MINUTE_MS)).not.toMatch(/ in |ago/);
});

test.each([
  [1, false],
  [5, true],
])("on the map the pin of %i minutes ago is faded: %s", async (minutes, faded) => {
  await read(fromIso(AT) + minutes * MINUTE_MS);
  await act(async () => void fireEvent.click(screen.getByRole("button")));
  await vi.waitFor(() => expect(drawn.markers?.find(({ id }) => id === "courier")).toMatchObject({ faded }));
});
