import { exponentOf } from "#kernel/currency.ts";
import type { Instant } from "#kernel/instant.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { intlTag, type Locale } from "#kernel/locale.ts";
import { wholeTimes } from "#kernel/window-text.ts";

interface Formats {
  readonly money: (minor: number, currency: string) => string;
  readonly percent: (basisPoints: number) => string;
  readonly day: (day: LocalDate) => string;
  /** A day and a time in that zone. */
  readonly moment: (at: Instant, zone: string) => string;
}

/** Arabic keeps Latin digits, as the screens do. Engines disagree with ISO 4217 about digits, so they are said. */
export function formatsIn(locale: Locale): Formats {
  const tag = intlTag(locale);
  return {
    money(minor, currency) {
      const digits = exponentOf(currency);
      return new Intl.NumberFormat(tag, {
        style: "currency",
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(minor / 10 ** digits);
    },
    percent: (basisPoints) =>
      new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 }).format(basisPoints / 10_000),
    day: (day) =>
      new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(day)),
    moment: (at, timeZone) =>
      wholeTimes(
        new Intl.DateTimeFormat(tag, { dateStyle: "long", timeStyle: "short", timeZone }).format(at),
      ),
  };
}
