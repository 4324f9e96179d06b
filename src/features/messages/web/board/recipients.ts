import type { Board } from "#features/dispatch/contract/board.ts";
import { isDone } from "#features/dispatch/web/public.ts";

/** Couriers to whom a message goes. */
export interface Recipients {
  readonly courierIds: readonly string[];
  /** All who are on duty. */
  readonly toAll: boolean;
}

export interface Addressed extends Recipients {
  /** The delivery whose stops keep the message. */
  readonly deliveryId?: string;
}

/**
 * The couriers who have open work of these deliveries; without a delivery the named courier, and without either all on
 * duty. A message about one delivery stays with its stops.
 */
export function recipientsOf(board: Board, ids: readonly string[], courierId: string | undefined): Addressed {
  const [only, ...more] = ids;
  if (only === undefined)
    return courierId === undefined
      ? { courierIds: [], toAll: true }
      : { courierIds: [courierId], toAll: false };
  const wanted = new Set(ids);
  const courierIds = board.couriers
    .filter(({ route }) => route.stops.some((stop) => wanted.has(stop.deliveryId) && !isDone(stop)))
    .map(({ id }) => id);
  return { courierIds, toAll: false, ...(more.length === 0 && { deliveryId: only }) };
}
