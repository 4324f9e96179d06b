import { HEADERS } from "#contract/endpoint.ts";
import { LIVE_CONTROL } from "#contract/event.ts";
import { isToken22 } from "#kernel/token.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { readStream } from "#web/live/stream.ts";
import { trackingApi, type TrackingView } from "../contract/api.ts";
import { trackingChanged } from "../contract/events.ts";

/** View of the holder of a link. Once something was shown, trouble only makes it old, never makes it go. */
export type Watched =
  | { readonly at: "loading" }
  | { readonly at: "unknown" }
  | { readonly at: "failed"; readonly error: unknown }
  | {
      readonly at: "shown";
      readonly view: TrackingView;
      /** When the view was read, by this device's clock. */
      readonly asOf: number;
      readonly stale: boolean;
      readonly live: boolean;
    };

/** A courier's position makes no event; it is read this often while there is one. */
const COURIER_MS = 15_000;
/** After trouble, and for a view that nobody updates, this often. */
const SLOW_MS = 45_000;

export interface Watch {
  readonly subscribe: (listener: () => void) => () => void;
  readonly now: () => Watched;
  /** @returns what stops it */
  readonly start: () => () => void;
  readonly refresh: () => void;
}

/**
 * Follows one delivery by its token: reads it, hears of changes, reads it anew.
 *
 * @param drawn what the server already found
 */
export function watchDelivery(token: string, drawn: Watched = { at: "loading" }): Watch {
  const headers = { [HEADERS.trackingToken]: token };
  const listeners = new Set<() => void>();
  let state: Watched = isToken22(token) ? drawn : { at: "unknown" };
  let life = new AbortController();
  let reading: Promise<void> | undefined;
  let isWanted = false;
  let live = false;

  const show = (next: Watched): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const mark = (patch: { stale?: boolean; live?: boolean }): void => {
    if (state.at === "shown") show({ ...state, ...patch });
  };
  const read = async (signal: AbortSignal): Promise<void> => {
    try {
      const view = await call(trackingApi.track, {}, { headers, signal });
      if (!signal.aborted) show({ at: "shown", view, asOf: Date.now(), stale: false, live });
    } catch (error) {
      if (signal.aborted) return;
      if (isProblem(error, "tracking.unknown-link")) {
        show({ at: "unknown" });
        life.abort();
      } else if (state.at === "shown") mark({ stale: true });
      else show({ at: "failed", error });
    }
  };
  /** One read at a time; wishes meanwhile become one more. */
  const refresh = (): void => {
    isWanted = true;
    const { signal } = life;
    reading ??= (async () => {
      while (isWanted && !signal.aborted) {
        isWanted = false;
        await read(signal);
      }
    })().finally(() => (reading = undefined));
  };
  const follow = (signal: AbortSignal): void => {
    let cursor: string | undefined;
    void readStream({
      url: "/api/tracking/live",
      headers,
      signal,
      cursor: () => cursor,
      onStatus: (connected) => {
        live = connected;
        mark({ live });
      },
      onMessage: (message) => {
        cursor = message.cursor ?? cursor;
        if (message.type === trackingChanged.type || message.type === LIVE_CONTROL.resync) refresh();
      },
    });
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now: () => state,
    refresh,
    start: () => {
      if (state.at === "unknown") return () => undefined;
      life = new AbortController();
      const { signal } = life;
      const mine = life;
      refresh();
      follow(signal);
      const tick = (): void => {
        if (document.visibilityState === "visible") refresh();
        timer = setTimeout(tick, periodOf(state));
      };
      let timer = setTimeout(tick, SLOW_MS);
      const wake = (): void => {
        if (document.visibilityState === "visible") refresh();
      };
      document.addEventListener("visibilitychange", wake, { signal });
      addEventListener("online", wake, { signal });
      return () => {
        clearTimeout(timer);
        mine.abort();
      };
    },
  };
}

const periodOf = (state: Watched): number =>
  state.at === "shown" && state.view.courier !== null && !state.stale ? COURIER_MS : SLOW_MS;
