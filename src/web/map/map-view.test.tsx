import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startWords } from "../i18n/words.ts";
import { MapView } from "./map-view.tsx";

beforeAll(() => startWords("hall", "map"));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MapView label="Today's stops" />
    </QueryClientProvider>,
  );

/** A browser that could draw, as far as the check before loading goes. */
function withWebGl(): void {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({} as never);
}

test("where the browser cannot draw, a sentence points at the list", async () => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  show();
  expect(await screen.findByText(/cannot draw the map/)).toBeTruthy();
  expect(screen.getByRole("region", { name: "Today's stops" })).toBeTruthy();
});

test("where no map was imported, a sentence points at the list", async () => {
  withWebGl();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status: 404 })));
  show();
  expect(await screen.findByText(/has no map yet/, {}, { timeout: 4000 })).toBeTruthy();
});

test("a map that does not come can be asked for again", async () => {
  withWebGl();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status: 503 })));
  show();
  expect(await screen.findByRole("button", { name: "Try again" }, { timeout: 4000 })).toBeTruthy();
});
