import { useState } from "react";
import type { Board } from "#features/dispatch/contract/board.ts";
import { isDone } from "#features/dispatch/web/public.ts";
import type { Point } from "#kernel/geo.ts";

interface View {
  readonly date: string;
  readonly courier: string | undefined;
  readonly points: readonly Point[];
  /** The day had no work to bring into view yet. */
  readonly waits: boolean;
}

/**
 * Points brought into view: the day's work, or the route of a courier at the moment when it is chosen. Otherwise the map stays
 * as the dispatcher leaves it until the day changes.
 */
export function useView(board: Board, courier: string | undefined): readonly Point[] {
  const [kept, setKept] = useState(() => viewOf(board, courier));
  const isOtherDay = kept.date !== board.date || (kept.waits && board.deliveries.length > 0);
  if (!isOtherDay && kept.courier === courier) return kept.points;
  const next = viewOf(board, courier);
  // A route that is let go of leaves the map where it is.
  const view = isOtherDay || courier !== undefined ? next : { ...next, points: NONE };
  setKept(view);
  return view.points;
}

const NONE: readonly Point[] = [];

function viewOf({ date, couriers, deliveries }: Board, courier: string | undefined): View {
  const route = couriers.find(({ id }) => id === courier);
  const points = route ? wayOf(route) : deliveries.flatMap(({ pickup, dropoff }) => [pickup, dropoff]);
  return { date, courier, points, waits: deliveries.length === 0 };
}

const wayOf = ({ position, route }: Board["couriers"][number]): Point[] => [
  ...(position ? [position.point] : []),
  ...route.stops.filter((stop) => !isDone(stop)).map(({ point }) => point),
];
