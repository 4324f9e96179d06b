import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Shift, ShiftWeek } from "../contract/api.ts";
import { MyShiftsPage } from "./my-shifts-page.tsx";
import { WeekPage } from "./week-page.tsx";

const KIM = "0190a000-0000-7000-8000-000000000001";
const SHIFT = "0190a000-0000-7000-8000-000000000002";
const shift: Shift = {
  id: SHIFT,
  courierId: KIM,
  date: "2026-06-17",
  from: "08:00",
  to: "16:00",
  breaks: [],
  vehicleId: null,
  start: "2026-06-17T06:00:00.000Z",
  end: "2026-06-17T14:00:00.000Z",
  state: "planned",
  note: null,
  version: 3,
};
const week: ShiftWeek = {
  timezone: "Europe/Berlin",
  today: "2026-06-17",
  from: "2026-06-15",
  dates: ["15", "16", "17", "18", "19", "20", "21"].map((day) => `2026-06-${day}`),
  couriers: [
    {
      id: KIM,
      name: "Kim",
      vehicle: "van",
      means: { vehicleId: null, skills: ["stairs"], version: 1 },
      shifts: [shift],
    },
  ],
  vehicles: [],
  demand: [0, 0, 12, 0, 0, 0, 0],
  skills: ["stairs"],
};
const READ = "GET /api/shifts";
const PLAN = "PUT /api/shifts";

beforeAll(async () => {
  stubDialog();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  await startWords("hall", "shifts", "accounts");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(read: ShiftWeek, more: Parameters<typeof stubServer>[0] = {}) {
  const sent = stubServer({ [READ]: () => ({ body: read }), ...more });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <WeekPage params={{}} search={{}} setSearch={() => undefined} />
      </QueryClientProvider>,
    );
  });
  return sent;
}
const cell = async (nth: number): Promise<HTMLElement> => {
  const cells = await screen.findAllByRole("cell");
  const found = cells[nth];
  if (!found) throw new Error(`no cell ${nth}`);
  return found;
};
const press = (on: HTMLElement, key: string, more: object = {}) =>
  act(async () => {
    fireEvent.keyDown(on, { key, ...more });
  });

test("what is typed on a day becomes its plan, against what was seen", async () => {
  const sent = await open(week, { [PLAN]: () => ({ body: { shifts: [] } }) });
  const wednesday = await cell(2);
  await act(async () => wednesday.focus());
  await press(wednesday, "9");
  const input = screen.getByLabelText("Kim, Wed, Jun 17");
  fireEvent.change(input, { target: { value: "9-12 13-18 15/20" } });
  await press(input, "Enter");
  expect(sent.find(({ route }) => route.startsWith("PUT"))?.body).toEqual({
    cells: [
      {
        courierId: KIM,
        date: "2026-06-17",
        shifts: [
          { from: "09:00", to: "12:00", breaks: [], vehicleId: null },
          {
            from: "13:00",
            to: "18:00",
            breaks: [{ earliest: "15:00", latest: "15:00", minutes: 20 }],
            vehicleId: null,
          },
        ],
        seen: [{ id: SHIFT, version: 3 }],
      },
    ],
  });
});

test("a text that is no time is said, and nothing is sent", async () => {
  const sent = await open(week);
  const wednesday = await cell(2);
  await act(async () => wednesday.focus());
  await press(wednesday, "9");
  await press(screen.getByLabelText("Kim, Wed, Jun 17"), "Enter");
  expect(screen.getByRole("alert").textContent).toContain("Type times like 8-16");
  expect(sent.some(({ route }) => route.startsWith("PUT"))).toBe(false);
});

test("a refusal says who, when and how long, in the reader's words", async () => {
  const facts = { courier: "Kim", date: "2026-06-17", next: "2026-06-18", hours: 9.5 };
  const { status, body } = problem(422, "shifts.rest");
  const refused = { status, body: { ...body, facts } };
  await open(week, { [PLAN]: () => refused });
  const wednesday = await cell(2);
  await act(async () => wednesday.focus());
  await press(wednesday, "d", { ctrlKey: true });
  expect(
    await screen.findByText(/Kim would rest only 9.5 hours between Wed, Jun 17 and Thu, Jun 18/),
  ).toBeTruthy();
});

test("a wish is answered in place", async () => {
  const asked: Shift = { ...shift, state: "asked", note: "I could", version: 1 };
  const answer = `POST /api/shifts/${SHIFT}/answer`;
  const kim = week.couriers.map((courier) => ({ ...courier, shifts: [asked] }));
  const sent = await open(
    { ...week, couriers: kim },
    { [answer]: () => ({ body: { ...asked, state: "planned" } }) },
  );
  await act(async () =>
    fireEvent.click(await screen.findByRole("button", { name: /^Grant Kim Wed, Jun 17/ })),
  );
  expect(sent.find(({ route }) => route.startsWith("POST"))?.body).toEqual({ version: 1, isGranted: true });
});

test("a company without couriers is shown the way to them", async () => {
  await open({ ...week, couriers: [] });
  expect(await screen.findByText("No couriers yet")).toBeTruthy();
});

test("a courier asks to be freed of a shift ahead with a note", async () => {
  const later = { ...shift, start: "2199-06-17T06:00:00.000Z", end: "2199-06-17T14:00:00.000Z" };
  const decline = `POST /api/shifts/${SHIFT}/decline`;
  const sent = stubServer({
    "GET /api/shifts/mine": () => ({
      body: { timezone: "Europe/Berlin", today: "2026-06-17", shifts: [later], vehicle: null, skills: [] },
    }),
    [decline]: () => ({ body: { ...later, state: "declined" } }),
  });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MyShiftsPage />
      </QueryClientProvider>,
    );
  });
  await act(async () =>
    fireEvent.click(await screen.findByRole("button", { name: /^I can’t: Wed, Jun 17/ })),
  );
  fireEvent.change(screen.getByLabelText(/Note to dispatch/), { target: { value: " Dentist " } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Send to dispatch" })));
  expect(sent.find(({ route }) => route.startsWith("POST"))?.body).toEqual({ version: 3, note: "Dentist" });
});

test("a vehicle's name and a skill keep their own writing beside Arabic", async () => {
  const vehicle = { name: "Blue bike", class: "cargo_bike", parcels: 40, massG: 100_000, volumeMl: 400_000 };
  stubServer({
    "GET /api/shifts/mine": () => ({
      body: { timezone: "Europe/Berlin", today: "2026-06-17", shifts: [], vehicle, skills: ["stairs"] },
    }),
  });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MyShiftsPage />
      </QueryClientProvider>,
    );
  });
  const line = (await screen.findByText("Blue bike")).parentElement;
  expect([...(line?.querySelectorAll("bdi") ?? [])].map((part) => part.textContent)).toEqual([
    "Blue bike",
    "stairs",
  ]);
  expect(line?.textContent).toMatch(/^Blue bike \(Cargo bike\): .* · stairs$/);
});
