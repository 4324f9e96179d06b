import { useEffect, useSyncExternalStore } from "react";
import type * as z from "zod/mini";
import { LIVE_CONTROL, type LiveEvent } from "#contract/event.ts";
import { onSession, sessionState } from "../session/session.ts";
import { useLatest } from "../ui/use-latest.ts";
import { readStream, type StreamMessage } from "./stream.ts";

/** Handler of a room for one kind of event. A type that ends in `.*` receives all below it. */
export interface LiveHandler {
  readonly type: string;
  readonly run: (message: StreamMessage) => void;
}

/** Handles one kind of event; data that is not of its shape is left alone. */
export function onLive<S extends z.ZodMiniType>(
  event: LiveEvent<S>,
  run: (data: z.output<S>, type: string) => void,
): LiveHandler {
  return {
    type: event.type,
    run: ({ data, type }) => {
      const parsed = event.data.safeParse(data);
      if (parsed.success) run(parsed.data, type);
    },
  };
}

/** The gap is too long to be replayed: read everything shown anew. */
export const onResync = (run: () => void): LiveHandler => ({ type: LIVE_CONTROL.resync, run });

export const matches = (pattern: string, type: string): boolean =>
  pattern === type || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1)));

const handlers = new Set<LiveHandler>();
const watchers = new Set<() => void>();
let connected = false;
let cursor: string | undefined;
let channel: BroadcastChannel | undefined;
let running: AbortController | undefined;
let subject: string | undefined;

type Word =
  | { readonly kind: "message"; readonly message: StreamMessage }
  | { readonly kind: "status"; readonly connected: boolean }
  | { readonly kind: "status?" };

function dispatch(message: StreamMessage): void {
  if (message.cursor !== undefined) cursor = message.cursor;
  for (const handler of handlers) if (matches(handler.type, message.type)) handler.run(message);
}

function setConnected(now: boolean): void {
  if (connected === now) return;
  connected = now;
  for (const watcher of watchers) watcher();
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
const post = (word: Word) => channel?.postMessage(word);

/** The leader holds the one connection and repeats it to the other tabs; when its tab closes, the next takes over. */
async function lead(signal: AbortSignal): Promise<void> {
  const read = () =>
    readStream({
      url: "/api/live",
      cursor: () => cursor,
      signal,
      onMessage: (message) => {
        dispatch(message);
        post({ kind: "message", message });
      },
      onStatus: (now) => {
        setConnected(now);
        post({ kind: "status", connected: now });
      },
    });
  const answer = (event: MessageEvent<Word>) =>
    event.data.kind === "status?" && post({ kind: "status", connected });
  const serve = async () => {
    channel?.addEventListener("message", answer);
    await read().finally(() => channel?.removeEventListener("message", answer));
  };
  // Without the lock manager every tab keeps its own connection: more load, same behaviour.
  if (!navigator.locks) return serve();
  await navigator.locks.request("wb.live", { signal }, serve);
}

function start(): void {
  const session = sessionState();
  const now = session.kind === "signed-in" ? session.subject : undefined;
  const wanted = handlers.size > 0 ? now : undefined;
  if (wanted === subject) return;
  stop();
  subject = wanted;
  if (wanted === undefined) return;
  running = new AbortController();
  channel = new BroadcastChannel("wb.live");
  channel.addEventListener("message", ({ data }: MessageEvent<Word>) => {
    if (data.kind === "message") dispatch(data.message);
    if (data.kind === "status") setConnected(data.connected);
  });
  post({ kind: "status?" });
  // Rejects only because the signal ended the wait for the lock.
  lead(running.signal).catch(() => undefined);
}

function stop(): void {
  subject = undefined;
  running?.abort();
  channel?.close();
  running = channel = undefined;
  setConnected(false);
}

/** Drops a connection that may be dead without knowing it (the machine slept) and resumes at once by its cursor. */
export function reconnectLive(): void {
  stop();
  start();
}

let following = false;

/** Adds a room's handlers; answers how to take them away. The connection stands while there are any and somebody is signed in. */
export function listenLive(added: readonly LiveHandler[]): () => void {
  if (!following) {
    following = true;
    onSession(start);
    // Browsers keep a page that is left for the Back button only when it holds neither a connection nor a lock.
    addEventListener("pagehide", stop);
    addEventListener("pageshow", start);
  }
  for (const handler of added) handlers.add(handler);
  start();
  return () => {
    for (const handler of added) handlers.delete(handler);
    // A page change takes the handlers of one page away and adds the next one's: no new connection for that.
    setTimeout(start, 2_000);
  };
}

/** Listens while the component is on the page. The handlers may close over fresh values. */
export function useLive(current: readonly LiveHandler[]): void {
  const latest = useLatest(current);
  const types = current.map((handler) => handler.type).join(" ");
  useEffect(() => {
    const stable = types
      .split(" ")
      .map((type, at) => ({ type, run: (message: StreamMessage) => latest.current[at]?.run(message) }));
    return listenLive(stable);
  }, [types, latest]);
}

/** Whether news arrive right now, outside React. */
export const isLive = (): boolean => connected;

/** Whether news arrive right now; false shows "not live" beside what may be old. */
export const useLiveStatus = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => connected,
  );
