import { loadWords } from "#web/i18n/words.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";

/** Messages of the day that the courier has not acknowledged, with the words that they need. */
export async function loadOpenMessages() {
  const [{ OpenMessages }] = await Promise.all([import("./open-messages.tsx"), loadWords("messages")]);
  return OpenMessages;
}

export const DeliveryMessages = lazyPart(
  () => import("./messages-panel.tsx").then((module) => module.MessagesPanel),
  ["messages"],
);
