import { LOCALES } from "#kernel/locale.ts";
import { keepToOffered, offer, startWords } from "../i18n/words.ts";
import { configAtHand, loadConfig } from "../session/config.ts";

/** Fetches the configuration and the first words, in a language on offer as far as an earlier page has learned. */
export async function firstWords(...rooms: readonly string[]): Promise<void> {
  const asked = loadConfig();
  asked.catch(() => undefined);
  offer(configAtHand()?.locales ?? LOCALES);
  await startWords("hall", ...rooms);
  void asked.then(({ locales }) => keepToOffered(locales)).catch(() => undefined);
}
