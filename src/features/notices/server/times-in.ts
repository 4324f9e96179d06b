import type { Instant } from "#kernel/instant.ts";
import { type Locale, intlTag } from "#kernel/locale.ts";
import { wholeTimes, windowText } from "#kernel/window-text.ts";
import type { Window } from "#kernel/window.ts";
import { wordsIn } from "#server/words.ts";
import { NOTICE_WORDS } from "./words.ts";

const DAY = { weekday: "short", day: "numeric", month: "short" } as const;

export interface Clock {
  readonly locale: Locale;
  readonly zone: string;
}

const datesIn =
  ({ locale }: Clock) =>
  (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(intlTag(locale), options);

export const windowIn = (clock: Clock, window: Window): string =>
  windowText(datesIn(clock), window, clock.zone, DAY);

/** Openings, one after the other; where none are known, that the link tells them. */
export const openingsIn = (clock: Clock, openings: readonly Window[]): string =>
  openings.length === 0
    ? wordsIn(NOTICE_WORDS, clock.locale).noOpenings
    : openings.map((one) => windowIn(clock, one)).join("; ");

export const timeIn = (clock: Clock, at: Instant): string =>
  wholeTimes(datesIn(clock)({ ...DAY, hour: "2-digit", minute: "2-digit", timeZone: clock.zone }).format(at));
