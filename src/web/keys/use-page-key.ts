import { useEffect } from "react";
import { useLatest } from "../ui/use-latest.ts";

const FIELD = "input, textarea, select, [contenteditable]:not([contenteditable='false'])";

/** True where a key is a letter of what somebody types, a shortcut of the browser, or somebody else's already. */
const isTaken = ({
  defaultPrevented,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
  target,
}: KeyboardEvent): boolean =>
  defaultPrevented ||
  ctrlKey ||
  metaKey ||
  altKey ||
  isComposing ||
  (target instanceof Element && target.matches(FIELD)) ||
  document.querySelector("dialog[open]") !== null;

/** The letter that was pressed before the part of the page came that hears it. */
let ahead: string | undefined;
const heard = new Set<string>();

/** Keeps the last press of one of these letters until the part of the page comes that hears it. */
export function useKeysAhead(letters: readonly string[]): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const letter = event.key.toLowerCase();
      ahead = letters.includes(letter) && !heard.has(letter) ? letter : undefined;
    };
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      ahead = undefined;
    };
  }, [letters]);
}

/** Runs on a letter wherever the focus is on the page, unless in a field or a dialog. */
export function usePageKey(letter: string, run: () => void): void {
  const latest = useLatest(run);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== letter || isTaken(event)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKey);
    heard.add(letter);
    if (ahead === letter && document.querySelector("dialog[open]") === null) latest.current();
    if (ahead === letter) ahead = undefined;
    return () => {
      heard.delete(letter);
      document.removeEventListener("keydown", onKey);
    };
  }, [letter, latest]);
}
