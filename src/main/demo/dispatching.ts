import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf, unassignedOf } from "#features/dispatch/contract/board.ts";
import type { Board, BoardCourier, BoardDelivery } from "#features/dispatch/contract/board.ts";
import { distanceM } from "#kernel/geo.ts";
import type { Point } from "#kernel/geo.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { ApiCaller } from "./api-caller.ts";
import type { Cast } from "./cast.ts";
import type { DemoActions } from "./demo-actions.ts";
import type { Ended } from "./rider.ts";

/** A simulated dispatcher while the visitor is away: nearest courier first, failures tried again. */
export interface Dispatching {
  /** Notes how a simulated courier's task ended. */
  noted(ended: Ended, simNow: Instant): void;
  /** Assigns one delivery, or settles one failure, where one is due. */
  step(simNow: Instant, riding: readonly number[]): Promise<void>;
}

export interface DispatchingParts {
  readonly api: ApiCaller;
  readonly actions: DemoActions;
  readonly cast: () => Cast;
  readonly home: Point;
}

/** Simulated time between two checks of the board. */
const LOOK_MS = 2 * MINUTE_MS;
/** Left for the visitor to assign. */
const LEFT_OPEN = 3;
/** Stops that a courier has ahead at most. */
const FULL = 8;
/** A failure is handled this much later. */
const SETTLE_MS = 4 * MINUTE_MS;

export function dispatchingOf({ api, actions, cast, home }: DispatchingParts): Dispatching {
  const failures = new Map<string, Instant>();
  let lookAt = 0;

  const settle = async (deliveryId: string): Promise<void> => {
    failures.delete(deliveryId);
    try {
      await actions.handle(deliveryId, "retry", null);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "deliveries.no-attempts-left")
        await quietly(() => actions.handle(deliveryId, "send_back", null));
    }
  };
  const assign = async (riding: readonly number[]): Promise<void> => {
    const board = boardOf(await api.call({ actor: cast().bo }, dispatchApi.readBoard, {}));
    const next = unassignedOf(board).filter(isDue(board)).at(0);
    if (!next || board.unassigned.length <= LEFT_OPEN) return;
    const nth = nearest(board, next, { riding, cast: cast(), home });
    if (nth !== undefined) await quietly(() => actions.assign([next.id], nth, board.date));
  };

  return {
    noted({ deliveryId, failed }, simNow) {
      if (failed) failures.set(deliveryId, simNow + SETTLE_MS);
    },
    async step(simNow, riding) {
      const due = [...failures].find(([, at]) => at <= simNow);
      if (due) return settle(due[0]);
      if (simNow < lookAt) return;
      lookAt = simNow + LOOK_MS;
      await assign(riding);
    },
  };
}

/** Work for today, oldest window first as the board has it. */
const isDue =
  (board: Board) =>
  ({ window }: BoardDelivery): boolean =>
    window.start.slice(0, 10) <= board.date;

function nearest(
  board: Board,
  delivery: BoardDelivery,
  { riding, cast, home }: { readonly riding: readonly number[]; readonly cast: Cast; readonly home: Point },
): number | undefined {
  const free = riding.flatMap((nth) => {
    const courier = board.couriers.find((one) => one.id === cast.couriers[nth]?.courierId);
    return courier && pendingOf(courier) < FULL ? [{ nth, courier }] : [];
  });
  const metres = ({ courier }: { courier: BoardCourier }): number =>
    distanceM(courier.position?.point ?? home, delivery.pickup) + 400 * pendingOf(courier);
  return free.toSorted((a, b) => metres(a) - metres(b))[0]?.nth;
}

const pendingOf = ({ route }: BoardCourier): number =>
  route.stops.filter((stop) => stop.state !== "succeeded" && stop.state !== "failed").length;

/** A visitor was quicker: look again later. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
