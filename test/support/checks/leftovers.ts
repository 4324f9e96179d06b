import type { SourceFile } from "./walls.ts";

/** A comment that asks instead of stating. */
export const ASKS = /^\s*(\/\*\*|\/\/|\*) (What|Where|Who|Whose|Nobody)\b/m;

/** A statement that is passed the organisation; `app_org()` is the one of the transaction. */
export const PASSES_ORG = /\borg_id = \$\{/;

export const folderOf = (file: string): string => file.slice(0, file.lastIndexOf("/"));

/** Counts a pattern in files, by the name of each. */
export function tally(
  files: readonly SourceFile[],
  pattern: RegExp,
  nameOf: (file: string) => string,
): Readonly<Record<string, number>> {
  const found = new Map<string, number>();
  for (const { path, text } of files) {
    const count = [...text.matchAll(new RegExp(pattern, "gm"))].length;
    if (count > 0) found.set(nameOf(path), (found.get(nameOf(path)) ?? 0) + count);
  }
  return Object.fromEntries(found);
}
