import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** News come in bursts (a live day at ×60): a query is read at most this often, and at the latest this long after. */
const READ_EVERY_MS = 500;

function readerOf(queries: QueryClient) {
  let shown: { readonly key: QueryKey; readonly onRead: () => void } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const current = () => shown && queries.getQueryCache().find({ queryKey: shown.key });
  const read = async (): Promise<void> => {
    const query = current();
    if (query?.state.fetchStatus === "fetching") await query.promise?.catch(() => undefined);
    // Another day was chosen meanwhile, and its first reading may have begun before the news as well.
    if (current() !== query) return read();
    timer = undefined;
    last = performance.now();
    if (shown) await queries.invalidateQueries({ queryKey: shown.key });
    return shown?.onRead();
  };
  return {
    show: (key: QueryKey, onRead: () => void): void => {
      shown = { key, onRead };
    },
    hear: (): void => {
      timer ??= setTimeout(() => void read(), Math.max(0, last + READ_EVERY_MS - performance.now()));
    },
    stop: (): void => {
      clearTimeout(timer);
      timer = shown = undefined;
    },
  };
}

/**
 * Reads a query again after news, one reading for many calls: at once after a pause, else at the end of it. Never beside a
 * reading that is under way, the first one included: that one may have begun before the news, so another comes behind it.
 */
export function useReadAgain(key: QueryKey, onRead: () => void): () => void {
  const queries = useQueryClient();
  const [reader] = useState(() => readerOf(queries));
  useEffect(() => reader.show(key, onRead));
  useEffect(() => reader.stop, [reader]);
  return reader.hear;
}
