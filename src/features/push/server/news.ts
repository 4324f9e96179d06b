import type { Instant } from "#kernel/instant.ts";
import { fill, wordsIn } from "#server/words.ts";
import type { DayChange } from "../domain/day-change.ts";
import { FRESH_MS } from "../domain/limits.ts";
import type { Push } from "./send.ts";
import { PUSH_WORDS } from "./words.ts";

/** News for a courier. It names nobody. */
export type News = (DayChange & { readonly kind: "day" }) | { readonly kind: "message" };

const KINDS = ["added", "taken", "changed"] as const;

/** The push of news that came up at `at`. */
export const pushOf = (id: string, news: News, at: Instant): Push => ({
  id,
  about: news.kind,
  path: "/c",
  urgency: "high",
  until: at + FRESH_MS,
  textIn: (locale) => {
    const words = wordsIn(PUSH_WORDS, locale);
    if (news.kind === "message") return { title: words.messageTitle, body: words.messageBody, locale };
    const parts = KINDS.filter((kind) => news[kind] > 0);
    const body = parts.map((kind) => fill(words[kind], { count: String(news[kind]) })).join(" ");
    return { title: words.dayTitle, body, locale };
  },
});
