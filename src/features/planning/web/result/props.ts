import type { Board } from "#features/dispatch/contract/board.ts";
import type { Plan, PlanOutcome } from "../../contract/plans.ts";

export interface PlanResultProps {
  board: Board;
  plan: Plan & { readonly outcome: PlanOutcome };
  /** Another plan to compare it with. */
  other: Plan | undefined;
  /** The plan was made just now on this page: reading goes on here. */
  isFresh: boolean;
  isOnline: boolean;
  onAnew: () => void;
}
