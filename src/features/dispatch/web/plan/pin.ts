import { isTerminal } from "#features/deliveries/domain/state.ts";
import { call } from "#web/api/call.ts";
import { newId } from "#web/api/new-id.ts";
import { isProblem, type Problem } from "#web/api/problem.ts";
import { dispatchApi } from "../../contract/api.ts";
import type { Board } from "../../contract/board.ts";
import { holdersOf } from "./plan.ts";

/** Deliveries to pin, or whose pins to take off. */
export interface PinWish {
  readonly ids: readonly string[];
  readonly pinned: boolean;
}

/** Wish of a press for some deliveries: pins those that are loose, or takes all pins off; nothing without a courier. */
export function pinWish(board: Board, deliveryIds: readonly string[]): PinWish | undefined {
  const held = board.deliveries.filter(
    ({ id, state }) => deliveryIds.includes(id) && !isTerminal(state) && holdersOf(board, [id]).length === 1,
  );
  const loose = held.filter(({ pinned }) => !pinned);
  const meant = loose.length > 0 ? loose : held;
  return meant.length === 0 ? undefined : { ids: meant.map(({ id }) => id), pinned: loose.length > 0 };
}

/** Pins of these deliveries that fell between two boards. */
export const fallenPins = (before: Board, after: Board, deliveryIds: readonly string[]): string[] => {
  const isPinned = (board: Board, id: string) => board.deliveries.some((one) => one.id === id && one.pinned);
  return deliveryIds.filter((id) => isPinned(before, id) && !isPinned(after, id));
};

/** Carries a wish out, one after the other. @returns the refusals, each of one delivery. @throws any other Problem */
export async function sendPins({ ids, pinned }: PinWish): Promise<Problem[]> {
  const refused: Problem[] = [];
  for (const id of ids) {
    try {
      await call(dispatchApi.pinDelivery, { id, pinned }, { idempotencyKey: newId() });
    } catch (error) {
      if (!isProblem(error) || error.facts["number"] === undefined) throw error;
      refused.push(error);
    }
  }
  return refused;
}
