import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadConfig } from "#web/session/config.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import type { Sighting } from "../contract/api.ts";
import { SeenPage } from "./seen-page.tsx";

const READ = "GET /api/courier/sightings";
const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`;
const time = (n: number, start: string, end: string | null, number: string | null = null): Sighting => ({
  id: id(n),
  by: number === null ? "dispatch" : "link",
  number,
  start,
  end,
});

beforeAll(async () => {
  await startWords("hall", "sightings");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <SeenPage />
    </QueryClientProvider>,
  );
}

async function open(answers: Parameters<typeof stubServer>[0]): Promise<void> {
  stubServer(answers);
  await loadConfig();
  await act(async () => show());
}

test("times stand under the day on which they began, with who could see, and what lasts is marked", async () => {
  const items = [
    time(1, "2026-06-17T12:02:00.000Z", null, "WB-7K4M-92QX"),
    time(2, "2026-06-17T06:00:00.000Z", null),
    // Begins on the 16th in Berlin.
    time(3, "2026-06-15T22:30:00.000Z", "2026-06-16T01:00:00.000Z"),
  ];
  await open({ [READ]: () => ({ body: { items, next: null } }) });
  const [wednesday, tuesday] = await screen.findAllByRole("list", { name: /^When you could be seen on/ });
  const rows = (list: HTMLElement | undefined) =>
    within(list ?? document.body)
      .getAllByRole("listitem")
      .map((row) => row.textContent?.replaceAll(/[\u00a0\u202f]/g, " "));
  expect(wednesday?.getAttribute("aria-label")).toBe("When you could be seen on Wed, Jun 17");
  expect(rows(wednesday)).toEqual([
    "since 2:02 PMRecipient and senderWB-7K4M-92QXNow",
    "since 8:00 AMDispatchers and administratorsNow",
  ]);
  expect(tuesday?.getAttribute("aria-label")).toBe("When you could be seen on Tue, Jun 16");
  expect(rows(tuesday)).toEqual(["12:30 AM – 3:00 AMDispatchers and administrators"]);
});

test("the rules say to how many metres, when, for how long and what is never shown", async () => {
  await open({ [READ]: () => ({ body: { items: [], next: null } }) });
  const rules = document.querySelector(".seen-rules")?.textContent?.replaceAll("\u00a0", " ");
  for (const text of ["about 50 m", "about 15 minutes", "60 days", "Off duty nobody sees you"])
    expect(rules).toContain(text);
  expect(await screen.findByRole("heading", { name: "Nobody could see you in these days" })).toBeTruthy();
});

test("older times are read behind the cursor", async () => {
  const first = time(1, "2026-06-17T06:00:00.000Z", "2026-06-17T07:00:00.000Z");
  const older = time(2, "2026-06-10T06:00:00.000Z", "2026-06-10T07:00:00.000Z");
  await open({
    [READ]: (_, url) =>
      url.includes("cursor=more")
        ? { body: { items: [older], next: null } }
        : { body: { items: [first], next: "more" } },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByRole("heading", { name: "Wed, Jun 10" })).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Wed, Jun 17" })).toBeTruthy();
});

test("a closed door, a fault and a lost network say so in the place of the list", async () => {
  await open({ [READ]: () => problem(403, "sightings.no-courier") });
  expect(await screen.findByRole("heading", { name: "Not for this account" })).toBeTruthy();
  cleanup();
  await open({ [READ]: () => problem(500, "http.internal") });
  expect(await screen.findByRole("alert")).toBeTruthy();
  cleanup();
  await open({ [READ]: () => problem(503, "http.offline") });
  expect(await screen.findByRole("heading", { name: "You are offline" })).toBeTruthy();
});

test("while it is read there are bones in the place of the list", async () => {
  let answer: (reply: Response) => void = () => undefined;
  const reading = new Promise<Response>((done) => (answer = done));
  await loadConfig();
  vi.stubGlobal("fetch", () => reading);
  show();
  expect(document.querySelector(".skeleton")).not.toBeNull();
  answer(Response.json({ items: [], next: null }));
  expect(await screen.findByRole("heading", { name: "Nobody could see you in these days" })).toBeTruthy();
  expect(document.querySelector(".skeleton")).toBeNull();
});
