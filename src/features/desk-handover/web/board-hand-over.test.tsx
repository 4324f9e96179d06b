import { act, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { HandOverNote } from "#features/dispatch/contract/api.ts";
import type { Board, BoardCourier, BoardDelivery } from "#features/dispatch/contract/board.ts";
import { BoardHandOver } from "./board-hand-over.tsx";

const window = { start: "2026-11-21T09:00:00.000Z", end: "2026-11-21T11:00:00.000Z" };
const point = { lon: 13.4, lat: 52.5 };
const delivery = (id: string, parcels: number, heldBy?: string): BoardDelivery => ({
  id,
  number: `WB-${id}`,
  state: heldBy === undefined ? "created" : "collected",
  serviceLevel: "same_day",
  window,
  pickupLabel: "Marktplatz 3",
  dropoffLabel: "Am Ufer 27",
  pickup: point,
  dropoff: point,
  recipientName: "Mira",
  massG: 500,
  parcels,
  late: false,
  ...(heldBy !== undefined && { heldBy }),
});
const courier = (id: string, name: string): BoardCourier => ({
  id,
  name,
  vehicle: "bike",
  onDuty: true,
  position: null,
  route: { id: null, revision: 3, ackRevision: 3, times: null, stops: [] },
});
const board: Board = {
  date: "2026-11-21",
  timezone: "Europe/Berlin",
  unassigned: ["held", "open"],
  couriers: [courier("carla", "Carla"), courier("dmitri", "Dmitri"), courier("elif", "Elif")],
  deliveries: [delivery("held", 2, "carla"), delivery("open", 1), delivery("other", 1, "dmitri")],
};
const wish = {
  type: "assign",
  deliveryIds: ["held", "open"],
  courierId: "elif",
  beforeTaskId: null,
} as const;

beforeAll(async () => {
  configure({ asyncUtilTimeout: 10_000 });
  stubDialog();
  await startWords("hall", "dispatch", "accounts");
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await setLocale("en");
});

test.each([
  ["en", "Carla holds 2 parcels", "Hand over", "WB-held: Carla hands the parcels over to Elif."],
  ["de", "Carla hat 2 Pakete", "Übergeben", "WB-held: Carla übergibt die Pakete an Elif."],
] as const)("who holds what is said before it is handed over, in %s", async (locale, holds, does, said) => {
  await setLocale(locale);
  const done = vi.fn<(notes: readonly HandOverNote[]) => void>();
  await act(async () => {
    render(<BoardHandOver board={board} wish={wish} onHandOver={done} onClose={() => undefined} />);
  });
  const plain = (text: string | null) => (text ?? "").replace(/[\u2066-\u2069]/g, "");
  expect(plain(screen.getByRole("dialog").textContent)).toContain(holds);
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "14:00" } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: does })));
  const [notes = []] = done.mock.calls[0] ?? [];
  expect(notes.map(({ deliveryId, note }) => [deliveryId, plain(note)])).toEqual([["held", `${said} 14:00`]]);
});
