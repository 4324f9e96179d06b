import { type Translate, useWords } from "#web/i18n/words.ts";
import { untouchedLater, untouchedTitle } from "../domain/default-titles.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    quotes: typeof words;
  }
}

interface Titled {
  readonly id: string;
  readonly title: string;
}

/** A rule's title in the reader's language while it is the one it came with, else as the operator wrote it. */
export function titleOf({ id, title }: Titled, t: Translate<"quotes">): string {
  const later = untouchedLater(id, title);
  if (later !== undefined) return t(`rule.${later}`);
  const known = untouchedTitle(id, title);
  if (known === undefined) return title;
  // Its price line has the name of the service that was chosen.
  return known === "express" ? t("level.asap_60") : t(`rule.${known}`);
}

/** As `titleOf`, for later rooms. */
export function useTitles(): (rule: Titled) => string {
  const t = useWords("quotes");
  return (rule) => titleOf(rule, t);
}
