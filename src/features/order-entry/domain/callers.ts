/** The part of an earlier order that tells a caller apart. */
export interface CallOrder<Order = unknown> {
  readonly phone: string;
  /** Place of its collection: one text for one place. */
  readonly place: string;
  /** Recipient and place of its delivery: one text for those that are alike. */
  readonly goal: string;
  readonly order: Order;
}

export interface CallerOrders<Order> {
  /** The newest orders of the number, one a goal, the latest first. */
  readonly last: readonly Order[];
  /** The newest order from the place that most of them were collected at. */
  readonly usual: Order;
  readonly count: number;
}

/**
 * Puts the orders of each phone number together.
 *
 * @param orders newest first
 * @returns one caller a number, the latest first
 */
export function callersIn<Order>(
  orders: readonly CallOrder<Order>[],
  most: { readonly callers: number; readonly last: number },
): CallerOrders<Order>[] {
  const byPhone = new Map<string, CallOrder<Order>[]>();
  for (const one of orders) byPhone.set(one.phone, [...(byPhone.get(one.phone) ?? []), one]);
  return [...byPhone.values()].slice(0, most.callers).flatMap((own) => {
    const usual = mostUsed(own);
    const last = newestOfGoals(own).slice(0, most.last);
    return usual ? [{ last, usual: usual.order, count: own.length }] : [];
  });
}

function newestOfGoals<Order>(own: readonly CallOrder<Order>[]): Order[] {
  const goals = new Map<string, Order>();
  for (const { goal, order } of own) if (!goals.has(goal)) goals.set(goal, order);
  return [...goals.values()];
}

/** The newest of the orders from the place that has the most; of equal places the one used last. */
function mostUsed<Order>(own: readonly CallOrder<Order>[]): CallOrder<Order> | undefined {
  const uses = new Map<string, number>();
  for (const { place } of own) uses.set(place, (uses.get(place) ?? 0) + 1);
  const most = Math.max(...uses.values());
  return own.find(({ place }) => uses.get(place) === most);
}
