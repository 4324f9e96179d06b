import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { InputOf } from "#contract/endpoint.ts";
import { call } from "#web/api/call.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { deliveryHappened } from "#features/deliveries/contract/events.ts";
import type { DeliveryRow } from "#features/deliveries/contract/shapes.ts";
import type { ListSearch } from "../contract/list-search.ts";

const PAGE_ROWS = 50;
/** News come in bursts; the list is read again at most this often. */
const READ_EVERY_MS = 1_500;

const orUndefined = (text: string): string | undefined => (text === "" ? undefined : text);

function inputOf(search: ListSearch, cursor: string): InputOf<typeof deliveriesApi.listDeliveries> {
  const wanted = {
    search: orUndefined(search.q.trim()),
    states: orUndefined(search.states),
    courierId: orUndefined(search.courier),
    from: orUndefined(search.from),
    to: orUndefined(search.to),
    cursor: orUndefined(cursor),
  };
  const set = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  return { ...set, sort: search.sort, order: search.order, limit: PAGE_ROWS };
}

/** The list as far as it was read, page by page, and read again when something happens to a delivery. */
export function useDeliveryPages(search: ListSearch) {
  const queries = useQueryClient();
  const { pages: _, ...what } = search;
  const query = useInfiniteQuery({
    queryKey: ["deliveries", what],
    queryFn: ({ pageParam, signal }) =>
      call(deliveriesApi.listDeliveries, inputOf(search, pageParam), { signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: (before) => before,
  });
  const { data, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage } = query;
  const loaded = data?.pages.length ?? 0;
  useEffect(() => {
    // A link or Back may name more pages than are there: read on until they are.
    if (loaded > 0 && loaded < search.pages && hasNextPage && !isFetchingNextPage && !isPlaceholderData)
      void fetchNextPage();
  }, [loaded, search.pages, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ queryKey: ["deliveries"] });
      void queries.invalidateQueries({ queryKey: ["delivery-counts"] });
    }, READ_EVERY_MS);
  };
  useLive([onLive(deliveryHappened, refresh), onResync(refresh)]);
  const rows: DeliveryRow[] = data?.pages.flatMap((page) => page.items) ?? [];
  return { query, rows };
}
