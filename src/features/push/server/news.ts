import type { Instant } from "#kernel/instant.ts";
import { type Locale, intlTag } from "#kernel/locale.ts";
import { clockOf, wholeTimes } from "#kernel/window-text.ts";
import { fill, wordsIn } from "#server/words.ts";
import type { DayChange } from "../domain/day-change.ts";
import { FRESH_MS } from "../domain/limits.ts";
import type { Reminder } from "./remind.ts";
import type { Push } from "./send.ts";
import { PUSH_WORDS } from "./words.ts";

type Begin = Omit<Reminder, "personId">;

/** News for a courier. It names nobody. */
export type News =
  | (DayChange & { readonly kind: "day" })
  | { readonly kind: "message" }
  | (Begin & { readonly kind: "shift" });

const KINDS = ["added", "taken", "changed"] as const;

/** The push of news that came up at `at`. */
export const pushOf = (id: string, news: News, at: Instant): Push => ({
  id,
  about: news.kind,
  path: news.kind === "shift" ? "/c/shifts" : "/c",
  urgency: "high",
  until: news.kind === "shift" ? news.start : at + FRESH_MS,
  textIn: (locale) => ({ ...textOf(news, locale), locale }),
});

function textOf(news: News, locale: Locale): { title: string; body: string } {
  const words = wordsIn(PUSH_WORDS, locale);
  if (news.kind === "message") return { title: words.messageTitle, body: words.messageBody };
  if (news.kind === "shift")
    return { title: words.shiftTitle, body: fill(words.shiftBody, { time: timeIn(locale, news) }) };
  const parts = KINDS.filter((kind) => news[kind] > 0);
  const body = parts.map((kind) => fill(words[kind], { count: String(news[kind]) })).join(" ");
  return { title: words.dayTitle, body };
}

function timeIn(locale: Locale, { start, zone }: Begin): string {
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(intlTag(locale), options);
  return wholeTimes(dates({ ...clockOf(dates), timeZone: zone }).format(start));
}
