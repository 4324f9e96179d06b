import { useEffect } from "react";
import { useLocale } from "../i18n/words.ts";

/**
 * Sources of the document's title, in rising precedence: the page, the shown content, a message in place of both.
 */
const RANKS = { page: 0, content: 1, message: 2 } as const;
type Rank = keyof typeof RANKS;

interface Named {
  readonly rank: Rank;
  readonly title: string;
}

/** Every name that stands now; what leaves the page takes its own away again. */
let names: readonly Named[] = [];

function show(next: readonly Named[]): void {
  names = next;
  const [best] = names.toSorted((a, b) => RANKS[b.rank] - RANKS[a.rank]);
  document.title = best === undefined ? "Waybill" : `${best.title} · Waybill`;
}

/**
 * The document's title in the reader's language. A page has one, its content may set a fuller one (a delivery's
 * number), and a message that stands in place of both has its own ("This page does not exist").
 */
export function useTitle(title: string | undefined, rank: Rank = "content"): void {
  useLocale();
  useEffect(() => {
    if (title === undefined) return undefined;
    const mine: Named = { rank, title };
    show([mine, ...names]);
    return () => show(names.filter((one) => one !== mine));
  }, [title, rank]);
}
