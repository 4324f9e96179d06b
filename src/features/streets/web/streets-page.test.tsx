import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedIn, stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { type Answer, problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { StreetChange } from "../contract/api.ts";
import { StreetsPage } from "./streets-page.tsx";

const LIST = "GET /api/streets/changes";
const ROADS = "GET /api/streets/roads";
const ID = "0190a000-0000-7000-8000-000000000001";
const LINE: [number, number][] = [
  [13.4, 52.5],
  [13.41, 52.5],
];
const CHANGE: StreetChange = {
  id: ID,
  name: "Kanalstraße",
  metres: 680,
  lines: [LINE],
  profiles: ["car"],
  slower: null,
  from: "2026-06-17T08:00:00.000Z",
  until: null,
  note: "Market",
  state: "now",
};
const own = { source: "own", version: "map", changing: false, learned: [] };
let changes: StreetChange[];
let sent: unknown[];

beforeEach(async () => {
  stubDialog();
  stubAuth(signedIn());
  changes = [CHANGE];
  sent = [];
  await startWords("hall", "streets", "map");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const page: Answer = () => ({ body: { items: changes, next: null } });
async function open(answers: Readonly<Record<string, Answer>> = {}) {
  stubServer({ [LIST]: page, [ROADS]: () => ({ body: own }), ...answers });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <StreetsPage params={{}} search={{ group: "open" }} setSearch={() => undefined} />
      </QueryClientProvider>,
    );
    await Promise.resolve();
  });
}

test("a closed street is in the list and is taken out by one press", async () => {
  await open({
    [`POST /api/streets/changes/${ID}/end`]: () => {
      changes = [];
      return { body: { ...CHANGE, state: "over" } };
    },
  });
  const row = (await screen.findByText("Kanalstraße")).closest("li") ?? document.body;
  expect(within(row).getByText(/Closed · Cars/)).toBeTruthy();
  expect(within(row).getByText("Market")).toBeTruthy();
  fireEvent.click(within(row).getByRole("button", { name: "Take out Kanalstraße" }));
  expect(await screen.findByText("No street is closed or slow")).toBeTruthy();
});

/** Opens the form of a street that was found by its name. */
async function chooseStreet() {
  changes = [];
  await open({
    "GET /api/streets": () => ({
      body: { streets: [{ name: "Kanalstraße", metres: 680, at: { lon: 13.4, lat: 52.5 }, lines: [LINE] }] },
    }),
    "POST /api/streets/changes": (body) => {
      sent.push(body);
      changes = [CHANGE];
      return { body: CHANGE };
    },
  });
  fireEvent.click(
    (await screen.findAllByRole("button", { name: "Close or slow a street" }))[0] ?? document.body,
  );
  fireEvent.change(screen.getByRole("searchbox", { name: "Name of the street" }), {
    target: { value: "kanal" },
  });
  expect(await screen.findByText("1 street found")).toBeTruthy();
  fireEvent.click(screen.getByText("Kanalstraße"));
}
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = async () => act(async () => void fireEvent.click(screen.getByRole("button", { name: "Save" })));
const faultAt = (label: RegExp) => {
  const input = screen.getByLabelText(label);
  const noted = input.getAttribute("aria-describedby") ?? "";
  return input.getAttribute("aria-invalid") === "true"
    ? document.getElementById(noted)?.textContent
    : undefined;
};

test("a street is found by its name and closed, without the map", async () => {
  await chooseStreet();
  fireEvent.change(screen.getByLabelText(/Note/), { target: { value: "Market" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/Closed · Cars/)).toBeTruthy();
  expect(sent).toEqual([
    {
      name: "Kanalstraße",
      lines: [LINE],
      profiles: ["car"],
      slower: null,
      from: null,
      until: null,
      note: "Market",
    },
  ]);
});

test.each(["From", "Until"])(
  "%s: a time without a day is refused at the day, once it is saved",
  async (which) => {
    await chooseStreet();
    const day = new RegExp(`${which} \\(day\\)`);
    type(new RegExp(`${which} \\(time\\)`), "18:00");
    expect(faultAt(day)).toBeUndefined();
    await save();
    expect(faultAt(day)).toMatch(/Please fill this in/);
    expect(sent).toEqual([]);
    type(day, "2099-06-17");
    expect(faultAt(day)).toBeUndefined();
    await save();
    expect(await screen.findByText(/Closed · Cars/)).toBeTruthy();
    expect(sent).toMatchObject([{ [which.toLowerCase()]: expect.stringMatching(/^2099-06-1/) }]);
  },
);

test("an end before the beginning, or over already, is refused at its day", async () => {
  await chooseStreet();
  type(/Until \(day\)/, "2020-06-17");
  await save();
  expect(faultAt(/Until \(day\)/)).toMatch(/It has to end after it begins/);
  type(/From \(day\)/, "2099-06-18");
  type(/Until \(day\)/, "2099-06-17");
  expect(faultAt(/Until \(day\)/)).toMatch(/It has to end after it begins/);
  expect(sent).toEqual([]);
});

test("a street that is closed for nobody is refused where the vehicles are chosen", async () => {
  await chooseStreet();
  fireEvent.click(screen.getByRole("checkbox", { name: "Cars" }));
  await save();
  expect(
    within(screen.getByRole("group", { name: /Holds for/ })).getByText("Please fill this in"),
  ).toBeTruthy();
  expect(sent).toEqual([]);
});

test.each([
  ["estimated", /No map with roads was imported/],
  ["osrm", /Ways come from OSRM/],
] as const)("roads that come from %s are named", async (source, words) => {
  await open({ [ROADS]: () => ({ body: { ...own, source } }) });
  expect(await screen.findByText(words)).toBeTruthy();
});

test("a list that cannot be read says so, with a way to try again", async () => {
  await open({ [LIST]: () => problem(503, "http.busy") });
  expect(await screen.findByRole("button", { name: /again/i })).toBeTruthy();
});
