import { type Money, zero } from "#kernel/money.ts";
import { collectable } from "./card-amount.ts";
import type { Price } from "./price.ts";

/**
 * The price with the costs of later work that are charged: less than a card can pay is free where a card pays it. Where
 * no cards are taken they are billed.
 */
export function withLater(price: Price, takesCards: boolean): Price {
  const { later } = price;
  if (!later || !takesCards) return price;
  const charged = (cost: Money): Money => collectable(cost) ?? zero(cost.currency);
  return { ...price, later: { extraAttempt: charged(later.extraAttempt), return: charged(later.return) } };
}

/** As `withLater`, for a price that takes the place of another: a sender who was named no such cost before owes none. */
export function withLaterAsBefore(price: Price, before: Pick<Price, "later">, takesCards: boolean): Price {
  if (before.later) return withLater(price, takesCards);
  const { later: _, ...rest } = price;
  return rest;
}
