import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Board } from "#features/dispatch/contract/board.ts";
import { useView } from "./use-view.ts";

afterEach(cleanup);

const at = (lon: number) => ({ lon, lat: 50 });
const stop = (lon: number, state = "assigned") => ({ state, point: at(lon) });
// Safe: a view reads no more of a board.
const boardOf = (date: string, stops: object[] = [stop(2, "succeeded"), stop(3)]) =>
  ({
    date,
    couriers: [{ id: "carla", position: { point: at(1) }, route: { stops } }],
    deliveries: stops.length > 0 ? [{ pickup: at(7), dropoff: at(8) }] : [],
  }) as unknown as Board;

interface Shown {
  board: Board;
  courier?: string;
}
const watch = (board: Board) => {
  const initialProps: Shown = { board };
  return renderHook((shown: Shown) => useView(shown.board, shown.courier), { initialProps });
};

test("the day's work is brought into view, once there is some", () => {
  const { result, rerender } = watch(boardOf("d1", []));
  expect(result.current).toEqual([]);
  rerender({ board: boardOf("d1") });
  expect(result.current).toEqual([at(7), at(8)]);
  rerender({ board: boardOf("d2") });
  expect(result.current).toEqual([at(7), at(8)]);
});

test("a courier's route is brought into view when it is chosen, stays there while it changes and once it is let go", () => {
  const board = boardOf("d1");
  const { result, rerender } = watch(board);
  rerender({ board, courier: "carla" });
  expect(result.current).toEqual([at(1), at(3)]);
  const { current } = result;
  rerender({ board: boardOf("d1", [stop(3, "succeeded"), stop(4)]), courier: "carla" });
  expect(result.current).toBe(current);
  rerender({ board });
  expect(result.current).toEqual([]);
  rerender({ board, courier: "carla" });
  expect(result.current).toEqual([at(1), at(3)]);
});
