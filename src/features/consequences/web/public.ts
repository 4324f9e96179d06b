import { loadWords } from "#web/i18n/words.ts";

/** Consequences of an act, for the dialogs of earlier rooms. */
export async function loadFollowing() {
  const [following] = await Promise.all([
    import("./following.tsx").then((module) => module.Following),
    loadWords("delivery-pages", "notices", "deliveries"),
  ]);
  return following;
}
