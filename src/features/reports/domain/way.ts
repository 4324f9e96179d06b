import { estimatedDistance } from "#features/quotes/domain/distance.ts";
import type { Point } from "#kernel/geo.ts";
import type { Instant } from "#kernel/instant.ts";

interface Stop extends Point {
  readonly taskId: string;
  readonly endedAt: Instant;
}

/** Metres to each stop of one courier's day from the one before, in the order of their ends; null for the first. */
export function waysOf(stops: readonly Stop[]): { taskId: string; metres: number | null }[] {
  const inOrder = stops.toSorted((a, b) => a.endedAt - b.endedAt || (a.taskId < b.taskId ? -1 : 1));
  return inOrder.map((stop, nth) => {
    const before = inOrder[nth - 1];
    return { taskId: stop.taskId, metres: before ? estimatedDistance(before, stop).distanceM : null };
  });
}
