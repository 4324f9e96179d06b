import { loadWords } from "#web/i18n/words.ts";
import "./words.ts";

/** Buttons that print labels, with their words. */
export async function loadPrintLabels() {
  const [buttons] = await Promise.all([import("./print-labels.tsx"), loadWords("labels")]);
  return buttons;
}
