import { loadWords } from "#web/i18n/words.ts";

/** Offers undo on the office's pages; its words come with it. */
export const loadUndoWatch = () =>
  Promise.all([import("./watch.tsx"), loadWords("history")]).then(([module]) => module.UndoWatch);

/** The undo for pages that offer it with words of their own. */
export const loadDeskUndo = () =>
  Promise.all([import("./use-undo.ts"), loadWords("history")]).then(([module]) => module);
