import { orderFor } from "#features/deliveries/server/public.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { PaymentSession } from "../../contract/api.ts";
import type { IntentSnapshot } from "../../domain/snapshot.ts";
import type { Desk } from "../run-operation.ts";
import { bindIntent, forget, isForgotten } from "./keep-card.ts";
import { takeConsentBack } from "./holder-row.ts";
import { namedHolder } from "./run-card-op.ts";

/**
 * What the card form needs to show the payer's kept cards. Nothing of it stops a payment: without an answer of the
 * provider's a card is typed as ever.
 */
export async function cardsAtTill(
  desk: Desk,
  context: Context,
  orderId: string,
  { ref, status, paymentId }: IntentSnapshot,
): Promise<Pick<PaymentSession, "cards">> {
  const { savedCards } = desk.provider;
  const { orgId, userId } = context.actor;
  if (!savedCards || desk.savesCards !== true || userId === undefined) return {};
  const order = await desk.db.as(context.actor, (tx) => orderFor(context, orderId, tx));
  if (order.payerId !== userId) return {};
  const none = { cards: { shown: null } };
  const holder = await namedHolder(desk, orgId, userId);
  // While the bank asks its holder, the intent is the other tab's, with what was agreed there.
  if (holder === undefined || status !== "requires_card") return none;
  const bound = await bindIntent(desk, savedCards, { ref, holder, keep: false });
  if (isForgotten(bound)) await forget(desk, orgId, userId, holder);
  if (bound.kind !== "ok") return none;
  await desk.db.as({ orgId }, (tx) => takeConsentBack(tx, paymentId, desk.clock()));
  const key = `${desk.instance}:cards:${newId(desk.clock())}`;
  const session = await savedCards.session({ key, holder });
  return session.kind === "ok" ? { cards: { shown: session.value } } : none;
}
