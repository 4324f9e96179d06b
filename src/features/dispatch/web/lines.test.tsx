import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
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
  late: false,
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
  late: false,
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
  await startWords("hall", "dispatch", "deliveries", "payments", "times", "accounts");
  await setLocale("en");
});
afterEach(cleanup);

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

test("a predicted stop says when it is expected and planned, and in words that its promise is in danger", () => {
  const stop: BoardStop = { ...STOP, risk: true, arrival: ARRIVAL };
  const { container } = render(<Rows date="2026-11-23" line={{ ...LINE, stop }} />);
  const shown = container.querySelector(".line-expected");
  expect(plain(shown?.textContent)).toContain("≈ 3:00 PM");
  expect(plain(shown?.getAttribute("title"))).toBe("Expected 2:50 – 3:20 PM, planned 2:30 PM");
  expect(container.textContent).toContain("At risk");
});

function OneCourier({ onDuty, ackRevision }: { onDuty: boolean; ackRevision: number }) {
  const store = useSelectionStore();
  const plain = boardCourier("c", []);
  const row: CourierLine = {
    key: "c:c",
    kind: "courier",
    courierId: "c",
    courier: { ...plain, onDuty, route: { ...plain.route, revision: 3, ackRevision } },
    load: { total: 0, done: 0, late: 0, risk: 0 },
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
