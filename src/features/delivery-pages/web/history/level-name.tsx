import { useLevelNames } from "#features/quotes/web/public-parts.ts";

/** A service level by its name. */
export function LevelName({ code }: { readonly code: string }) {
  return useLevelNames().nameOf(code);
}
