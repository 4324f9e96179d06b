import { type Locale, intlTag } from "#kernel/locale.ts";
import { fill, wordsIn } from "#server/words.ts";
import type { ChoiceKind } from "../domain/notices.ts";
import { NOTICE_WORDS } from "./words.ts";

/** Names what is open, as one sentence; nothing where nothing is. */
export function choicesIn(locale: Locale, open: readonly ChoiceKind[]): string {
  if (open.length === 0) return "";
  const words = wordsIn(NOTICE_WORDS, locale);
  const list = new Intl.ListFormat(intlTag(locale), { type: "disjunction" });
  return fill(words.choose, { list: list.format(open.map((kind) => words.choices[kind])) });
}
