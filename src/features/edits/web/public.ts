import { loadWords } from "#web/i18n/words.ts";

/** What another time costs, for the form of people and time. */
export async function loadWindowPrice() {
  const [{ WindowPrice }] = await Promise.all([import("./window-price.tsx"), loadWords("edits")]);
  return WindowPrice;
}
