import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { savedCardsApi } from "../../contract/saved-cards.ts";
import type { SavedCard } from "../gateway.ts";
import { stopAway } from "../away/away-consent.ts";
import { namedConsents } from "../away/name-cards.ts";
import type { Desk } from "../run-operation.ts";
import { clear } from "./answer-of.ts";
import { cardOpOf, detachKey, isOpen, lockCardOp, planCardOp, renewCardKey } from "./card-op.ts";
import { holderOf } from "./holder-row.ts";
import type { Holder } from "./holder-row.ts";
import { forget, isForgotten } from "./keep-card.ts";
import { runCardOp } from "./run-card-op.ts";

type Listed = ReplyOf<typeof savedCardsApi.listMyCards>;

/**
 * The caller's cards, as the provider lists them now; also where no new ones are kept any more.
 *
 * @throws Refusal `payments.provider-silent`, `payments.misconfigured`
 */
export async function listMyCards(desk: Desk, context: Context): Promise<Listed> {
  const holder = await myHolder(desk, context);
  return holder ? shownCards(desk, context, holder, await cardsOf(desk, context, holder)) : { items: [] };
}

/** Each card with what its holder lets us do with it. */
async function shownCards(
  desk: Desk,
  { actor }: Context,
  { personId }: Holder,
  cards: readonly SavedCard[],
): Promise<Listed> {
  const given = cards.length > 0 ? await namedConsents(desk, actor.orgId, personId) : [];
  const sinceOf = ({ ref }: SavedCard) => given.find(({ cardRef }) => cardRef === ref)?.givenAt;
  return {
    items: cards.map((card) => {
      const since = sinceOf(card);
      return { ...card, awaySince: since === undefined ? null : toIso(since) };
    }),
  };
}

/**
 * Takes back that one of the caller's cards is charged while they are away. The card stays.
 *
 * @throws Refusal `payments.no-card` also for somebody else's, `payments.provider-silent`, `payments.misconfigured`
 */
export async function stopAwayCharges(
  desk: Desk,
  { ref }: ParsedOf<typeof savedCardsApi.stopAwayCharges>,
  context: Context,
): Promise<Listed> {
  const holder = await myHolder(desk, context);
  if (!holder) throw new Refusal("payments.no-card");
  const { orgId } = context.actor;
  await namedConsents(desk, orgId, holder.personId);
  // Written before the provider is asked for anything more: its silence keeps nobody from taking it back.
  await desk.db.as({ orgId }, (tx) => stopAway(tx, desk.clock, { personId: holder.personId, cardRef: ref }));
  const cards = await cardsOf(desk, context, holder);
  if (!cards.some((card) => card.ref === ref)) throw new Refusal("payments.no-card");
  return shownCards(desk, context, holder, cards);
}

/**
 * Has the provider forget one of the caller's cards.
 *
 * @throws Refusal `payments.no-card` also for somebody else's, `payments.provider-silent`, `payments.misconfigured`
 */
export async function removeCard(
  desk: Desk,
  { ref }: ParsedOf<typeof savedCardsApi.removeCard>,
  context: Context,
): Promise<Listed> {
  const holder = await myHolder(desk, context);
  if (!holder) throw new Refusal("payments.no-card");
  const { orgId } = context.actor;
  const logicalKey = detachKey(holder, ref);
  const before = await desk.db.as({ orgId }, (tx) => cardOpOf(tx, logicalKey));
  const cards = await cardsOf(desk, context, holder);
  if (!cards.some((card) => card.ref === ref)) {
    if (!before) throw new Refusal("payments.no-card");
    return shownCards(desk, context, holder, cards);
  }
  await namedConsents(desk, orgId, holder.personId);
  const op = await desk.db.as({ orgId }, async (tx) => {
    await stopAway(tx, desk.clock, { personId: holder.personId, cardRef: ref });
    const planned = await planCardOp(tx, context.now, {
      id: newId(context.now),
      kind: "detach",
      cardRef: ref,
      holder,
      logicalKey,
      instance: desk.instance,
    });
    const standing = await lockCardOp(tx, planned.id);
    // It was said to be gone, and is listed all the same.
    if (standing && !isOpen(standing)) await renewCardKey(tx, standing, desk.instance, context.now);
    return planned;
  });
  await runCardOp(desk, orgId, op.id);
  const left = await cardsOf(desk, context, holder);
  if (left.some((card) => card.ref === ref)) throw new Refusal("payments.provider-silent");
  return shownCards(desk, context, holder, left);
}

async function myHolder(desk: Desk, { actor }: Context): Promise<Holder | undefined> {
  const { orgId, userId } = actor;
  if (!desk.provider.savedCards || userId === undefined) return undefined;
  const whose = { personId: userId, provider: desk.provider.id };
  return desk.db.as({ orgId }, (tx) => holderOf(tx, whose));
}

/** A person whom the provider does not know has none. */
async function cardsOf(desk: Desk, { actor }: Context, holder: Holder): Promise<readonly SavedCard[]> {
  const { savedCards } = desk.provider;
  if (!savedCards || holder.ref === null) return [];
  const found = await savedCards.list(holder.ref);
  if (!isForgotten(found)) return clear(found);
  await forget(desk, actor.orgId, holder.personId, holder.ref);
  return [];
}
