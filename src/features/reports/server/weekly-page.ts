import { type Locale, intlTag } from "#kernel/locale.ts";
import { fill, type ServerWords, wordsIn } from "#server/words.ts";
import { mailPage } from "#server/mail/mail-page.ts";
import { FIGURE, type FigureName } from "../domain/figures.ts";
import type { Days } from "../domain/period.ts";
import type { Group } from "../domain/sums.ts";
import ar from "./words/ar.json" with { type: "json" };
import de from "./words/de.json" with { type: "json" };
import en from "./words/en.json" with { type: "json" };
import es from "./words/es.json" with { type: "json" };
import fr from "./words/fr.json" with { type: "json" };

export const WEEKLY_WORDS: ServerWords<typeof en> = { ar, de, en, es, fr };

/** Figures of the mail, in their order. */
const TOLD = [
  "on-time",
  "delivered",
  "missed",
  "first-try",
  "failed",
  "duty-per-stop",
  "way-per-stop",
] as const satisfies readonly FigureName[];

interface Told {
  readonly name: string;
  readonly carrier: string;
  readonly days: Days;
  readonly group: Pick<Group, "now" | "before">;
  readonly publicUrl: string;
}

/** Writes the weekly mail: each figure with that of the week before, and the way to the page that switches it off. */
export function weeklyPage(
  { name, carrier, days, group, publicUrl }: Told,
  locale: Locale,
): { subject: string; text: string; html: string } {
  const words = wordsIn(WEEKLY_WORDS, locale);
  const week = weekText(days, locale);
  const lines = TOLD.map((figure) => {
    const text = valueText(locale, words.unit);
    const [now, before] = [group.now, group.before].map((sums) => text(figure, FIGURE[figure].of(sums)));
    return fill(words.line.figure, { name: words.figure[figure], now: now ?? "", before: before ?? "" });
  });
  const link = `${publicUrl}/d/reports?period=own&from=${days.from}&to=${days.to}`;
  const paragraphs = [
    fill(words.mail.hello, { name }),
    fill(words.mail.week, { carrier, week }),
    lines.join("\n"),
    words.mail.off,
  ];
  const text = [...paragraphs.slice(0, -1), link, ...paragraphs.slice(-1)].join("\n\n");
  return {
    subject: fill(words.mail.subject, { carrier, week }),
    text: `${text}\n`,
    html: mailPage(paragraphs, locale, { address: link, text: words.mail.open }),
  };
}

/** Local days as calendars of the language say them. */
function weekText({ from, to }: Days, locale: Locale): string {
  const format = new Intl.DateTimeFormat(intlTag(locale), { dateStyle: "medium", timeZone: "UTC" });
  return format.formatRange(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`));
}

const valueText =
  (locale: Locale, none: Readonly<Record<"none", string>>) =>
  (figure: FigureName, value: number | null): string => {
    if (value === null) return none.none;
    const { unit } = FIGURE[figure];
    const number = (n: number, options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(intlTag(locale), { maximumFractionDigits: 1, ...options }).format(n);
    if (unit === "share") return number(value, { style: "percent" });
    if (unit === "seconds") return number(value / 60, { style: "unit", unit: "minute" });
    if (unit === "metres") return number(value / 1000, { style: "unit", unit: "kilometer" });
    return number(value, {});
  };
