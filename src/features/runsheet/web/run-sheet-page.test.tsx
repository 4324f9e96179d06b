import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Answer, problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { RunSheet, SheetStop } from "../contract/api.ts";
import { RunSheetPage } from "./run-sheet-page.tsx";

const KIM = "0190a000-0000-7000-8000-000000000002";
const STOP: SheetStop = {
  taskId: "0190a000-0000-7000-8000-000000000003",
  deliveryId: "0190a000-0000-7000-8000-000000000004",
  number: "WB-2345-6789",
  kind: "deliver",
  state: "assigned",
  place: "Kanalstraße 3, Berlin",
  detail: "2nd floor, Adler",
  name: "Rita Adler",
  phone: "+493012345678",
  note: "Ring twice",
  parcels: 2,
  massG: 2_500,
  promised: { start: "2026-06-17T10:00:00.000Z", end: "2026-06-17T11:00:00.000Z" },
  expectedAt: "2026-06-17T10:20:00.000Z",
  endedAt: null,
  cash: { amount: { minor: 1250, currency: "EUR" }, isReceived: false },
};
const sheet = (...stops: SheetStop[]): RunSheet => ({
  courier: { id: KIM, name: "Kim Kurier" },
  date: "2026-06-17",
  timezone: "Europe/Berlin",
  readAt: "2026-06-17T08:00:00.000Z",
  stops,
});

beforeAll(async () => {
  await startWords("hall", "runsheet", "dispatch");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(answer: Answer, date = ""): Promise<void> {
  stubServer({ [`GET /api/board/routes/${KIM}`]: answer });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RunSheetPage params={{ courierId: KIM }} search={{ date }} setSearch={() => undefined} />
      </QueryClientProvider>,
    );
  });
  await vi.waitFor(() => expect(document.querySelectorAll("[aria-busy=true], .skeleton")).toHaveLength(0));
}

test("a stop says place, person, phone, parcels, promise, prediction, note, cash and number", async () => {
  await show(() => ({ body: sheet(STOP) }));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Run sheet of Kim Kurier");
  const row = within(screen.getByRole("table", { name: "Stops in their order" })).getAllByRole("row")[1];
  const cells = within(row!).getAllByRole("cell");
  expect(cells.map((cell) => cell.textContent?.replaceAll(/\s/g, " "))).toEqual([
    "DeliverKanalstraße 3, Berlin2nd floor, Adler",
    "Rita Adler+493012345678",
    "2 · 2.5 kg",
    "12:00 PM – 1:00 PM",
    "12:20 PM",
    "Ring twice",
    "€12.50",
    "WB-2345-6789",
  ]);
  expect(screen.getByRole("link", { name: "WB-2345-6789" }).getAttribute("href")).toBe(
    `/d/deliveries/${STOP.deliveryId}`,
  );
});

test("what is over says when and how it ended, and cash that was taken says so", async () => {
  const over = { state: "failed", expectedAt: null, endedAt: "2026-06-17T10:31:00.000Z" } as const;
  const cash = { amount: { minor: 1250, currency: "EUR" }, isReceived: true };
  await show(() => ({ body: sheet({ ...STOP, ...over, cash }) }));
  expect(screen.getByText("12:31 PM")).toBeTruthy();
  expect(screen.getByText("failed")).toBeTruthy();
  expect(screen.getByText("€12.50, received")).toBeTruthy();
});

test("the day of the address is asked for, and Print prints", async () => {
  const asked: string[] = [];
  const print = vi.fn<() => void>();
  vi.stubGlobal("print", print);
  await show((_body, url) => (asked.push(url), { body: sheet(STOP) }), "2026-06-17");
  expect(asked[0]).toContain("date=2026-06-17");
  fireEvent.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
});

test("a day without stops has nothing to print", async () => {
  await show(() => ({ body: sheet() }));
  expect(screen.getByText("No stops")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Print" })).toBeNull();
});

test("an unknown courier, and a sheet that may not be read, say so", async () => {
  await show(() => problem(404, "runsheet.not-found"));
  expect(screen.getByText("There is nothing at this address")).toBeTruthy();
  cleanup();
  await show(() => problem(403, "accounts.forbidden"));
  expect(screen.getByText("Not for this account")).toBeTruthy();
});
