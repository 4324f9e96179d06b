import { call } from "#web/api/call.ts";
import type { PaymentSession } from "../../contract/api.ts";
import { receiptsApi } from "../../contract/receipts.ts";
import { savedCardsApi } from "../../contract/saved-cards.ts";

/** The one that was paid just now is among the newest. */
const NEWEST = 10;

/**
 * Whether the provider keeps the card that was just paid with. Without an answer nobody is told that it does not.
 */
export async function wasKept({ payment }: PaymentSession, signal: AbortSignal): Promise<boolean> {
  try {
    const [paid, kept] = await Promise.all([
      call(receiptsApi.listMyPayments, { limit: NEWEST }, { signal }),
      call(savedCardsApi.listMyCards, {}, { signal }),
    ]);
    const card = paid.items.find(({ id }) => id === payment.id)?.card ?? null;
    return (
      card === null || kept.items.some(({ brand, last4 }) => brand === card.brand && last4 === card.last4)
    );
  } catch {
    return true;
  }
}
