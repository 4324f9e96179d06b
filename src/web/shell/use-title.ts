import { useEffect } from "react";
import { useLocale } from "../i18n/words.ts";

/** The document's title in the reader's language; a page may set a fuller one (a delivery's number). */
export function useTitle(title: string | undefined): void {
  useLocale();
  useEffect(() => {
    document.title = title === undefined ? "Waybill" : `${title} · Waybill`;
  }, [title]);
}
