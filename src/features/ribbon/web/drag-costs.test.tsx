import { act, fireEvent, screen } from "@testing-library/react";
import type { DragEvent } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Board, BoardDelivery } from "#features/dispatch/contract/board.ts";
import { pickUp, putDown } from "#web/ui/lines/carry.ts";
import { boardCourier } from "#test/support/web/board-courier.ts";
import { show, usePage } from "#test/support/web/page.tsx";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { DragCosts } from "./drag-costs.tsx";

usePage("dispatch", "ribbon");
afterEach(() => act(putDown));

const id = (n: number) => `0198f5a0-0000-7000-8000-00000000000${n}`;
const [ORDER, CARLA, BORIS, UNKNOWN] = [id(1), id(2), id(3), id(4)];
const POINT = { lat: 52.5, lon: 13.4 };
const DELIVERY: BoardDelivery = {
  id: ORDER,
  number: "WB-1",
  state: "created",
  serviceLevel: "scheduled",
  window: { start: "2026-11-23T13:00:00.000Z", end: "2026-11-23T14:00:00.000Z" },
  pickupLabel: "Markt 1",
  dropoffLabel: "Uferweg 2",
  pickup: POINT,
  dropoff: POINT,
  recipientName: "Adler",
  massG: 500,
  parcels: 1,
};
const BOARD: Board = {
  date: "2026-11-23",
  timezone: "UTC",
  unassigned: [ORDER],
  couriers: [boardCourier(CARLA, []), boardCourier(BORIS, [])],
  deliveries: [DELIVERY],
};
const QUOTES = {
  travel: "roads",
  quotes: [
    {
      courierId: CARLA,
      addedSeconds: 360,
      addedMetres: 800,
      eta: "2026-11-23T13:30:00.000Z",
      pOnTime: 0.94,
      places: [],
      revision: 0,
    },
  ],
  because: [{ courier: BORIS, reasons: [{ kind: "window", order: ORDER, stop: "drop", by: 660 }] }],
};
const PATH = `GET /api/board/quotes/${ORDER}`;

/** A board with the headings of its couriers, and these deliveries in the hand. */
async function dragOver(courierId: string, deliveryIds = [ORDER]) {
  await show(
    <div className="pane-couriers">
      {[CARLA, BORIS, UNKNOWN].map((one) => (
        <p key={one} data-key={`c:${one}`} data-testid={one} />
      ))}
      <DragCosts board={BOARD} />
    </div>,
  );
  const event = { dataTransfer: { setData() {}, setDragImage() {} }, target: document.body };
  pickUp(event as unknown as DragEvent, { deliveryIds }, "WB-1");
  await act(() => new Promise((resolve) => setTimeout(resolve, 1)));
  fireEvent.dragOver(screen.getByTestId(courierId));
}
const plain = (text: string | null | undefined) => text?.replaceAll(/\s/g, " ");

test("over a courier a drag says what it adds, and how likely the promise is kept", async () => {
  stubServer({ [PATH]: () => ({ body: QUOTES }) });
  await dragOver(CARLA);
  await screen.findByText(/\+6 min/);
  const said = screen.getByTestId("drag-costs");
  expect(said.hidden).toBe(false);
  expect(plain(said.textContent)).toBe("+6 min · 800 m · 94% on time · there at 1:30 PM Best place");
});

test("over a courier who would be late it names the promise that breaks", async () => {
  stubServer({ [PATH]: () => ({ body: QUOTES }) });
  await dragOver(BORIS);
  await screen.findByText(/breaks 1 promise/);
  expect(plain(screen.getByTestId("drag-costs").textContent)).toBe(
    "breaks 1 promise: Adler 2:00 PM → 2:11 PM",
  );
});

test("a courier without a quote, and quotes that fail, say nothing", async () => {
  const sent = stubServer({ [PATH]: () => problem(500, "http.internal") });
  await dragOver(UNKNOWN);
  await vi.waitFor(() => expect(screen.getByTestId("drag-costs").hidden).toBe(true));
  expect(sent).toHaveLength(1);
});

test("several deliveries at once are not quoted", async () => {
  const sent = stubServer({});
  await dragOver(CARLA, [ORDER, UNKNOWN]);
  expect(screen.queryByTestId("drag-costs")).toBeNull();
  expect(sent).toEqual([]);
});
