import { useEffect, useReducer, useState } from "react";
import { loadWords, useLocale } from "../i18n/words.ts";
import { useReconnect } from "../ui/use-reconnect.ts";
import type { AnyPage } from "./pages.ts";

/** Fetches the words of the rooms that the navigation names until they are there, and renders again then. */
export function useNavWords(pages: readonly AnyPage[]): void {
  const locale = useLocale();
  const [tries, again] = useReducer((n: number) => n + 1, 0);
  const [, came] = useReducer((n: number) => n + 1, 0);
  const [isMissing, setMissing] = useState(false);
  const rooms = [...new Set(pages.map((page) => page.room))].join(" ");
  useEffect(() => {
    if (rooms === "") return;
    let here = true;
    loadWords(...rooms.split(" ")).then(
      () => here && (setMissing(false), came()),
      () => here && setMissing(true),
    );
    return () => {
      here = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another language needs other words, and each try fetches anew
  }, [rooms, locale, tries]);
  useReconnect(isMissing ? again : undefined);
}
