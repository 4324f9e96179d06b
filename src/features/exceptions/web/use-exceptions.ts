import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "#web/api/call.ts";
import { usePages } from "#web/api/use-pages.ts";
import { onLive, onResync, useLive, useLiveStatus } from "#web/live/live.ts";
import { exceptionsApi } from "../contract/api.ts";
import { exceptionHappened } from "../contract/events.ts";
import type { QueueSearch } from "./queue-search.ts";

/** News come in bursts; the queue is read again at most this often. */
const READ_EVERY_MS = 500;
/** Without live news it is read this often. */
const POLL_MS = 15_000;
const PAGE_ROWS = 50;

export const EXCEPTIONS = ["exceptions"];

/** Reads everything shown of exceptions anew after news of them. */
function useExceptionNews(): { readonly everyMs: number | false } {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ queryKey: EXCEPTIONS });
    }, READ_EVERY_MS);
  };
  useLive([onLive(exceptionHappened, refresh), onResync(refresh)]);
  return { everyMs: useLiveStatus() ? false : POLL_MS };
}

/** The queue as far as it was read. */
export function useQueue({ group, kind, owner }: QueueSearch) {
  const every = useExceptionNews();
  return usePages(
    [...EXCEPTIONS, "list", group, kind, owner],
    (from, options) =>
      call(
        exceptionsApi.listExceptions,
        { group, limit: PAGE_ROWS, ...(kind && { kind }), ...(owner && { owner }), ...from },
        options,
      ),
    every,
  );
}

export const exceptionKey = (id: string) => [...EXCEPTIONS, "one", id];

export const useException = (id: string) =>
  useQuery({
    queryKey: exceptionKey(id),
    queryFn: ({ signal }) => call(exceptionsApi.readException, { id }, { signal }),
  });

/** How many are open, and how severe the worst is. */
export function useOpenCount() {
  const { everyMs } = useExceptionNews();
  return useQuery({
    queryKey: [...EXCEPTIONS, "count"],
    queryFn: ({ signal }) => call(exceptionsApi.countExceptions, {}, { signal }),
    refetchInterval: everyMs,
  });
}
