import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import { orderFor } from "#features/deliveries/server/public.ts";
import type { savedCardsApi } from "../../contract/saved-cards.ts";
import { NOT_THERE } from "../gateway.ts";
import type { Keeping, OpenIntent, Outcome, SavedCards } from "../gateway.ts";
import { readPayment } from "../payment-row.ts";
import type { Desk } from "../run-operation.ts";
import { clear } from "./answer-of.ts";
import { enrolKey, planCardOp } from "./card-op.ts";
import { addHolder, forgetHolder, holderOf, keepConsent, keepingOf, takeConsentBack } from "./holder-row.ts";
import { namedHolder, runCardOp } from "./run-card-op.ts";

type Asked = ParsedOf<typeof savedCardsApi.keepCard>;

/** The intent of a payment that waits for a card, and the payer, who asks. */
interface Waiting {
  readonly ref: string;
  readonly personId: string;
}

/**
 * Has the card that a payment is about to be paid with kept for its payer, or not any more.
 *
 * The provider hears of a person here for the first time, and not before they agreed.
 *
 * @throws Refusal `deliveries.not-found`, `payments.order-closed`, `payments.not-kept`, `payments.provider-silent`,
 *   `payments.misconfigured`
 */
export async function keepCard(
  desk: Desk,
  asked: Asked,
  context: Context,
): Promise<ReplyOf<typeof savedCardsApi.keepCard>> {
  const { savedCards } = desk.provider;
  const isAway = asked.awayWords !== undefined;
  if (!savedCards || (asked.keep && desk.savesCards !== true) || (isAway && desk.chargesAway !== true))
    throw new Refusal("payments.not-kept");
  const keeping = asked.keep && isAway ? "away" : asked.keep;
  const told = await tell(desk, savedCards, asked, keeping, context);
  // Another tab may have said otherwise while the provider was told this: what stands written is told last.
  const standing = await desk.db.as(context.actor, (tx) => keepingOf(tx, asked.paymentId));
  if (standing === keeping || !told.keep) return told;
  const waiting = await desk.db.as(context.actor, (tx) =>
    waitingFor(desk, tx, context, asked.id, asked.paymentId),
  );
  const bound = await bindTo(desk, savedCards, context.actor.orgId, waiting, standing);
  return bound === "forgotten" ? { keep: false } : bound;
}

/** Writes the decision down and tells it to the provider, again where that has forgotten its holder. */
async function tell(
  desk: Desk,
  savedCards: SavedCards,
  asked: Asked,
  keeping: Keeping,
  context: Context,
): Promise<{ keep: boolean }> {
  const { orgId } = context.actor;
  const { waiting, opId } = await desk.db.as(context.actor, (tx) => agree(desk, tx, context, asked));
  if (opId !== undefined) await runCardOp(desk, orgId, opId);
  const bound = await bindTo(desk, savedCards, orgId, waiting, keeping);
  if (bound !== "forgotten") return bound;
  const again = await desk.db.as(context.actor, (tx) => agree(desk, tx, context, asked));
  if (again.opId !== undefined) await runCardOp(desk, orgId, again.opId);
  const second = await bindTo(desk, savedCards, orgId, again.waiting, keeping);
  if (second === "forgotten") throw new Refusal("payments.provider-silent");
  return second;
}

/** Writes down what the payer decided, and whatever call that needs. */
async function agree(
  desk: Desk,
  tx: Tx,
  context: Context,
  { id, paymentId, keep, words, awayWords }: Asked,
): Promise<{ readonly waiting: Waiting; readonly opId: string | undefined }> {
  const waiting = await waitingFor(desk, tx, context, id, paymentId);
  const { personId } = waiting;
  const whose = { personId, provider: desk.provider.id };
  if (!keep) {
    await takeConsentBack(tx, paymentId, context.now);
    return { waiting, opId: undefined };
  }
  await addHolder(tx, whose, context.now);
  await keepConsent(tx, { paymentId, personId, words, awayWords }, context.now);
  const holder = await holderOf(tx, whose);
  if (!holder || holder.ref !== null) return { waiting, opId: undefined };
  const op = await planCardOp(tx, context.now, {
    id: newId(context.now),
    kind: "enrol",
    cardRef: null,
    holder,
    logicalKey: enrolKey(holder),
    instance: desk.instance,
  });
  return { waiting, opId: op.id };
}

/** Nobody but the payer, and only while a card is waited for. */
async function waitingFor(
  desk: Desk,
  tx: Tx,
  context: Context,
  orderId: string,
  paymentId: string,
): Promise<Waiting> {
  const order = await orderFor(context, orderId, tx);
  const { userId } = context.actor;
  const payment = await readPayment(tx, paymentId);
  if (userId === undefined || order.payerId !== userId || payment?.orderId !== order.id)
    throw new Refusal("deliveries.not-found");
  const isWaiting = ["created", "action_required", "failed"].includes(payment.state);
  if (!isWaiting || payment.ref === null || payment.provider !== desk.provider.id)
    throw new Refusal("payments.order-closed");
  return { ref: payment.ref, personId: userId };
}

async function bindTo(
  desk: Desk,
  cards: SavedCards,
  orgId: string,
  { ref, personId }: Waiting,
  keeping: Keeping,
): Promise<{ keep: boolean } | "forgotten"> {
  const keep = keeping !== false;
  const holder = await namedHolder(desk, orgId, personId);
  if (holder === undefined) {
    if (keep) throw new Refusal("payments.provider-silent");
    return { keep };
  }
  const bound = await bindIntent(desk, cards, { ref, holder, keep: keeping });
  if (isForgotten(bound)) {
    await forget(desk, orgId, personId, holder);
    return keep ? "forgotten" : { keep };
  }
  if (bound.kind === "rejected") throw new Refusal("payments.order-closed");
  clear(bound);
  return { keep };
}

/** Says whose an intent is. The same again is the same: each time has a key of its own. */
export const bindIntent = (
  desk: Desk,
  cards: SavedCards,
  order: { readonly ref: string; readonly holder: string; readonly keep: Keeping },
): Promise<Outcome<OpenIntent>> =>
  cards.bind({ ...order, key: `${desk.instance}:bind:${newId(desk.clock())}` });

export const isForgotten = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === "rejected" && outcome.code === NOT_THERE;

/** The provider knows nobody by this name any more. */
export const forget = (desk: Desk, orgId: string, personId: string, ref: string): Promise<void> =>
  desk.db.as({ orgId }, async (tx) => {
    const holder = await holderOf(tx, { personId, provider: desk.provider.id });
    if (holder?.ref === ref) await forgetHolder(tx, holder);
  });
