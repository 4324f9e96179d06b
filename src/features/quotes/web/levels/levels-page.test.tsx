import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { type ServiceLevels, writableLevel } from "../../contract/levels.ts";
import { DEFAULT_LEVELS } from "../../domain/service-levels.ts";
import { LevelsPage } from "./levels-page.tsx";

const levels: ServiceLevels = {
  version: 2,
  levels: DEFAULT_LEVELS.map(writableLevel),
  changedAt: "2026-11-20T08:00:00.000Z",
  changedBy: "Ada",
};
const area = {
  id: "0190a000-0000-7000-8000-000000000001",
  name: "Town",
  timezone: "Europe/Berlin",
  currency: "EUR",
  polygon: {
    type: "Polygon",
    coordinates: [
      [
        [13, 52],
        [14, 52],
        [14, 53],
        [13, 52],
      ],
    ],
  },
  hours: {
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "08:00", closes: "20:00" })),
    exceptions: [],
  },
  maxDistanceM: 20_000,
  maxMassG: 100_000,
  version: 1,
};
const server = (more: Parameters<typeof stubServer>[0] = {}) =>
  stubServer({
    "GET /api/service-levels": () => ({ body: levels }),
    "GET /api/area": () => ({ body: area }),
    ...more,
  });

beforeAll(async () => {
  await startWords("drafts", "hall", "levels", "quotes");
  await setLocale("en");
});
beforeEach(() => {
  // A Saturday at noon in Berlin.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T11:02:00Z") });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open() {
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <LevelsPage />
      </QueryClientProvider>,
    );
  });
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(document.querySelector(".skeleton")).toBeNull());
}
const rows = () =>
  screen.getAllByTestId("level").map(({ textContent }) => textContent?.replaceAll("\u00a0", " "));
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const apply = () =>
  act(async () => fireEvent.submit(screen.getByRole("form", { name: "Terms of the level" })));
const asksBeforeClose = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("levels are told in words, beside what could be booked now", async () => {
  server();
  await open();
  expect(rows()[1]).toContain(
    "Same daytoday · windows of 2 hr · 2 hr ahead at least · booked until 4:00 PMAt most: 20 km · 50 kg · 20 parcels",
  );
  const preview = (await screen.findByText("What could be booked now")).closest("section");
  await waitFor(() => expect(preview?.textContent).toMatch(/Same day.*4:00.–.6:00.*1 more window/));
});

test("a change waits in this tab, shows what it would mean, asks before the tab goes, and is saved", async () => {
  const sent = server({
    "PUT /api/service-levels": (body) => ({
      body: { ...levels, version: 3, levels: Reflect.get(body as object, "levels") },
    }),
  });
  await open();
  await press("Change “Same day”");
  type(/^Lead time/, "180");
  type(/^Last booking time/, "12:30");
  await press("Sun");
  await apply();
  await act(async () => fireEvent.click(screen.getByRole("switch", { name: "Sell “Next day”" })));
  expect(rows()[1]).toContain("3 hr ahead at least · booked until 12:30 PM");
  expect(rows()[3]).toContain("Switched off");
  expect(asksBeforeClose()).toBe(true);
  cleanup();
  await open();
  await press("Move “Same day” up");
  expect(screen.getByText("“Same day” is now number 1 of 4.")).toBeTruthy();
  await press("Save");
  const put = sent.findLast(({ route }) => route.startsWith("PUT"));
  expect(put?.body).toMatchObject({
    version: 2,
    levels: [
      { code: "same_day", leadMs: 10_800_000, cutoff: "12:30", weekdays: [1, 2, 3, 4, 5, 6] },
      { code: "asap_60" },
      { code: "scheduled" },
      { code: "next_day", isOn: false },
    ],
  });
  expect(asksBeforeClose()).toBe(false);
});

