import type { Weights } from "./plan-request.ts";

/** Wishes of a dispatcher for a plan, in plain words: from 0 (no matter) over 1 (as usual) to 3 (most of all). */
export interface PlanWishes {
  /** Few kilometres and minutes on the road. */
  readonly kilometres: Wish;
  /** Stops begin in time, with room for what goes wrong. */
  readonly punctuality: Wish;
  /** Hours are spread over the couriers by their shifts. */
  readonly fairness: Wish;
  /** Published work stays. */
  readonly fewChanges: Wish;
}

export type Wish = 0 | 1 | 2 | 3;

/** Prices in seconds of driving by the strength of a wish. */
const TRAVEL = [0.5, 1, 2, 4] as const;
const LATE = [0.25, 1, 3, 9] as const;
const MARGIN = [0, 0.1, 0.5, 2] as const;
/** Margin before the end of a stop's last window: 0.1 of two hours, on which the odds of a leg and a service turn. */
const MARGIN_SECONDS = 720;
const FAIRNESS = [0, 0.1, 1, 4] as const;
const CHANGE = [0, 60, 300, 1200] as const;
/** A stop after another one, and a second earlier or later, against another courier. */
const CHANGE_ORDER = 0.2;
const CHANGE_ETA = 1 / 6000;

export const USUAL: PlanWishes = { kilometres: 1, punctuality: 1, fairness: 0, fewChanges: 1 };

/** @param left price of an order that is left out: more than all driving of a day */
export function weightsOf(
  { kilometres, punctuality, fairness, fewChanges }: PlanWishes,
  left: number,
): Weights {
  const change = CHANGE[fewChanges];
  const margin = { seconds: MARGIN_SECONDS, price: MARGIN[punctuality] };
  return {
    left,
    travel: TRAVEL[kilometres],
    late: LATE[punctuality],
    ...(margin.price > 0 && { margin }),
    fairness: FAIRNESS[fairness],
    changeCourier: change,
    changeOrder: change * CHANGE_ORDER,
    changeEta: change * CHANGE_ETA,
  };
}
