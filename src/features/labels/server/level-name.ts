import { nameOfLevel, type LevelTerms } from "#features/quotes/domain/service-levels.ts";
import { type Locale, wordLocale } from "#kernel/locale.ts";
import { LABEL_WORDS } from "./label-words.ts";

/** Names of levels on paper, which is read on other days, too: they say neither today nor tomorrow. */
export const levelNameIn = (
  levels: readonly Pick<LevelTerms, "code" | "names">[],
  locale: Locale,
): ((code: string) => string) => {
  const language = wordLocale(locale);
  return (code) =>
    nameOfLevel(
      levels.find((one) => one.code === code),
      language,
      LABEL_WORDS[language].levels[code],
    ) ?? code;
};
