import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { ChooseLinesProps } from "#features/dispatch/web/public.ts";
import { makeSelection } from "#features/dispatch/web/selection-store.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { ChooseLines } from "./choose-lines.tsx";

beforeAll(async () => {
  await startWords("hall", "board-map");
  await setLocale("en");
});
afterEach(cleanup);

const stopOf = (id: string, kind: string, more: object = {}) => ({
  taskId: `${kind} ${id}`,
  deliveryId: id,
  state: "assigned",
  late: false,
  ...more,
});
const folded = [
  stopOf("e", "deliver", { late: true }),
  stopOf("f", "deliver", { late: true, state: "failed" }),
];
const lineOf = (stop: ReturnType<typeof stopOf>) => ({ kind: "stop", deliveryId: stop.deliveryId, stop });

function show(late: readonly string[]) {
  const store = makeSelection();
  const props = {
    store,
    board: { deliveries: ["a", "b", "c", "d", "e", "f"].map((id) => ({ id, late: late.includes(id) })) },
    unassigned: [{ deliveryId: "a" }, { deliveryId: "b" }],
    couriers: [
      { kind: "courier", open: true, courier: { route: { stops: [] } } },
      lineOf(stopOf("c", "collect")),
      lineOf(stopOf("c", "deliver", { late: true })),
      lineOf(stopOf("d", "deliver")),
      { kind: "courier", open: false, courier: { route: { stops: folded } } },
    ],
  } as unknown as ChooseLinesProps; // Safe: the buttons read these alone.
  render(<ChooseLines {...props} />);
  return () => [...store.get().ids];
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("one press chooses everything late that is still to do, on folded routes, too", async () => {
  const chosen = show(["b"]);
  await press("Select 3 late");
  expect(chosen()).toEqual(["b", "c", "e"]);
});

test("one press chooses every delivery that the lists show", async () => {
  const chosen = show([]);
  await press("Select all 4 shown");
  expect(chosen()).toEqual(["a", "b", "c", "d"]);
});
