import type { InputOf } from "#contract/endpoint.ts";
import type { Board } from "#features/dispatch/contract/board.ts";
import { type PlanWishes, USUAL } from "#kernel/plan-wishes.ts";
import type { planningApi } from "../../contract/api.ts";

/** Choices of a dispatcher for the next plan. */
export interface PlanChoice {
  /** Couriers whose route stays as it is. */
  readonly pinned: ReadonlySet<string>;
  readonly withOpen: boolean;
  readonly wishes: PlanWishes;
  readonly seconds: number;
}

export const FIRST_CHOICE: PlanChoice = { pinned: new Set(), withOpen: true, wishes: USUAL, seconds: 10 };
export const SECONDS = [5, 10, 30, 60, 120] as const;

/** The call that begins a plan; nothing where nobody is chosen. */
export function askedOf(
  { date, couriers }: Board,
  { pinned, withOpen, wishes, seconds }: PlanChoice,
  deliveryIds: readonly string[],
): InputOf<typeof planningApi.startPlan> | undefined {
  const common = { date, wishes, seconds };
  if (deliveryIds.length > 0)
    return { ...common, scope: { kind: "deliveries", deliveryIds: [...deliveryIds] } };
  const courierIds = couriers.flatMap(({ id }) => (pinned.has(id) ? [] : id));
  if (courierIds.length === 0) return undefined;
  return pinned.size === 0 && withOpen
    ? { ...common, scope: { kind: "all" } }
    : { ...common, scope: { kind: "couriers", courierIds, withOpen } };
}
