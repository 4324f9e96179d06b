import type { Translate } from "#web/i18n/words.ts";
import { untouchedTitle } from "../domain/default-titles.ts";

/** A rule's title in the reader's language while it is the one it came with, else as the operator wrote it. */
export function titleOf({ id, title }: { id: string; title: string }, t: Translate<"quotes">): string {
  const known = untouchedTitle(id, title);
  return known === undefined ? title : t(`rule.${known}`);
}
