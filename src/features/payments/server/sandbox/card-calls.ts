import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { hashOf } from "#server/db/hash.ts";
import { lockIntent } from "./books.ts";
import type { Answer } from "./books.ts";
import { keptCard } from "./cards.ts";
import type { Card } from "./cards.ts";
import type { Call, Keyed } from "./carry.ts";
import { refuse } from "./faults.ts";
import { bind, confirm, confirmAway } from "./intent.ts";
import type { BankIntent, Order, Step } from "./intent.ts";
import {
  addCustomer,
  cardsOf,
  customerOfSession,
  customersSince,
  detachCard,
  isCustomer,
  openCardSession,
} from "./kept-cards.ts";
import { takeOrder, takeStep } from "./step.ts";

/** What a shop and a browser ask of the bank about cards that it keeps. */
export interface CardCalls {
  enrol(key: string, order: { personId: string }): Promise<Answer>;
  /** Everybody who was enrolled since, newest first. */
  holders(window: { since: Instant; after: string | null; limit: number }): Promise<Answer>;
  bind(key: string, order: { id: string; customerId: string; keeps: boolean }): Promise<Answer>;
  /** A new intent that a kept card pays while its holder is away. */
  charge(key: string, order: AwayOrder): Promise<Answer>;
  cardSession(key: string, order: { customerId: string }): Promise<Answer>;
  cards(customerId: string): Promise<Answer>;
  detach(key: string, order: { id: string }): Promise<Answer>;
  /** What a browser with a session's secret may see. */
  cardsFor(sessionSecret: string): Promise<Answer>;
  /** A kept card is handed over by its name. */
  confirmKept(id: string, secret: string, kept: KeptChoice): Promise<Answer>;
}

export interface KeptChoice {
  readonly card: string;
  readonly session: string;
  readonly keeps?: boolean | undefined;
}

/** Which kept card pays an intent that nobody is there for. */
export interface AwayOrder extends Order {
  readonly customerId: string;
  readonly card: string;
}

type Serve = (
  call: Call,
  keyed: Keyed | undefined,
  work: (tx: Tx, now: Instant) => Promise<Answer>,
) => Promise<Answer>;
type OnIntent = (
  id: string,
  take: (intent: BankIntent, now: Instant) => Step,
  secret?: string,
) => (tx: Tx, now: Instant) => Promise<Answer>;

const done = (body: Answer["body"]): Answer => ({ status: 200, body });
const MISSING = refuse(404, "resource_missing");

export const cardCalls = (serve: Serve, step: OnIntent): CardCalls => ({
  enrol: (key, { personId }) =>
    serve("enrol", { key, hash: hashOf({ personId }) }, async (tx, now) =>
      done({ holder: (await addCustomer(tx, { person_id: personId }, now)).id }),
    ),
  holders: (window) =>
    serve("holders", undefined, async (tx) => done({ holders: await customersSince(tx, window) })),
  bind: (key, { id, customerId, keeps }) =>
    serve("bind", { key, hash: hashOf({ id, customerId, keeps }) }, async (tx, now) =>
      (await isCustomer(tx, customerId))
        ? step(id, (intent) => bind(intent, customerId, keeps))(tx, now)
        : MISSING,
    ),
  charge: (key, { customerId, card, ...order }) =>
    serve("open", { key, hash: hashOf({ customerId, card, ...order }) }, async (tx, now) => {
      const opened = await openAway(tx, { ...order, customerId, card }, now);
      return opened ? step(opened.id, (intent) => confirmAway(intent, opened.card, now))(tx, now) : MISSING;
    }),
  cardSession: (key, { customerId }) =>
    serve("cards_session", { key, hash: hashOf({ customerId }) }, async (tx, now) =>
      (await isCustomer(tx, customerId))
        ? done({ secret: await openCardSession(tx, customerId, now) })
        : MISSING,
    ),
  cards: (customerId) =>
    serve("cards", undefined, async (tx) =>
      (await isCustomer(tx, customerId)) ? done({ cards: await cardsOf(tx, customerId) }) : MISSING,
    ),
  detach: (key, { id }) =>
    serve("detach", { key, hash: hashOf({ id }) }, async (tx, now) => {
      const card = await detachCard(tx, id, now);
      return card ? done({ card: card.id }) : MISSING;
    }),
  cardsFor: (secret) =>
    serve("cards", undefined, async (tx, now) => {
      const customerId = await customerOfSession(tx, secret, now);
      return customerId === undefined ? MISSING : done({ cards: await cardsOf(tx, customerId) });
    }),
  confirmKept: (id, secret, { card, session, keeps }) =>
    serve("confirm", undefined, async (tx, now) => {
      const customerId = await customerOfSession(tx, session, now);
      const all = customerId === undefined ? [] : await cardsOf(tx, customerId);
      const chosen = all.find((one) => one.id === card);
      const intent = await lockIntent(tx, id);
      const isTheirs = customerId !== undefined && intent?.customerId === customerId;
      const used = isTheirs && chosen ? keptCard(chosen) : undefined;
      if (!used) return step(id, (found) => unusable(found), secret)(tx, now);
      return step(id, (found) => confirmAs({ ...found, cardId: card }, keeps, used, now), secret)(tx, now);
    }),
});

/**
 * Opens an intent for a card that is kept for somebody, and gives it to them.
 *
 * @returns the intent's name and the card; nothing where it is not kept for them
 */
export async function openAway(
  tx: Tx,
  { customerId, card, ...order }: AwayOrder,
  now: Instant,
): Promise<{ readonly id: string; readonly card: Card } | undefined> {
  const kept = (await cardsOf(tx, customerId)).find(({ id }) => id === card);
  const used = kept && keptCard(kept);
  if (!used) return undefined;
  const intent = await takeOrder(tx, order, now);
  await takeStep(tx, intent, { intent: { ...intent, customerId, cardId: card }, movements: [] }, now);
  return { id: intent.id, card: used };
}

/** It was let go of meanwhile, or is somebody else's. */
const unusable = (intent: BankIntent): Step =>
  intent.status === "requires_card"
    ? {
        intent: { ...intent, decline: "payment_method_unactivated", declines: intent.declines + 1 },
        movements: [],
        error: "payment_method_unactivated",
      }
    : { intent, movements: [], error: "unexpected_state" };

/** As the form was drawn: one that was drawn to keep a card pays no intent that keeps none, nor the other way about. */
export const confirmAs = (
  intent: BankIntent,
  keeps: boolean | undefined,
  card: Parameters<typeof confirm>[1],
  now: Instant,
): Step =>
  keeps === undefined || keeps === intent.keeps
    ? confirm(intent, card, now)
    : { intent, movements: [], error: "setup_future_usage_mismatch" };
