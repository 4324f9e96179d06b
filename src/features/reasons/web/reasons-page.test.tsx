import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { FAILURE_REASONS, type Fault } from "#features/parcels/domain/reasons.ts";
import type { Locale } from "#kernel/locale.ts";
import { type Answer, problem, type Sent, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { ReasonList } from "../contract/api.ts";
import { ReasonsPage } from "./reasons-page.tsx";

const ROUTE = "/api/failure-reasons";
const listOf = (version: number, faults: Readonly<Record<string, Fault>> = {}): ReasonList => ({
  version,
  reasons: FAILURE_REASONS.map(({ code, phase, fault: usual }) => {
    return { code, phase, fault: faults[code] ?? usual, usual };
  }),
});

beforeAll(() => startWords("hall", "reasons", "deliveries"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(answers: Record<string, Answer> = {}, locale: Locale = "en"): Promise<Sent[]> {
  await setLocale(locale);
  const sent = stubServer({ [`GET ${ROUTE}`]: () => ({ body: listOf(3) }), ...answers });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ReasonsPage />
      </QueryClientProvider>,
    );
  });
  return sent;
}
const weather = () => screen.findByLabelText<HTMLSelectElement>("The weather did not allow it");
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("each reason says whose fault it is and what that means; a change says what is usual, and is saved as a whole", async () => {
  const sent = await show({ [`PUT ${ROUTE}`]: () => ({ body: listOf(4, { weather: "carrier" }) }) });
  expect((await weather()).value).toBe("nobody");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  fireEvent.change(await weather(), { target: { value: "carrier" } });
  expect(screen.getByText("Another try is free. Usually: Nobody’s fault.")).toBeTruthy();
  await press("Save");
  const body = sent.find(({ route }) => route.startsWith("PUT"))?.body;
  expect(body).toMatchObject({ version: 3 });
  expect(body).toHaveProperty("faults", expect.arrayContaining([{ code: "weather", fault: "carrier" }]));
  expect((await weather()).value).toBe("carrier");
});

test("a list that somebody changed meanwhile is read anew at one press, and what was chosen stays", async () => {
  let version = 3;
  await show({
    [`GET ${ROUTE}`]: () => ({ body: listOf(version) }),
    [`PUT ${ROUTE}`]: () => problem(409, "reasons.changed-meanwhile"),
  });
  fireEvent.change(await weather(), { target: { value: "sender" } });
  await press("Save");
  expect((await screen.findByRole("alert")).textContent).toMatch(/Somebody else changed the list/);
  version = 4;
  await press("Try again");
  expect((await weather()).value).toBe("sender");
});

test.each([
  ["no network", problem(503, "http.offline")],
  ["whoever may not", problem(403, "accounts.forbidden")],
  ["a fault of the server", problem(500, "http.internal")],
])("has a face for %s", async (_what, answer) => {
  await show({ [`GET ${ROUTE}`]: () => answer });
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  await vi.waitFor(() => expect(screen.getAllByRole("heading").length).toBeGreaterThan(1));
});

test.each(["de", "es", "fr", "ar"] as const)("speaks %s", async (locale) => {
  await show({}, locale);
  await vi.waitFor(() => expect(document.querySelectorAll("select")).toHaveLength(FAILURE_REASONS.length));
  expect(document.body.textContent).not.toMatch(/reasons:|\{|undefined/);
});
