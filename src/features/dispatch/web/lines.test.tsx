import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { BoardDelivery, BoardStop } from "../contract/board.ts";
import { DeliveryRow, StopRow } from "./lines.tsx";
import type { StopLine } from "./rows.ts";
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

function Rows({ date }: { date: string }) {
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
      <StopRow row={LINE} {...shown} />
    </>
  );
}

const times = (container: HTMLElement) =>
  [...container.querySelectorAll("time")].map(({ textContent }) => textContent.replaceAll(/\s/g, " "));

beforeAll(async () => {
  await startWords("hall", "dispatch", "deliveries", "payments");
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
