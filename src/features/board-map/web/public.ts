import { loadWords } from "#web/i18n/words.ts";
import "./pages.ts";

/** Stands beside the board's lists. */
export async function loadBoardMap() {
  const [{ BoardMap }] = await Promise.all([import("./board-map.tsx"), loadWords("board-map")]);
  return BoardMap;
}
