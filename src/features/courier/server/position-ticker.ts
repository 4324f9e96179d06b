import { positionsMoved } from "#features/dispatch/contract/events.ts";
import type { LivePosition } from "#features/dispatch/contract/api.ts";
import type { Hub } from "#server/live/hub.ts";

/** Positions wait this long, so that many couriers become one message. */
export const POSITION_TICK_MS = 250;

/** Gathers the newest position per courier and tells staff once a tick. Nothing is stored, nothing is replayed. */
export function positionTicker(hub: Hub): (orgId: string, position: LivePosition) => void {
  const waiting = new Map<string, Map<string, LivePosition>>();
  const flush = (): void => {
    for (const [orgId, positions] of waiting)
      hub.tell(orgId, {
        type: positionsMoved.type,
        data: { positions: [...positions.values()] },
        audience: { staff: true },
      });
    waiting.clear();
  };
  return (orgId, position) => {
    if (waiting.size === 0) setTimeout(flush, POSITION_TICK_MS).unref();
    const positions = waiting.get(orgId) ?? new Map<string, LivePosition>();
    positions.set(position.courierId, position);
    waiting.set(orgId, positions);
  };
}
