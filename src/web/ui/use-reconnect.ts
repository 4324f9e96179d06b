import { useEffect } from "react";
import { useLatest } from "./use-latest.ts";

/** A device may lose the network and never say so: what is tried again by the clock waits this long, then twice as long. */
const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;

/**
 * Tries again by itself: when the device says that it has a network, when the page is visible again, and at
 * intervals.
 */
export function useReconnect(retry: (() => void) | undefined): void {
  const latest = useLatest(retry);
  const isWanted = retry !== undefined;
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    let wait = FIRST_MS;
    const tryNow = () => {
      if (document.visibilityState === "visible" && navigator.onLine) latest.current?.();
    };
    const tick = () => {
      wait = Math.min(2 * wait, LONGEST_MS);
      timer = setTimeout(tick, wait);
      tryNow();
    };
    let timer = setTimeout(tick, wait);
    addEventListener("online", tryNow, { signal: stop.signal });
    document.addEventListener("visibilitychange", tryNow, { signal: stop.signal });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isWanted, latest]);
}
