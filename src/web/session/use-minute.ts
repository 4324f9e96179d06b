import { useSyncExternalStore } from "react";
import { type Instant, MINUTE_MS } from "#kernel/instant.ts";
import { serverNow } from "./use-server-now.ts";

const listeners = new Set<() => void>();
let minute: Instant | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

const thisMinute = (): Instant => Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS;

/** One clock for the whole page: it goes on while the page is seen, and catches up when it is seen again. */
function goOn(): void {
  clearTimeout(timer);
  if (listeners.size === 0 || document.visibilityState === "hidden") return;
  const next = thisMinute();
  if (next !== minute) {
    minute = next;
    for (const tell of listeners) tell();
  }
  timer = setTimeout(goOn, MINUTE_MS - (serverNow() % MINUTE_MS));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener("visibilitychange", goOn);
    goOn();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    minute = undefined;
    document.removeEventListener("visibilitychange", goOn);
  };
}

/**
 * A value that changes with the server's time, read once a minute while the page is seen. Only a value that is another by
 * `Object.is` draws again.
 *
 * @param read gets the server's time, whole minutes in milliseconds
 */
export function useMinute<T>(read: (now: Instant) => T): T {
  return useSyncExternalStore(subscribe, () => read((minute ??= thisMinute())));
}
