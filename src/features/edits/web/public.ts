import { loadWords } from "#web/i18n/words.ts";

/** Loads a part with this room's words. */
async function withWords<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, loadWords("edits")]);
  return loaded;
}

/** Price of another time, for the form of people and time. */
export const loadWindowPrice = () =>
  withWords(import("./window-price.tsx").then((module) => module.WindowPrice));

/** The dialog of the sender's word about disposing, for the delivery's page. */
export const loadDisposalDialog = () =>
  withWords(import("./disposal-dialog.tsx").then((module) => module.DisposalDialog));

/** The dialog of leaving parcels, for the delivery's page. */
export const loadLeaveDialog = () =>
  withWords(import("./leave-dialog.tsx").then((module) => module.LeaveDialog));
