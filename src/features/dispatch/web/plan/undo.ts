import type { Board, BoardStop } from "../../contract/board.ts";
import { isDone } from "../rows.ts";
import { foresee, mayMove, type Wish } from "./plan.ts";

const stopsOf = (board: Board, courierId: string): readonly BoardStop[] =>
  board.couriers.find((courier) => courier.id === courierId)?.route.stops ?? [];

/** The courier who has the open work of a delivery. */
function holder(board: Board, deliveryId: string): string | undefined {
  return board.couriers.find((courier) =>
    courier.route.stops.some((stop) => stop.deliveryId === deliveryId && !isDone(stop)),
  )?.id;
}

/**
 * The edits that change the plan `after` back to `before` for these deliveries. Only they move: what others
 * planned in between stays where it is.
 */
export function undoing(before: Board, after: Board, deliveryIds: readonly string[]): Wish[] {
  const wishes: Wish[] = [];
  let now = after;
  const add = (wish: Wish) => {
    wishes.push(wish);
    now = foresee(now, wish);
  };
  const freed = deliveryIds.filter((id) => holder(before, id) === undefined && holder(now, id) !== undefined);
  if (freed.length > 0) add({ type: "unassign", deliveryIds: freed });
  for (const courier of before.couriers) {
    const mine = new Set(deliveryIds.filter((id) => holder(before, id) === courier.id));
    if (mine.size === 0) continue;
    for (const wish of handedBack(courier.id, courier.route.stops, mine, now)) add(wish);
    for (const stop of courier.route.stops.toReversed()) {
      const wish =
        mine.has(stop.deliveryId) && !isDone(stop)
          ? intoPlace(courier.id, stop, courier.route.stops, now)
          : undefined;
      if (wish) add(wish);
    }
  }
  return wishes;
}

/** The first stop that followed this one and is on the route now; null where it was the last. */
function followerOf(stop: BoardStop, wanted: readonly BoardStop[], here: ReadonlySet<string>): string | null {
  const at = wanted.findIndex((one) => one.taskId === stop.taskId);
  return wanted.slice(at + 1).find((one) => here.has(one.taskId))?.taskId ?? null;
}

/**
 * Reassigns stops that somebody else has now: from the last to the first, each before what followed its last stop.
 */
function handedBack(
  courierId: string,
  wanted: readonly BoardStop[],
  mine: ReadonlySet<string>,
  board: Board,
): Wish[] {
  const wishes: Extract<Wish, { type: "assign" }>[] = [];
  const here = new Set(stopsOf(board, courierId).map((stop) => stop.taskId));
  const lasts = wanted.filter(
    (stop) =>
      mine.has(stop.deliveryId) && wanted.findLast((one) => one.deliveryId === stop.deliveryId) === stop,
  );
  for (const stop of lasts.toReversed()) {
    if (holder(board, stop.deliveryId) === courierId) continue;
    const beforeTaskId = followerOf(stop, wanted, here);
    const same = wishes.at(-1);
    // Neighbours go back together: one edit instead of many.
    if (same && same.beforeTaskId === beforeTaskId)
      wishes[wishes.length - 1] = { ...same, deliveryIds: [stop.deliveryId, ...same.deliveryIds] };
    else wishes.push({ type: "assign", courierId, beforeTaskId, deliveryIds: [stop.deliveryId] });
  }
  return wishes;
}

/** Moves a stop before the one that followed it, unless it stands there; with its delivery where it may not move alone. */
function intoPlace(
  courierId: string,
  stop: BoardStop,
  wanted: readonly BoardStop[],
  board: Board,
): Wish | undefined {
  const stops = stopsOf(board, courierId);
  const here = new Set(stops.map((one) => one.taskId));
  const known = new Set(wanted.map((one) => one.taskId));
  const at = stops.findIndex((one) => one.taskId === stop.taskId);
  if (at < 0) return undefined;
  const beforeTaskId = followerOf(stop, wanted, here);
  const next = stops.slice(at + 1).find((one) => known.has(one.taskId))?.taskId ?? null;
  if (next === beforeTaskId) return undefined;
  if (mayMove(stops, stop.taskId, beforeTaskId))
    return { type: "move", courierId, taskId: stop.taskId, beforeTaskId };
  return { type: "assign", courierId, deliveryIds: [stop.deliveryId], beforeTaskId };
}
