import type { Drop, Load } from "#web/ui/lines/carry.ts";
import { useLatest } from "#web/ui/use-latest.ts";
import type { AssignPlace } from "../board-parts.ts";
import type { KeyedBoard } from "../keys/use-keys.ts";
import { useBestPlace } from "../quotes/use-quotes.ts";
import { handingOver } from "./handing-over.ts";
import type { AssignWish } from "./plan.ts";

type Parts = Pick<KeyedBoard, "board" | "plan" | "store">;

/** Gives deliveries to a courier at once, or asks first where another one holds their parcels. */
export function useGive({ board, plan, store }: Parts, ask: (wish: AssignWish) => void) {
  const latest = useLatest(board);
  const bestPlace = useBestPlace(() => latest.current);
  const give = (wish: AssignWish): void => {
    if (!wish.handOver && handingOver(board, wish.deliveryIds, wish.courierId).length > 0) return ask(wish);
    plan.run(wish);
    // Planned lines leave the pane: the keys go on with the line that took their place.
    store.change({ type: "clear" });
  };
  const drop = async ({ deliveryIds, stop }: Load, { courierId, beforeTaskId }: Drop): Promise<void> => {
    if (stop && beforeTaskId === stop.taskId) return;
    const placed = beforeTaskId === undefined ? await bestPlace(deliveryIds, courierId) : undefined;
    const there = { courierId, beforeTaskId: beforeTaskId ?? null };
    const isAlone = stop?.courierId === courierId && deliveryIds.length === 1 && !placed;
    if (isAlone) plan.run({ type: "move", taskId: stop.taskId, ...there });
    else give({ type: "assign", deliveryIds, ...there, ...placed });
  };
  const choose = (deliveryIds: readonly string[], courierId: string, where: AssignPlace = {}): void =>
    give({ type: "assign", deliveryIds, courierId, beforeTaskId: null, ...where });
  return { give, drop, choose };
}
