import { loadWords } from "#web/i18n/words.ts";

/** The dialog of handing over to another courier, for the delivery's page. */
export async function loadHandOverDialog() {
  const [dialog] = await Promise.all([
    import("./hand-over-dialog.tsx").then((module) => module.HandOverDialog),
    // Their refusals are said here.
    loadWords("custody", "dispatch"),
  ]);
  return dialog;
}

/** The question of the board before parcels go from hand to hand. */
export const loadBoardHandOver = () => import("./board-hand-over.tsx").then((module) => module.BoardHandOver);
