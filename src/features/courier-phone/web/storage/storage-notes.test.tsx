import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Phone, type PhoneView, clearPhone, showPhone } from "#features/courier/web/phone-view.ts";
import { startWords } from "#web/i18n/words.ts";
import { isMapGone, markMap } from "#web/map/kept/map-cache.ts";
import { StorageNotes } from "./storage-notes.tsx";

const { refresh, confirm } = vi.hoisted(() => ({
  refresh: vi.fn<Phone["refresh"]>(),
  confirm: vi.fn<Phone["confirm"]>(),
}));
vi.mock("#features/courier/web/phone-view.ts", async (original) => ({
  ...(await original<object>()),
  phone: () => Promise.resolve({ refresh, confirm }),
}));

beforeAll(() => startWords("hall", "courier", "courier-phone", "phone", "session"));
afterEach(() => {
  cleanup();
  clearPhone();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(warnings: PhoneView["warnings"]): Promise<void> {
  showPhone({ isReady: true, end: "sent", asOf: 1, warnings });
  await act(async () => {
    render(
      <Suspense fallback={null}>
        <StorageNotes />
      </Suspense>,
    );
  });
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const said = () => screen.getAllByRole("status").map((one) => one.textContent);

// Safe: their number alone is compared.
const FILES = [{}] as unknown as PhoneView["files"];

test.each<[string, Partial<PhoneView>, string]>([
  ["enough", { warnings: [] }, "There is room again."],
  ["not enough", { files: [] }, "Old sent work was removed. It is not enough yet"],
  ["nothing", {}, "Waybill keeps nothing more that it does not need."],
])("Make room says what came of it: %s", async (_what, after, text) => {
  showPhone({ files: FILES });
  await open(["nearly-full"]);
  confirm.mockImplementation(async () => showPhone(after));
  await press("Make room");
  expect(confirm).toHaveBeenLastCalledWith([]);
  expect(said().join(" ")).toContain(text);
  expect(screen.queryAllByText(/nearly full/)).toHaveLength(after.warnings ? 0 : 1);
});

test("room that could not be made is said", async () => {
  await open(["nearly-full"]);
  confirm.mockRejectedValueOnce(new Error("full"));
  await press("Make room");
  expect(said().join(" ")).toContain("No room could be made.");
});

test.each<[string, Partial<PhoneView>, string]>([
  ["right", { asOf: 2, warnings: [] }, "The clock is right now."],
  ["still wrong", { asOf: 2, warnings: ["clock-off"] }, "The clock is still wrong."],
  ["not compared", { end: "no-network" }, "The clock could not be checked: that needs a network."],
])("a wrong clock is checked again once it was set: %s", async (_how, answer, text) => {
  await open(["clock-off"]);
  expect(screen.getByText(/switch on the automatic time/)).toBeTruthy();
  refresh.mockImplementation(() => showPhone(answer));
  vi.useFakeTimers();
  await press("Check again");
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(said().join(" ")).toContain(text);
});

test("a map that went for room is named until it was read", async () => {
  vi.stubGlobal("caches", { has: async () => false });
  markMap();
  await open(["map-gone"]);
  await press("Got it");
  expect(screen.queryByText(/the stored map was removed/)).toBeNull();
  expect(await isMapGone()).toBe(false);
});
