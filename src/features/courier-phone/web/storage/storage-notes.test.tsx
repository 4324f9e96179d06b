import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Phone, type PhoneView, clearPhone, showPhone } from "#features/courier/web/phone-view.ts";
import { startWords } from "#web/i18n/words.ts";
import { isMapGone, markMap } from "#web/map/kept/map-cache.ts";
import { Snackbar } from "#web/ui/snackbar.tsx";
import { MakeRoom } from "./make-room.tsx";
import { StorageNotes } from "./storage-notes.tsx";

const { refresh, makeRoom, startDuty } = vi.hoisted(() => ({
  refresh: vi.fn<Phone["refresh"]>(),
  makeRoom: vi.fn<Phone["makeRoom"]>(),
  startDuty: vi.fn<Phone["startDuty"]>(),
}));
vi.mock("#features/courier/web/phone-view.ts", async (original) => ({
  ...(await original<object>()),
  phone: () => Promise.resolve({ refresh, makeRoom, startDuty }),
}));

beforeAll(() => startWords("hall", "courier", "courier-phone", "phone", "session"));
afterEach(() => {
  cleanup();
  clearPhone();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(warnings: PhoneView["warnings"], page = <StorageNotes />): Promise<void> {
  showPhone({ isReady: true, end: "sent", asOf: 1, warnings });
  await act(async () => {
    render(
      <Suspense fallback={null}>
        {page}
        <Snackbar />
      </Suspense>,
    );
  });
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const said = () => screen.getAllByRole("status").map((one) => one.textContent);

test.each<[string, PhoneView["warnings"], boolean, string]>([
  ["enough", [], true, "There is room again."],
  ["not enough", ["nearly-full"], true, "Old sent work was removed. It is not enough yet"],
  ["nothing", ["nearly-full"], false, "Waybill keeps nothing more that it does not need."],
])("Make room says what came of it: %s", async (_what, warnings, isMade, text) => {
  await open(["nearly-full"]);
  makeRoom.mockImplementationOnce(async () => {
    showPhone({ warnings });
    return isMade;
  });
  await press("Make room");
  expect(said().join(" ")).toContain(text);
  expect(screen.queryAllByText(/nearly full/)).toHaveLength(warnings.length);
});

test("room that could not be made is said, with what to do", async () => {
  await open(["nearly-full"]);
  makeRoom.mockRejectedValueOnce(new Error("full"));
  await press("Make room");
  expect(said().join(" ")).toContain("Nothing could be removed. Delete photos, films or apps");
});

test.each<[string, PhoneView["warnings"], string]>([
  ["full still", ["full"], "Old sent work was removed. It is not enough yet"],
  ["nearly full", ["nearly-full"], "Photos can be taken again. There is still little room."],
  ["with room", [], "There is room again."],
])("a full phone is said to be %s after Make room", async (_how, warnings, text) => {
  await open(["full"], <MakeRoom />);
  makeRoom.mockImplementationOnce(async () => {
    showPhone({ warnings });
    return true;
  });
  await press("Make room");
  expect(said().join(" ")).toContain(text);
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
