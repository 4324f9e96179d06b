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

/** Carries a wish out, one after the other. @throws any Problem that is of no single delivery */
export async function sendPins({ ids, pinned }: PinWish): Promise<{ done: string[]; refused: Problem[] }> {
  /** The keys of the commands. */
  const done: string[] = [];
  const refused: Problem[] = [];
  for (const id of ids) {
    const key = newId();
    try {
      await call(dispatchApi.pinDelivery, { id, pinned }, { idempotencyKey: key });
      done.push(key);
    } catch (error) {
      if (!isProblem(error) || error.facts["number"] === undefined) throw error;
      refused.push(error);
    }
  }
  return { done, refused };
}
