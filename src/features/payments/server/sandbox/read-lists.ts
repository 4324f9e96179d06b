import type { ListPage, PastNews } from "../gateway.ts";
import { pastNewsOf } from "../stripe/news.ts";
import type { Answer } from "./books.ts";

/** Past events that the sandbox bank lists; undefined where the shape is wrong. */
export function pastNews({ events, hasMore }: Answer["body"]): ListPage<PastNews> | undefined {
  if (!Array.isArray(events)) return undefined;
  const items = events.map(pastNewsOf).filter((news) => news !== undefined);
  if (items.length < events.length) return undefined;
  return { items, next: hasMore === true ? items.at(-1)?.eventId : undefined };
}
