import { useMemo } from "react";
import type { Board } from "#features/dispatch/contract/board.ts";
import { type CourierQuote, useQuotes } from "#features/dispatch/web/public.ts";
import { type GroupLine, useGroupQuotes } from "./use-group-quotes.ts";

/** A courier's quote of one delivery, or of several together. */
export type Line =
  | { readonly of: "one"; readonly quote: CourierQuote }
  | { readonly of: "group"; readonly quote: GroupLine };

/** Quotes of what is chosen, by courier. */
export function useLines(board: Board, ids: readonly string[]) {
  const one = useQuotes(board, ids);
  const group = useGroupQuotes(board, ids);
  const lines = useMemo(
    () =>
      new Map<string, Line>([
        ...[...one.quotes].map(([id, quote]) => [id, { of: "one", quote }] as const),
        ...[...group.lines].map(([id, quote]) => [id, { of: "group", quote }] as const),
      ]),
    [one.quotes, group.lines],
  );
  const { left, error, again } = group;
  return {
    lines,
    isAsking: one.isAsking || group.isAsking,
    isEstimated: one.isEstimated || group.isEstimated,
    left,
    error,
    again,
  };
}
