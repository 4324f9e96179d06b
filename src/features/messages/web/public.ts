import { loadWords } from "#web/i18n/words.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";

/** Messages of the day that the courier has not acknowledged, with the words that they need. */
export async function loadOpenMessages() {
  const [{ OpenMessages }] = await Promise.all([import("./open-messages.tsx"), loadWords("messages")]);
  return OpenMessages;
}

/** Hears `M` on the board. */
export async function loadMessageKey() {
  const [{ MessageKey }] = await Promise.all([import("./board/message-act.tsx"), loadWords("messages")]);
  return MessageKey;
}

/** Stands at the foot of the board while nothing is chosen. */
export async function loadMessageButton() {
  const [{ MessageButton }] = await Promise.all([import("./board/message-act.tsx"), loadWords("messages")]);
  return MessageButton;
}

/** Writes to the couriers of what is chosen on the board. */
export async function loadMessageAct() {
  const [{ MessageAct }] = await Promise.all([import("./board/message-act.tsx"), loadWords("messages")]);
  return MessageAct;
}

export const DeliveryMessages = lazyPart(
  () => import("./messages-panel.tsx").then((module) => module.MessagesPanel),
  ["messages"],
);
