import { paymentsApi } from "#features/payments/contract/api.ts";
import { savedCardsApi } from "#features/payments/contract/saved-cards.ts";
import { good, order } from "./booking.ts";
import { bankOf, confirmAt } from "./paying.ts";
import type { Held } from "./paying.ts";
import type { Caller, World } from "./world.ts";

/** The card's bank asks its holder each time. */
export const ASKING_CARD = "4000002760003184";

/** A booking that is held on a card which is kept; by `away` its payer lets it be charged while they are away. */
export async function heldAndKept(
  world: World,
  payer: Caller,
  { number = "4242424242424242", away = true } = {},
): Promise<Held> {
  const placed = await order(world, payer);
  const { payment, clientSecret } = good(await payer.call(paymentsApi.openPayment, { id: placed.id }));
  const wish = { id: placed.id, paymentId: payment.id, keep: true, words: 1 };
  good(await payer.call(savedCardsApi.keepCard, { ...wish, ...(away && { awayWords: 1 }) }));
  await confirmAt(world, clientSecret, number);
  if (number === ASKING_CARD)
    await bankOf(world).answer(clientSecret.split("_secret_")[0] ?? "", clientSecret, "approve");
  const { state } = good(await payer.call(paymentsApi.checkPayment, { id: placed.id }));
  if (state !== "authorized") throw new Error(`the payment is ${state}`);
  return {
    orderId: placed.id,
    orderNumber: placed.number,
    paymentId: payment.id,
    minor: placed.total.minor,
    taxMinor: placed.price.taxes.reduce((all, tax) => all + tax.amount.minor, 0),
  };
}
