import { useQuery } from "@tanstack/react-query";
import type { Board, BoardCourier, BoardStop } from "#features/dispatch/contract/board.ts";
import { isForeseen } from "#features/dispatch/web/public.ts";
import { planningApi } from "#features/planning/contract/api.ts";
import { type CourierGaps, GROUP_MOST } from "#features/planning/contract/group-quotes.ts";
import { call } from "#web/api/call.ts";
import { tooMany } from "./use-group-quotes.ts";

/** A place on a route that is still to be done: before a stop, or at the end. */
export interface GapLine {
  /** Null at the end. */
  readonly before: { readonly stop: BoardStop; readonly no: number } | null;
  /** Undefined until it is quoted, and where the planner does not have this place. */
  readonly quote: Quote | undefined;
  readonly isBest: boolean;
}

type Quote = CourierGaps["gaps"][number];

/** Fewer promises that break come before fewer seconds. */
const byPrice = ({ added: one }: Quote, { added: other }: Quote): number =>
  one && other ? one.late.length - other.late.length || one.addedSeconds - other.addedSeconds : 0;

const isAhead = ({ state }: BoardStop): boolean => state === "assigned";

/** Places of a courier's route that deliveries can go to, in the order of the route, with what each would add. */
export function useGaps(board: Board, ids: readonly string[], { id, route }: BoardCourier) {
  const isMany = ids.length > GROUP_MOST;
  const enabled = !isMany;
  const asked = useQuery({
    queryKey: ["board-gaps", board.date, ids, id, route.revision],
    queryFn: () => call(planningApi.quoteGaps, { deliveryIds: [...ids], courierId: id, date: board.date }),
    staleTime: 10_000,
    retry: false,
    enabled,
  });
  const quotes = asked.data?.revision === route.revision ? asked.data.gaps : [];
  const quoteOf = (taskId: string | null) => quotes.find(({ beforeTaskId }) => beforeTaskId === taskId);
  const best = quotes.filter(({ added }) => added !== null).toSorted(byPrice)[0];
  const places = [
    ...route.stops.flatMap((stop, at) =>
      isAhead(stop) && !isForeseen(stop) && !ids.includes(stop.deliveryId) ? [{ stop, no: at + 1 }] : [],
    ),
    null,
  ];
  const gaps = places.map((before): GapLine => {
    const quote = quoteOf(before?.stop.taskId ?? null);
    return { before, quote, isBest: quote !== undefined && quote === best };
  });
  return {
    gaps,
    isAsking: enabled && asked.isPending,
    isEstimated: asked.data?.travel === "estimated",
    error: isMany ? tooMany(ids.length) : asked.error,
    again: isMany ? undefined : () => void asked.refetch(),
  };
}