test("each input says what is wrong with it", async () => {
  server();
  await open();
  await press("Change “At a chosen time”");
  type(/^Lead time/, "7");
  type(/^Length of a window/, "");
  type(/^Longest trip/, "900");
  type(/^Most parcels/, "21");
  type(/^First day offered/, "3");
  type(/^Last day offered/, "1");
  await apply();
  const dialog = within(screen.getByRole("dialog"));
  for (const wrong of [
    /^Lead time/,
    /^Length of a window/,
    /^Longest trip/,
    /^Most parcels/,
    /^Last day offered/,
  ])
    expect([wrong, dialog.getByLabelText(wrong).getAttribute("aria-invalid")]).toEqual([wrong, "true"]);
  expect(dialog.getAllByText("Type minutes in steps of five, from 0 to 8,640.").length).toBeGreaterThan(0);
  expect(dialog.getAllByText("The last day comes before the first.").length).toBeGreaterThan(0);
});

test("a level of one's own is added with its name, and a saved one retires and comes back", async () => {
  const sent = server({
    "PUT /api/service-levels": (body) => ({
      body: { ...levels, version: 3, levels: Reflect.get(body as object, "levels") },
    }),
  });
  await open();
  await press("Add a level");
  await apply();
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByLabelText(/^In English/).getAttribute("aria-invalid")).toBe("true");
  type(/^In English/, "Evening");
  type(/^In German/, "Abends");
  type(/^Courier on the way/, "20");
  await press("Cargo bike");
  type(/^New skill/, "cold chain");
  await press("Add");
  type(/^New skill/, "stairs");
  fireEvent.blur(screen.getByLabelText(/^New skill/));
  await press("recipient’s PIN");
  await apply();
  expect(rows()[4]).toContain("Eveningfirst day today");
  expect(rows()[4]).toContain(
    "only by Cargo bike · only with cold chain and stairs · needs recipient’s PIN · cancelling: 20% on the way, 100% at the pickup",
  );
  await press("Retire “Next day”");
  expect(rows()).toHaveLength(4);
  await press("Move “Evening” up");
  await press("Save");
  const put = sent.findLast(({ route }) => route.startsWith("PUT"));
  expect(put?.body).toMatchObject({
    levels: [
      { code: "asap_60" },
      { code: "same_day" },
      { code: "level_1", names: { en: "Evening", de: "Abends", fr: "" }, skills: ["cold chain", "stairs"] },
      { code: "scheduled" },
      { code: "next_day", isRetired: true, isOn: false },
    ],
  });
  await press("Take “Next day” back into the list");
  expect(rows()[4]).toContain("Switched off");
});

test("somebody else's change is named, and mine goes on top of it", async () => {
  let inForce = levels;
  const sent = server({
    "GET /api/service-levels": () => ({ body: inForce }),
    "PUT /api/service-levels": () => {
      const theirs = levels.levels.map((one) => (one.code === "next_day" ? { ...one, isOn: false } : one));
      inForce = { ...levels, version: 3, changedBy: "Bob", levels: theirs };
      return problem(409, "levels.changed-meanwhile");
    },
  });
  await open();
  await act(async () => fireEvent.click(screen.getByRole("switch", { name: "Sell “Same day”" })));
  await press("Save");
  expect(
    await screen.findByText("Bob changed meanwhile: Next day. Your changes are still here."),
  ).toBeTruthy();
  await press("Keep mine on top");
  expect(rows().filter((row) => row?.includes("Switched off"))).toHaveLength(2);
  await press("Save");
  expect(sent.findLast(({ route }) => route.startsWith("PUT"))).toMatchObject({ body: { version: 3 } });
});

test("with every level off the preview says so; without an area, what is missing; and a stranger is told", async () => {
  server({
    "GET /api/service-levels": () => ({
      body: { ...levels, levels: levels.levels.map((level) => ({ ...level, isOn: false })) },
    }),
  });
  await open();
  expect(await screen.findByText(/Every level is switched off/)).toBeTruthy();
  expect(await screen.findByText(/Every level is switched off/)).toBeTruthy();
  cleanup();
  server({ "GET /api/area": () => problem(404, "http.not-found") });
  await open();
  expect(await screen.findByText(/Draw the service area first/)).toBeTruthy();
  cleanup();
  server({ "GET /api/service-levels": () => problem(403, "http.forbidden") });
  await open();
  await waitFor(() => expect(document.querySelector(".message-forbidden")).not.toBeNull());
});
