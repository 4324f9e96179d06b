import { type Instant, SECOND_MS } from "#kernel/instant.ts";
import { POSITIONS_KEPT_MS } from "./op.ts";
import { distanceM, type Point } from "#kernel/geo.ts";

/** Position of the phone. */
export interface Fix {
  readonly at: Instant;
  readonly point: Point;
  readonly accuracyM: number;
}

const LEAST_MS = 15 * SECOND_MS;
const LEAST_M = 25;
/** A phone that stands still says so this often. */
const HEARTBEAT_MS = 120 * SECOND_MS;
const WORST_ACCURACY_M = 100;
/** Positions of one call, and how often a backlog sends one. */
export const BACKLOG = { positions: 500, everyMs: 2 * SECOND_MS } as const;

/** Whether a fix says more than the last one that was kept. */
export function isWorthKeeping(last: Fix | undefined, next: Fix): boolean {
  if (next.accuracyM > WORST_ACCURACY_M) return false;
  if (!last) return true;
  const passedMs = next.at - last.at;
  if (passedMs < LEAST_MS) return false;
  return passedMs >= HEARTBEAT_MS || distanceM(last.point, next.point) >= Math.max(LEAST_M, next.accuracyM);
}

/** The newest fixes first: the present place counts more than past ones. */
export const nextPositions = <F extends Fix>(kept: readonly F[], now: Instant): F[] =>
  kept
    .filter(({ at }) => now - at <= POSITIONS_KEPT_MS)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, BACKLOG.positions);
