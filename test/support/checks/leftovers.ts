import type { SourceFile } from "./walls.ts";

/** A comment that asks instead of stating. */
export const ASKS = /^\s*(\/\*\*|\/\/|\*) (What|Where|Who|Whose|Nobody)\b/m;

/** A statement that is passed the organisation; `app_org()` is the one of the transaction. */
export const PASSES_ORG = /\borg_id = \$\{/;

/** Statements that are still passed the organisation, by room; the counts only shrink. */
export const PASSED_ORGS: Readonly<Record<string, number>> = {
  "src/features/accounts": 27,
  "src/features/courier": 12,
  "src/features/deliveries": 18,
  "src/features/dispatch": 17,
  "src/features/places": 9,
  "src/features/quotes": 8,
  "src/features/tracking": 2,
  "src/main": 8,
  "src/server": 10,
};

export const folderOf = (file: string): string => file.slice(0, file.lastIndexOf("/"));

/** Names the room of a source file by its folder, or the part of `src` that is none. */
export const roomFolderOf = (file: string): string =>
  file.split("/", /^src\/(features|engines)\//.test(file) ? 3 : 2).join("/");

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
