import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { ChooseLinesProps } from "#features/dispatch/web/public.ts";
import { makeSelection } from "#features/dispatch/web/selection-store.ts";
import { HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { ChooseLines } from "./choose-lines.tsx";

beforeAll(async () => {
  await startWords("hall", "board-map");
  await setLocale("en");
});
afterEach(cleanup);

const AHEAD_AT = Date.now() + HOUR_MS;
const AHEAD = { end: toIso(AHEAD_AT) };
const OVER = { end: toIso(Date.now() - MINUTE_MS) };
const stopOf = (id: string, kind: string, more: object = {}) => ({
  taskId: `${kind} ${id}`,
  deliveryId: id,
  state: "assigned",
  window: AHEAD,
  ...more,
});
const own = [
  stopOf("c", "collect"),
  stopOf("c", "deliver", { window: OVER }),
  stopOf("d", "deliver"),
  stopOf("g", "deliver", { arrival: { at: AHEAD_AT + 5 * MINUTE_MS } }),
];
const folded = [
  stopOf("e", "deliver", { window: OVER }),
  stopOf("f", "deliver", { window: OVER, state: "failed" }),
];
const lineOf = (stop: ReturnType<typeof stopOf>) => ({ kind: "stop", deliveryId: stop.deliveryId, stop });

function show(late: readonly string[]) {
  const store = makeSelection();
  const props = {
    store,
    board: {
      unassigned: ["a", "b"],
      deliveries: ["a", "b"].map((id) => ({ id, window: late.includes(id) ? OVER : AHEAD })),
      couriers: [{ route: { stops: [...own, ...folded] } }],
    },
    unassigned: [{ deliveryId: "a" }, { deliveryId: "b" }],
    couriers: [
      { kind: "courier", open: true, courier: { route: { stops: [] } } },
      ...own.map(lineOf),
      { kind: "courier", open: false, courier: { route: { stops: folded } } },
    ],
  } as unknown as ChooseLinesProps; // Safe: the buttons read these alone.
  render(<ChooseLines {...props} />);
  return () => [...store.get().ids];
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("one press chooses what is late, or will be, and is still to do, on folded routes, too", async () => {
  const chosen = show(["b"]);
  await press("Select 4 late");
  expect(chosen()).toEqual(["b", "c", "g", "e"]);
});

test("one press chooses every delivery that the lists show", async () => {
  const chosen = show([]);
  await press("Select all 5 shown");
  expect(chosen()).toEqual(["a", "b", "c", "d", "g"]);
});
