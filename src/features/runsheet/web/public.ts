import { loadWords } from "#web/i18n/words.ts";
import "./pages.ts";

/** Stands at the foot of the board. */
export async function loadRunSheetButton() {
  const [{ RunSheetButton }] = await Promise.all([import("./run-sheet-act.tsx"), loadWords("runsheet")]);
  return RunSheetButton;
}

/** Hears `I` on the board. */
export async function loadRunSheetKey() {
  const [{ RunSheetKey }] = await Promise.all([import("./run-sheet-act.tsx"), loadWords("runsheet")]);
  return RunSheetKey;
}
