import { useEffect } from "react";
import { go } from "#web/shell/navigate.ts";

const FIELD = "input, textarea, select, dialog, [role='dialog'], [role='menu'], [contenteditable]";

/** The page on which a delivery is changed. */
export const editPath = (id: string): string => `/d/deliveries/${id}/edit`;

/** Lets the key E open a page, unless somebody types or a dialog is open. */
export function useEditKey(path: string | undefined): void {
  useEffect(() => {
    if (path === undefined) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isTaken = target instanceof Element && target.closest(FIELD) !== null;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || isTaken || key.toLowerCase() !== "e")
        return;
      event.preventDefault();
      go(path);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [path]);
}
