import { slot } from "#web/shell/slot.tsx";
import type { Board, BoardDelivery } from "../contract/board.ts";

export interface ChosenTimesProps {
  readonly chosen: readonly BoardDelivery[];
  readonly board: Board;
}
/** Stands below the one delivery that is chosen. */
export const chosenTimes = slot<ChosenTimesProps>();
