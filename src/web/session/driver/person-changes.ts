import { useSyncExternalStore } from "react";
import { onPersonChange } from "./person-change.ts";

let changes = 0;
onPersonChange(() => {
  changes += 1;
});

/** How often another person took over this page: a key that drops everything of the one before. */
export const usePersonChanges = (): number => useSyncExternalStore(onPersonChange, () => changes);
