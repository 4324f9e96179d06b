import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { stubServer } from "#test/support/web/stub-server.ts";
import type { CourierDay } from "#features/courier/contract/api.ts";
import { type PhoneView, clearPhone, showPhone } from "#features/courier/web/phone-view.ts";
import { withData } from "#web/api/with-data.tsx";
import { startWords } from "#web/i18n/words.ts";
import { ALL_PAGES } from "./pages.ts";

const pages = ALL_PAGES.flat().filter(({ frame }) => frame === "courier");

// The DOM of the tests has none.
Object.defineProperty(navigator, "geolocation", {
  value: { watchPosition: () => 0, clearWatch: () => undefined },
});
beforeAll(() => startWords("hall", "session", ...pages.flatMap(({ words }) => words)));
beforeEach(() => stubServer({}));
afterEach(() => {
  cleanup();
  clearPhone();
});

const empty: CourierDay = { date: "2026-11-23", timezone: "UTC", onDuty: false, route: null, stops: [] };
const counts = { commands: 3, files: 0, looks: 0 };
const VIEWS: readonly [string, Partial<PhoneView>][] = [
  ["without a stored day", { day: null, end: "no-network" }],
  ["without a stop", { day: empty, asOf: 1, end: "no-network" }],
];
const cases = pages.flatMap((page) => VIEWS.map(([name, view]) => ({ path: page.path, name, view, page })));

test.each(cases)("$path says $name what waits on this phone", async ({ page, view }) => {
  const Page = withData(await page.load());
  showPhone({ isReady: true, counts, ...view });
  history.replaceState(null, "", page.path.replace(/\$\w+/, "0"));
  await act(async () => {
    render(
      <Suspense fallback={null}>
        <Page params={{ id: "0", task: "0" }} search={{}} setSearch={() => undefined} />
      </Suspense>,
    );
  });
  expect((await screen.findByTestId("phone-status")).textContent).toContain("3 waiting");
  const again = screen.queryAllByRole("button", { name: "Try again" });
  // Pages that read from the server say so without a network.
  const reads = ["/c/offers", "/c/shifts", "/c/seen", "/c/times/$task"].includes(page.path);
  expect(view.day && !reads ? again : [], "nothing failed").toEqual([]);
});
