import type { ListPage, Made, PastNews } from "../gateway.ts";
import { pastNewsOf } from "../stripe/news.ts";
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
