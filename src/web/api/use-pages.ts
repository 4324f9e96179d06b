import { type QueryKey, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { worthAgain } from "./worth-again.ts";

/** Time until a list that a fault of the server kept away is asked for by itself. */
const AFTER_FAULT_MS = 15_000;

export interface Page<T> {
  readonly items: readonly T[];
  /** Cursor of the next page; null at the end. */
  readonly next: string | null;
}

/** Question to a list's endpoint: nothing for the first page, then the cursor that the page before named. */
interface FromCursor {
  readonly cursor?: string;
}

/** A list as its pages stand; `items` is undefined until the first one was read. */
export interface Pages<T> {
  readonly list: Pick<
    UseInfiniteQueryResult,
    | "isPending"
    | "isError"
    | "isSuccess"
    | "error"
    | "refetch"
    | "hasNextPage"
    | "isFetchingNextPage"
    | "fetchNextPage"
  >;
  readonly items: readonly T[] | undefined;
}

/** A list that goes on behind a cursor, page by page; while another list is being read the one before stays. @param everyMs how often it is read again while somebody looks */
export function usePages<T, P extends Page<T>>(
  key: QueryKey,
  read: (from: FromCursor, options: { signal: AbortSignal }) => Promise<P & Page<T>>,
  { everyMs = false }: { readonly everyMs?: number | false } = {},
) {
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => everyMs || (worthAgain(state.error) && AFTER_FAULT_MS),
  });
  return { list, items: list.data?.pages.flatMap((page): readonly T[] => page.items) };
}
