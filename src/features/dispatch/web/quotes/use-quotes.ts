import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "#web/api/call.ts";
import { dispatchApi } from "../../contract/api.ts";
import type { Board } from "../../contract/board.ts";
import type { CourierQuote } from "./quote-text.tsx";

/**
 * Quotes of one open delivery over all couriers of a board's day. They hold for the routes that are shown: another revision
 * asks anew, and an old figure is never shown beside a new route.
 *
 * @param board undefined while it is read
 */
export function useQuotes(board: Board | undefined, ids: readonly string[]) {
  const [id = ""] = ids;
  const isOpen = ids.length === 1 && board !== undefined && board.unassigned.includes(id);
  const date = board?.date ?? "";
  const revisions = board?.couriers.map(({ route }) => route.revision).join();
  const asked = useQuery({
    queryKey: ["board-quotes", date, id, revisions],
    queryFn: ({ signal }) => call(dispatchApi.quoteDelivery, { id, date }, { signal }),
    enabled: isOpen,
    staleTime: 10_000,
    retry: false,
  });
  const quotes = useMemo(() => {
    const known = new Map(board?.couriers.map((courier) => [courier.id, courier.route.revision]));
    const found = new Map<string, CourierQuote>();
    for (const [rank, quote] of (asked.data?.quotes ?? []).entries())
      if (known.get(quote.courierId) === quote.revision)
        found.set(quote.courierId, { kind: "fits", rank, ...quote });
    for (const { courier, reasons } of asked.data?.because ?? [])
      found.set(courier, { kind: "cannot", reasons });
    return found;
  }, [asked.data, board]);
  return { quotes, isAsking: isOpen && asked.isPending, isEstimated: asked.data?.travel === "estimated" };
}
