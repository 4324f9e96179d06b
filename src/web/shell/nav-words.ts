import { useEffect, useReducer } from "react";
import { loadWords, useLocale } from "../i18n/words.ts";
import type { AnyPage } from "./pages.ts";

/** Fetches the words of the rooms that the navigation names, and renders again when they are there. */
export function useNavWords(pages: readonly AnyPage[]): void {
  const locale = useLocale();
  const [, again] = useReducer((n: number) => n + 1, 0);
  const rooms = [...new Set(pages.map((page) => page.room))].join(" ");
  useEffect(() => {
    if (rooms === "") return;
    let here = true;
    loadWords(...rooms.split(" ")).then(
      () => here && again(),
      () => undefined,
    );
    return () => {
      here = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another language needs other words
  }, [rooms, locale]);
}
