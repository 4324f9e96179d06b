import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { stubServer } from "#test/support/web/stub-server.ts";
import { chooseAndStoreLocale, setLocale, startWords } from "#web/i18n/words.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { CourierDay } from "../contract/api.ts";
import { type Phone, type PhoneView, clearPhone, showPhone } from "./phone-view.ts";
import { StatusLine, ageTone } from "./status-line.tsx";

const { undo } = vi.hoisted(() => ({ undo: vi.fn<Phone["undo"]>() }));
vi.mock("./phone-view.ts", async (original) => ({
  ...(await original<object>()),
  phone: () => Promise.resolve({ undo }),
}));

beforeAll(() => startWords("hall", "courier", "deliveries", "session"));
beforeEach(() => {
  stubServer({});
});
afterEach(async () => {
  cleanup();
  clearPhone();
  await setLocale("en");
});

const AS_OF = Date.parse("2026-11-23T09:41:00Z");
const show = async (view: Partial<PhoneView>, page = <StatusLine />) => {
  // Safe: lists and lines read the zone alone.
  const day = { timezone: "UTC", stops: [] } as unknown as CourierDay;
  showPhone({ isReady: true, asOf: AS_OF, end: "sent", day, ...view });
  await act(async () => {
    render(<Suspense fallback={null}>{page}</Suspense>);
  });
};
const counts = (commands: number, files = 0, looks = 0) => ({ commands, files, looks });
const line = () => screen.getByTestId("phone-status").textContent;
/** Without the spaces that do not break. */
const said = () => line()?.replace(/[\u00a0\u202f]/g, " ");

test.each<[string, Partial<PhoneView>, string]>([
  ["all sent", {}, "All sent"],
  ["waiting", { counts: counts(3), end: "no-network" }, "Saved on this phone (3 waiting)"],
  ["photos", { counts: counts(0, 2), end: "no-network" }, "2 photos still to send"],
  ["signed out", { counts: counts(3), end: "signed-out" }, "Sign in to send 3. They are safe here."],
  ["a look", { counts: counts(0, 0, 1) }, "1 needs a look"],
  [
    "a look beside what waits",
    { counts: counts(5, 0, 1) },
    "1 needs a look · Saved on this phone (5 waiting)",
  ],
])("one line says what waits: %s", async (_title, view, text) => {
  await show(view);
  expect(line()).toContain(text);
  expect(screen.getByRole("link").getAttribute("href")).toBe("/c/outbox");
});

test("an undo that came too late is said, with the way to correct", async () => {
  await show({ isUndoLate: true });
  expect(
    screen.getByText("It was sent before you pressed Undo. Correct the outcome at the stop."),
  ).toBeDefined();
  expect(screen.queryByTestId("undo")).toBeNull();
});

test("Undo takes the outcome back on the phone, and the focus goes to the page's heading", async () => {
  undo.mockImplementation(async () => showPhone({ undo: null }));
  const page = (
    <main>
      <h1>Today’s stops</h1>
      <StatusLine />
    </main>
  );
  await show({ undo: { ids: ["c"], until: AS_OF } }, page);
  const button = screen.getByRole("button", { name: "Undo" });
  button.focus();
  await act(async () => void fireEvent.click(button));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByTestId("undo")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Today’s stops" }));
});

test("a write that the phone refused stands in red and is read out", async () => {
  await show({ isNotSaved: true });
  expect(screen.getByRole("alert").textContent).toBe("NOT saved. Write it down, then try again.");
});

test("a full phone says on every page what still works", async () => {
  await show({ warnings: ["full"] });
  expect(screen.getByText("This phone is full: no photos. All else is saved.")).toBeTruthy();
});

test("another person's unsent work is named, with who alone can send it", async () => {
  await show({ others: [{ name: "Ana", unsent: 3 }] });
  expect(screen.getByText("Ana has 3 unsent. Only Ana can send them.")).toBeTruthy();
});

test.each([
  [0, "done"],
  [15 * MINUTE_MS - 1, "done"],
  [15 * MINUTE_MS, "warning"],
  [4 * HOUR_MS - 1, "warning"],
  [4 * HOUR_MS, "trouble"],
])("a day that is %i ms old is %s", (age, tone) => {
  expect(ageTone(AS_OF, AS_OF + age)).toBe(tone);
});

test.each([
  ["today", HOUR_MS, "warning", "As of 9:41 AM"],
  ["of this night", 14 * HOUR_MS, "trouble", "As of 9:41 AM"],
  ["of yesterday", 15 * HOUR_MS, "trouble", "As of Mon, Nov 23, 9:41 AM"],
  ["of the day before", 47 * HOUR_MS, "trouble", "As of Mon, Nov 23, 9:41 AM"],
])("an old day says of when it is: %s", async (_title, age, tone, text) => {
  vi.spyOn(Date, "now").mockReturnValue(AS_OF + age);
  await show({ end: "no-network" });
  expect(said()).toContain(text);
  expect(document.querySelector(`.courier-status-${tone}.small`)).not.toBeNull();
  vi.restoreAllMocks();
});

test("a day ends at the area's midnight", async () => {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-23T11:20:00Z"));
  // Safe: lists and lines read the zone alone.
  const day = { timezone: "Pacific/Auckland", stops: [] } as unknown as CourierDay;
  await show({ end: "no-network", asOf: Date.parse("2026-11-23T10:55:00Z"), day });
  expect(said()).toContain("As of Mon, Nov 23, 11:55 PM");
  vi.restoreAllMocks();
});

test("a day of yesterday is dated in Arabic, too", async () => {
  await chooseAndStoreLocale("ar");
  vi.spyOn(Date, "now").mockReturnValue(AS_OF + 20 * HOUR_MS);
  await show({ end: "no-network" });
  expect(said()).toContain("حتى الاثنين، 23 نوفمبر");
  vi.restoreAllMocks();
});

test("the line is said in Arabic, too", async () => {
  await chooseAndStoreLocale("ar");
  await show({ counts: counts(3), end: "no-network" });
  expect(line()).toContain("حُفظ على هذا الهاتف (3 تنتظر)");
});
