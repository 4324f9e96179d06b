import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "#web/api/call.ts";
import { dispatchApi } from "../../contract/api.ts";
import type { Board } from "../../contract/board.ts";
import type { AssignWish } from "../plan/plan.ts";
import type { CourierQuote } from "./quote-text.tsx";

/** Longest wait for a quote after somebody was chosen. */
export const PATIENCE_MS = 2000;

/** True for a delivery that nobody has, or that its courier has not begun. */
const isFree = ({ unassigned, couriers }: Board, id: string): boolean =>
  unassigned.includes(id) ||
  couriers.some(({ route }) =>
    route.stops.some((one) => one.deliveryId === id && one.kind === "collect" && one.state === "assigned"),
  );

/** Quotes hold for the routes that are shown: another revision asks anew. */
const quotesOf = (board: Board | undefined, id: string) => ({
  queryKey: ["board-quotes", board?.date, id, board?.couriers.map(({ route }) => route.revision).join()],
  // Without a signal: a drop ends the drag that asked, and waits for its answer.
  queryFn: () => call(dispatchApi.quoteDelivery, { id, date: board?.date ?? "" }),
  staleTime: 10_000,
  retry: false,
});

/**
 * Quotes of one delivery that is not begun over all couriers of a board's day. An old figure is never shown beside a new route.
 *
 * @param board undefined while it is read
 */
export function useQuotes(board: Board | undefined, ids: readonly string[]) {
  const [id = ""] = ids;
  const isOpen = ids.length === 1 && board !== undefined && isFree(board, id);
  const asked = useQuery({ ...quotesOf(board, id), enabled: isOpen });
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

type Placed = Required<Pick<AssignWish, "places" | "revision">>;

/**
 * Asks for the best place of one delivery on a courier's route; finds none for several, nor where it takes too long.
 *
 * @param read the board as it is when it is called
 */
export function useBestPlace(read: () => Board | undefined) {
  const queries = useQueryClient();
  return async (ids: readonly string[], courierId: string): Promise<Placed | undefined> => {
    const [id = ""] = ids;
    const board = read();
    if (!board || ids.length !== 1 || !isFree(board, id)) return undefined;
    const asked = queries.fetchQuery(quotesOf(board, id)).catch(() => undefined);
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
    const quote = (await Promise.race([asked, late]))?.quotes.find((one) => one.courierId === courierId);
    const now = read()?.couriers.find((one) => one.id === courierId)?.route.revision;
    return quote?.revision === now && quote ? { places: quote.places, revision: quote.revision } : undefined;
  };
}
