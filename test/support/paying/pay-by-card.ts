import { paymentsApi } from "#features/payments/contract/api.ts";
import type { PaymentSession } from "#features/payments/contract/api.ts";
import { good } from "../people/booking.ts";
import type { Answer, Caller, World } from "../world.ts";

/** A card that the sandbox bank takes without a question. */
export const GOOD_CARD = { number: "4242424242424242", month: 12, year: 2030, cvc: "123" };

/** Opens the payment and hands the bank a card, as the browser does; nobody has asked the bank afterwards. */
export async function payByCard(
  world: World,
  payer: Caller,
  orderId: string,
  card = GOOD_CARD,
): Promise<Answer<PaymentSession>> {
  const opened = await payer.call(paymentsApi.openPayment, { id: orderId });
  const { clientSecret } = good(opened);
  await world.server.app.inject({
    method: "POST",
    url: `/sandbox-bank/v1/intents/${clientSecret.split("_secret_")[0]}/confirm`,
    headers: { "content-type": "application/json", "x-sandbox-secret": clientSecret },
    payload: JSON.stringify(card),
  });
  return opened;
}
