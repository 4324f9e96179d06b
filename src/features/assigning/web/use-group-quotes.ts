import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Board } from "#features/dispatch/contract/board.ts";
import type { Reason } from "#features/dispatch/contract/quotes.ts";
import { planningApi } from "#features/planning/contract/api.ts";
import { GROUP_MOST, type GroupQuotes } from "#features/planning/contract/group-quotes.ts";
import { call } from "#web/api/call.ts";
import { Problem } from "#web/api/problem.ts";

/** Cost of all of some deliveries with a courier, with its place among all, or the one that finds no place and why. */
export type GroupLine =
  | ({ readonly kind: "fits"; readonly rank: number } & GroupQuotes["quotes"][number])
  | { readonly kind: "cannot"; readonly deliveryId: string; readonly reasons: readonly Reason[] };

/** Quotes hold for the routes that are shown: another revision asks anew. */
export const revisionsIn = ({ couriers }: Board): string =>
  couriers.map(({ route }) => route.revision).join();

/** Refuses a question about more deliveries than are quoted together. */
export const tooMany = (n: number): Problem =>
  new Problem("planning.too-many", { way: "mend", facts: { n, most: GROUP_MOST } });

/** Quotes of several deliveries over all couriers of a board's day. An old figure is never shown beside a new route. */
export function useGroupQuotes(board: Board, ids: readonly string[]) {
  const isMany = ids.length > GROUP_MOST;
  const enabled = ids.length > 1 && !isMany;
  const asked = useQuery({
    queryKey: ["board-group-quotes", board.date, ids, revisionsIn(board)],
    // A question that another route makes pointless is dropped.
    queryFn: ({ signal }) =>
      call(planningApi.quoteGroup, { deliveryIds: [...ids], date: board.date }, { signal }),
    staleTime: 10_000,
    retry: false,
    enabled,
  });
  const lines = useMemo(() => {
    const known = new Map(board.couriers.map(({ id, route }) => [id, route.revision]));
    const found = new Map<string, GroupLine>();
    for (const [rank, quote] of (asked.data?.quotes ?? []).entries())
      if (known.get(quote.courierId) === quote.revision)
        found.set(quote.courierId, { kind: "fits", rank, ...quote });
    for (const { courierId, deliveryId, reasons } of asked.data?.because ?? [])
      found.set(courierId, { kind: "cannot", deliveryId, reasons });
    return found;
  }, [asked.data, board]);
  return {
    lines,
    isAsking: enabled && asked.isPending,
    isEstimated: asked.data?.travel === "estimated" && asked.data.quotes.length > 0,
    left: asked.data?.left ?? [],
    error: isMany ? tooMany(ids.length) : asked.error,
    again: isMany ? undefined : () => void asked.refetch(),
  };
}
