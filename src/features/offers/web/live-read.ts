import { useSyncExternalStore } from "react";
import { SECOND_MS, fromIso } from "#kernel/instant.ts";
import { isLive, listenLive, onLive, onResync } from "#web/live/live.ts";
import { offerHappened } from "../contract/events.ts";

/** Without live news it is read this often. */
const POLL_MS = 10_000;

export interface Read<T> {
  readonly data: T | undefined;
  /** Of the newest try. */
  readonly error: unknown;
  /** Milliseconds by which the server's clock is ahead of this one's. */
  readonly aheadMs: number;
}

/** Reads offers while somebody looks at them, anew with their news: one reading for all who look. */
export function liveRead<T extends { readonly now: string }>(read: () => Promise<T>) {
  const nothing: Read<T> = { data: undefined, error: null, aheadMs: 0 };
  let state = nothing;
  let newest = 0;
  let stop: () => void = () => undefined;
  const watchers = new Set<() => void>();
  const show = (next: Read<T>) => {
    state = next;
    for (const watcher of watchers) watcher();
  };
  const refresh = () => {
    const mine = (newest += 1);
    void read().then(
      (data) => mine === newest && show({ data, error: null, aheadMs: fromIso(data.now) - Date.now() }),
      (error: unknown) => mine === newest && show({ ...state, error }),
    );
  };
  const start = () => {
    refresh();
    const timer = setInterval(() => !isLive() && refresh(), POLL_MS);
    const leave = listenLive([onLive(offerHappened, refresh), onResync(refresh)]);
    addEventListener("online", refresh);
    return () => {
      clearInterval(timer);
      leave();
      removeEventListener("online", refresh);
      newest += 1;
      state = nothing;
    };
  };
  const subscribe = (watcher: () => void) => {
    watchers.add(watcher);
    if (watchers.size === 1) stop = start();
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) stop();
    };
  };
  return { use: () => useSyncExternalStore(subscribe, () => state), refresh };
}

/** Steps of a countdown. */
const STEP_MS = 500;

const step = (): number => Math.floor(Date.now() / STEP_MS) * STEP_MS;
const still = () => () => undefined;
function watchSteps(watcher: () => void) {
  const timer = setInterval(watcher, STEP_MS);
  return () => clearInterval(timer);
}

/** The server's time, shown anew as long as something is counted down. */
export const useSeconds = (aheadMs: number, isCounting: boolean): number =>
  useSyncExternalStore(isCounting ? watchSteps : still, step) + aheadMs;

/** "1:20" until an instant. */
export function leftText(until: string, now: number): string {
  const seconds = Math.max(0, Math.round((fromIso(until) - now) / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
