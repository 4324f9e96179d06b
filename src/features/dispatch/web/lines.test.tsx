import { act, cleanup, render } from "@testing-library/react";
import { Profiler, type ProfilerOnRenderCallback } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { MINUTE_MS, fromIso } from "#kernel/instant.ts";
import { boardCourier } from "#test/support/web/board-courier.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { BoardDelivery, BoardStop } from "../contract/board.ts";
import { CourierRow, DeliveryRow, StopRow } from "./lines.tsx";
import type { CourierLine, StopLine } from "./rows.ts";
import { useSelectionStore } from "./selection-store.ts";

const POINT = { lat: 52.5, lon: 13.4 };
const WINDOW = { start: "2026-11-23T13:00:00.000Z", end: "2026-11-23T15:00:00.000Z" };

const DELIVERY: BoardDelivery = {
  id: "d",
  number: "WB-1",
  state: "created",
  serviceLevel: "scheduled",
  window: WINDOW,
  pickupLabel: "Markt 1, 00710 Marienbrück",
  dropoffLabel: "Uferweg 2, 00710 Marienbrück",
  pickup: POINT,
  dropoff: POINT,
  recipientName: "Ada",
  massG: 500,
  parcels: 1,
};
const STOP: BoardStop = {
  taskId: "t",
  deliveryId: "d",
  number: "WB-1",
  kind: "deliver",
  state: "assigned",
  label: "Uferweg 2, 00710 Marienbrück",
  point: POINT,
  window: WINDOW,
};
const LINE: StopLine = {
  key: "s:t",
  kind: "stop",
  courierId: "c",
  deliveryId: "d",
  taskId: "t",
  stop: STOP,
  place: 1,
  of: 1,
};
const AT = { id: "line", "data-key": "key", offset: 0, height: 34, isCursor: false };

function Rows({ date, line = LINE }: { date: string; line?: StopLine }) {
  const store = useSelectionStore();
  const shown = { store, zone: "Europe/Berlin", date, at: AT };
  return (
    <>
      <DeliveryRow
        row={{ key: "d:d", deliveryId: "d", delivery: DELIVERY }}
        position={1}
        count={1}
        {...shown}
      />
      <StopRow row={line} {...shown} />
    </>
  );
}

const times = (container: HTMLElement) =>
  [...container.querySelectorAll("time")].map(({ textContent }) => textContent.replaceAll(/\s/g, " "));

