import { wordLocale } from "#kernel/locale.ts";
import { maybeWord, useLocale, useWords } from "#web/i18n/words.ts";
import type { LevelTerms } from "../../contract/levels.ts";
import type { LevelName } from "../../contract/shapes.ts";
import { DEFAULT_LEVELS, nameOfLevel } from "../../domain/service-levels.ts";
import { useLevels } from "./use-levels.ts";

export interface LevelNames {
  /** A level's name in the reader's language. */
  readonly nameOf: (code: string) => string;
  /** Levels that are not retired, in the order in which they are shown; the usual ones until they are read. */
  readonly levels: readonly Pick<LevelTerms, "code" | "isOn">[];
}

/** Names of these levels, in the reader's language. */
export function useNamesOf(levels: readonly LevelName[]): (code: string) => string {
  useWords("quotes");
  const locale = wordLocale(useLocale());
  return (code) =>
    nameOfLevel(
      levels.find((one) => one.code === code),
      locale,
      maybeWord("quotes", `level.${code}`),
    ) ?? code;
}

/** The organisation's levels and their names, for the office. */
export function useLevelNames(): LevelNames {
  const { data } = useLevels();
  const levels = data?.levels ?? DEFAULT_LEVELS;
  return { nameOf: useNamesOf(data?.levels ?? []), levels: levels.filter(({ isRetired }) => !isRetired) };
}
