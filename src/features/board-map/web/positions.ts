import { useSyncExternalStore } from "react";
import type { LivePosition } from "#features/dispatch/contract/api.ts";
import { positionsMoved } from "#features/dispatch/contract/events.ts";
import { onLive, useLive } from "#web/live/live.ts";

/** Couriers' current positions. Kept apart from the board, so that a moving courier renders no list. */
let positions: ReadonlyMap<string, LivePosition> = new Map();
const listeners = new Set<() => void>();

function keepPositions(news: readonly LivePosition[]): void {
  const newer = news.filter(({ courierId, at }) => (positions.get(courierId)?.at ?? "") < at);
  if (newer.length === 0) return;
  positions = new Map([...positions, ...newer.map((one) => [one.courierId, one] as const)]);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Positions as the news tell them while they are shown. */
export function usePositions(): ReadonlyMap<string, LivePosition> {
  useLive([onLive(positionsMoved, (news) => keepPositions(news.positions))]);
  return useSyncExternalStore(subscribe, () => positions);
}
