import { loadWords } from "#web/i18n/words.ts";
import "./pages.ts";

export { usePositions } from "./positions.ts";

/** Stands at the foot of the board. */
export async function loadChooseLines() {
  const [{ ChooseLines }] = await Promise.all([import("./choose-lines.tsx"), loadWords("board-map")]);
  return ChooseLines;
}

/** Stands beside the board's lists. */
export async function loadBoardMap() {
  const [{ BoardMap }] = await Promise.all([import("./board-map.tsx"), loadWords("board-map")]);
  return BoardMap;
}
