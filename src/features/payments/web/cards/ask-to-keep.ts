import { call } from "#web/api/call.ts";
import type { PaymentSession } from "../../contract/api.ts";
import { AWAY_WORDS, KEEP_WORDS, savedCardsApi } from "../../contract/saved-cards.ts";
import type { KeepWish } from "../bank.ts";

/** Tells our server what the payer wants of the card. @returns whether it is so now */
export async function askToKeep(
  { payment }: PaymentSession,
  wish: KeepWish,
  { headers, signal }: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<boolean> {
  const keep = wish !== false;
  const asked = {
    id: payment.orderId,
    paymentId: payment.id,
    keep,
    words: KEEP_WORDS,
    ...(wish === "away" && { awayWords: AWAY_WORDS }),
  };
  try {
    return (await call(savedCardsApi.keepCard, asked, { headers, signal })).keep === keep;
  } catch {
    return false;
  }
}
