import { LOCALES } from "#kernel/locale.ts";
import { keepToOffered, offer, startWords } from "../i18n/words.ts";
import { configAtHand, loadConfig } from "../session/config.ts";

/** A first page is drawn without the configuration rather than later than this. */
const PATIENCE_MS = 3_000;

/**
 * Fetches the configuration and the first words, in a language on offer. Words of an earlier page's offer are shown at
 * once; the first page of all waits for the configuration, which is fetched beside them.
 */
export async function firstWords(...rooms: readonly string[]): Promise<void> {
  const atHand = configAtHand();
  const asked = loadConfig();
  asked.catch(() => undefined);
  offer(atHand?.locales ?? LOCALES);
  await startWords("hall", ...rooms);
  const kept = asked.then(({ locales }) => keepToOffered(locales)).catch(() => undefined);
  if (!atHand) await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
