import { money } from "#kernel/money.ts";
import type { Movement } from "../../domain/movement.ts";
import type { Funds, ListPage, Made, MovementPage, PastNews } from "../gateway.ts";
import { pastNewsOf } from "../stripe/news.ts";
import type { BankBalance, BankFunds } from "./balance.ts";
import type { Answer } from "./books.ts";
import type { BankMade } from "./books-made.ts";

/** What the sandbox bank lists of what happened; nothing where the shape is wrong. */
export function pastNews({ events, hasMore }: Answer["body"]): ListPage<PastNews> | undefined {
  if (!Array.isArray(events)) return undefined;
  const items = events.map(pastNewsOf).filter((news) => news !== undefined);
  if (items.length < events.length) return undefined;
  return { items, next: hasMore === true ? items.at(-1)?.eventId : undefined };
}

/** Safe: the bank is our own code and writes these fields; a wrong shape is refused. */
const isMade = (one: unknown): one is BankMade =>
  typeof one === "object" && one !== null && typeof Reflect.get(one, "intentId") === "string";

export function madeThere({ made, hasMore }: Answer["body"]): ListPage<Made> | undefined {
  if (!Array.isArray(made) || !made.every(isMade)) return undefined;
  return {
    items: made.map(({ id, intentId, paymentId, at }) => ({ ref: id, intentRef: intentId, paymentId, at })),
    next: hasMore === true ? made.at(-1)?.id : undefined,
  };
}

/** Safe as above. */
const isBalance = (one: unknown): one is BankBalance =>
  typeof one === "object" && one !== null && Number.isSafeInteger(Reflect.get(one, "amountMinor"));

export function movedThere({ movements, hasMore }: Answer["body"]): MovementPage | undefined {
  if (!Array.isArray(movements) || !movements.every(isBalance)) return undefined;
  return {
    items: movements.map(movementOf),
    unread: [],
    next: hasMore === true ? movements.at(-1)?.id : undefined,
  };
}

export const oneMoved = (body: Answer["body"]): Movement | undefined => movedThere(body)?.items[0];

/** Safe as above. */
const isFunds = (one: unknown): one is BankFunds =>
  typeof one === "object" && one !== null && Number.isSafeInteger(Reflect.get(one, "pending"));

export const fundsThere = ({ funds }: Answer["body"]): Funds | undefined =>
  Array.isArray(funds) && funds.every(isFunds)
    ? funds.map(({ currency, available, pending }) => money(available + pending, currency))
    : undefined;

const movementOf = (one: BankBalance): Movement => ({
  ref: one.id,
  kind: one.kind,
  intentRef: one.intentId,
  aboutRef: one.about,
  markedFor: one.kind === "charge" ? one.paymentId : null,
  currency: one.currency,
  grossMinor: one.amountMinor,
  feeMinor: one.feeMinor,
  netMinor: one.amountMinor - one.feeMinor,
  asked: one.intentId === null ? null : money(one.amountMinor, one.currency),
  rate: null,
  at: one.at,
  availableOn: one.availableOn,
});
