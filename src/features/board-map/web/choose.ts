import type { SelectionStore } from "#features/dispatch/web/public.ts";
import { word } from "#web/i18n/words.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import { chosenAfter, type Reach } from "../domain/inside.ts";

/** Chooses deliveries by place and says how many are chosen now. */
export function chooseThere(store: SelectionStore, there: readonly string[], reach: Reach): void {
  const ids = chosenAfter(store.get().ids, there, reach);
  store.change({ type: "only", ids });
  showSnack({ text: word("board-map", "chosen", { n: ids.length }), topic: "by-place" });
}
