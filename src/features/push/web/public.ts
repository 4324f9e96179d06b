import type { ComponentType } from "react";
import { loadWords } from "#web/i18n/words.ts";
import "./words.ts";

/** The switch for notifications with its words, fetched where it is shown. */
export async function loadPushCard(): Promise<ComponentType> {
  const [{ PushCard }] = await Promise.all([import("./push-card.tsx"), loadWords("push")]);
  return PushCard;
}