beforeAll(async () => {
  await startWords("hall", "dispatch", "deliveries", "payments", "times", "lateness", "accounts");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const clockAt = (now: number) => void vi.useFakeTimers({ now });

test("a window of the board's day shows its hours alone", () => {
  const { container } = render(<Rows date="2026-11-23" />);
  expect(times(container)).toEqual(["2:00 – 4:00 PM", "2:00 – 4:00 PM"]);
});

test("a window of another day names it, also when the board turns to another day", () => {
  const { container, rerender } = render(<Rows date="2026-11-23" />);
  rerender(<Rows date="2026-11-24" />);
  expect(times(container)).toEqual(["Mon, Nov 23 2:00 – 4:00 PM", "Mon, Nov 23 2:00 – 4:00 PM"]);
});

const AT_THREE = fromIso(WINDOW.start) + 60 * MINUTE_MS;
const ARRIVAL = {
  at: AT_THREE,
  earliest: AT_THREE - 10 * MINUTE_MS,
  latest: AT_THREE + 20 * MINUTE_MS,
  planned: AT_THREE - 30 * MINUTE_MS,
  stay: 3 * MINUTE_MS,
  way: 8 * MINUTE_MS,
};
const plain = (text: string | null | undefined) => text?.replaceAll(/\s/g, " ");

test("a predicted stop says when it is expected, with its interval, and when it was planned", () => {
  const stop: BoardStop = { ...STOP, arrival: ARRIVAL };
  const { container } = render(<Rows date="2026-11-23" line={{ ...LINE, stop }} />);
  const shown = container.querySelector(".line-expected");
  expect(plain(shown?.textContent)).toContain("≈ 3:00 PM≈ 2:50 – 3:20 PM · planned 2:30 PM");
  expect(plain(shown?.getAttribute("title"))).toBe("Expected 2:50 – 3:20 PM, planned 2:30 PM");
});

const ENDS = fromIso(WINDOW.end);
const latenessOf = (row: Element | null) => plain(row?.querySelector(".lateness")?.textContent) ?? "";
/** Words in the rows of a delivery without a courier and of a stop, and whether their promised times are marked as late. */
const said = (container: HTMLElement) =>
  [".line-delivery", ".line-stop"].map((name) => {
    const row = container.querySelector(name);
    return [latenessOf(row), row?.querySelector("time.late") !== null] as const;
  });
const stopAt = (at: number, more: Partial<BoardStop> = {}): StopLine => ({
  ...LINE,
  stop: { ...STOP, arrival: { ...ARRIVAL, at, latest: at + 10 * MINUTE_MS }, ...more },
});

test("rows say by how many minutes they are late, will be late, or how many are left", async () => {
  clockAt(ENDS - 40 * MINUTE_MS);
  const at = (minutes: number) => stopAt(ENDS + minutes * MINUTE_MS);
  const { container, rerender } = render(<Rows date="2026-11-23" line={at(12)} />);
  expect(said(container)).toEqual([
    ["40 min left", false],
    ["will be 12 min late", false],
  ]);
  rerender(<Rows date="2026-11-23" line={at(-5)} />);
  expect(said(container)[1]).toEqual(["At risk", false]);
  await act(async () => vi.advanceTimersByTimeAsync(52 * MINUTE_MS));
  expect(said(container)).toEqual([
    ["12 min late", true],
    ["12 min late", true],
  ]);
  rerender(<Rows date="2026-11-23" line={stopAt(ENDS, { state: "succeeded" })} />);
  expect(said(container)[1]).toEqual(["", false]);
  vi.setSystemTime(ENDS + 3 * 24 * 60 * MINUTE_MS);
  await act(async () => vi.advanceTimersByTimeAsync(MINUTE_MS));
  expect(said(container)[0]).toEqual(["3 days late", true]);
});

test("while time passes, rows whose words stay the same are not drawn again", async () => {
  clockAt(ENDS - 62 * MINUTE_MS);
  const drawn = vi.fn<ProfilerOnRenderCallback>();
  const { container } = render(
    <Profiler id="rows" onRender={drawn}>
      <Rows date="2026-11-23" line={stopAt(ENDS + 12 * MINUTE_MS)} />
    </Profiler>,
  );
  const before = drawn.mock.calls.length;
  await act(async () => vi.advanceTimersByTimeAsync(MINUTE_MS));
  expect(drawn).toHaveBeenCalledTimes(before);
  const [waiting, stop] = [".line-delivery", ".line-stop"].map((name) => container.querySelector(name));
  const [way, label] = [waiting?.querySelector(".line-way"), stop?.querySelector(".line-label")];
  await act(async () => vi.advanceTimersByTimeAsync(MINUTE_MS));
  expect(said(container)).toEqual([
    ["1 hr left", false],
    ["will be 12 min late", false],
  ]);
  expect(drawn).toHaveBeenCalledTimes(before + 1);
  expect([way?.isConnected, label?.isConnected]).toEqual([true, true]);
});

function OneCourier({ onDuty, ackRevision }: { onDuty: boolean; ackRevision: number }) {
  const store = useSelectionStore();
  const plain = boardCourier("c", []);
  const row: CourierLine = {
    key: "c:c",
    kind: "courier",
    courierId: "c",
    courier: { ...plain, onDuty, route: { ...plain.route, revision: 3, ackRevision } },
    load: { total: 0, done: 0 },
    hue: undefined,
    open: false,
    digit: 0,
    place: 1,
    of: 1,
  };
  return <CourierRow row={row} store={store} zone="Europe/Berlin" date="2026-11-23" at={AT} />;
}

test.each([
  ["on duty who confirmed an earlier plan", { onDuty: true, ackRevision: 2 }, true],
  ["on duty who confirmed the last one", { onDuty: true, ackRevision: 3 }, false],
  ["off duty", { onDuty: false, ackRevision: 2 }, false],
])("a courier %s: is the route marked as not confirmed?", (_who, courier, isMarked) => {
  const { container } = render(<OneCourier {...courier} />);
  expect(container.querySelector(".unseen")?.textContent).toBe(isMarked ? "Route not confirmed" : undefined);
});
