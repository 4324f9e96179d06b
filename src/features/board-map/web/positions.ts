import { useSyncExternalStore } from "react";
import type { LivePosition } from "#features/dispatch/contract/api.ts";
import { positionsMoved } from "#features/dispatch/contract/events.ts";
import { onLive, useLive } from "#web/live/live.ts";

/** Couriers' current positions. Kept apart from the board, so that a moving courier renders no list. */
let positions: ReadonlyMap<string, LivePosition> = new Map();
const listeners = new Set<() => void>();

function keepPositions(news: readonly LivePosition[]): void {
  if (news.length === 0) return;
  const next = new Map(positions);
  for (const one of news) {
    const known = next.get(one.courierId);
    if (!known || known.at < one.at) next.set(one.courierId, one);
  }
  positions = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Positions as the news tell them while the map is shown. */
export function usePositions(): ReadonlyMap<string, LivePosition> {
  useLive([onLive(positionsMoved, (news) => keepPositions(news.positions))]);
  return useSyncExternalStore(subscribe, () => positions);
}
