import { type Money, zero } from "#kernel/money.ts";
import { collectable } from "./card-amount.ts";
import type { Price } from "./price.ts";

/**
 * The price with the costs of later work that are charged: a link with a card asks for them, so there are none where no
 * card is taken, and less than a card can pay is free.
 */
export function withLater({ later, ...price }: Price, takesCards: boolean): Price {
  if (!later || !takesCards) return price;
  const charged = (cost: Money): Money => collectable(cost) ?? zero(cost.currency);
  return { ...price, later: { extraAttempt: charged(later.extraAttempt), return: charged(later.return) } };
}
