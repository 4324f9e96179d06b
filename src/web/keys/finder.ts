import type { ComponentType } from "react";
import type { WordRoom } from "../i18n/words.ts";

export interface FinderProps {
  readonly onClose: () => void;
}

interface Finder {
  /** Room of its words. */
  readonly room: WordRoom;
  readonly load: () => Promise<ComponentType<FinderProps>>;
}

let given: Finder | undefined;

/** Gives the office's pages the dialog that finds anything; called once with the pages of whoever works here. */
export const setFinder = (room: WordRoom, load: Finder["load"]): void => {
  given = { room, load };
};

/** Undefined where there is none. */
export const finder = (): Finder | undefined => given;
