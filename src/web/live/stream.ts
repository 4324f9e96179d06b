import { createParser, type EventSourceMessage } from "eventsource-parser";
import { LIVE_HEARTBEAT_MS } from "#contract/event.ts";
import { type SignedFetch, signedFetch } from "../api/signed-fetch.ts";

export interface StreamMessage {
  readonly type: string;
  readonly data: unknown;
  readonly cursor: string | undefined;
}

export interface StreamOptions {
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Cursor to go on from; read anew for each connection. */
  cursor: () => string | undefined;
  onMessage: (message: StreamMessage) => void;
  /** True while a connection stands. */
  onStatus: (connected: boolean) => void;
  signal: AbortSignal;
  fetch?: SignedFetch;
  /** A number from 0 to 1, for the jitter of the back-off. */
  chance?: () => number;
}

/** Without a line for this long (two heartbeats and some), the connection is dead. */
const SILENCE_MS = LIVE_HEARTBEAT_MS * 2.5;
const BACKOFF_MS = { first: 1_000, most: 30_000 } as const;

/** Waits between attempts: doubling from 1 s to 30 s, each drawn from its upper half so that clients do not come as one. */
export const backoff = (attempt: number, chance: number): number =>
  Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** Math.min(attempt, 10)) * (0.5 + chance / 2);

/** Reads server-sent events until the signal ends it, connecting again and resuming after every break. */
export async function readStream(options: StreamOptions): Promise<void> {
  const { signal, onStatus, chance = Math.random } = options;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const began = Date.now();
    try {
      await readOnce(options);
    } catch {
      // Every break ends here; the next connection resumes by its cursor.
    }
    onStatus(false);
    if (signal.aborted) return;
    if (Date.now() - began > BACKOFF_MS.most) attempt = -1;
    await rest(backoff(Math.max(0, attempt), chance()), signal);
  }
}

async function readOnce({
  url,
  headers: extra,
  cursor,
  onMessage,
  onStatus,
  signal,
  fetch: get = signedFetch,
}: StreamOptions): Promise<void> {
  const headers = new Headers({ accept: "text/event-stream", ...extra });
  const last = cursor();
  if (last !== undefined) headers.set("last-event-id", last);
  const silence = watch();
  try {
    const response = await get(url, {
      headers,
      credentials: "omit",
      cache: "no-store",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || !response.body) throw new Error(`live stream answered ${response.status}`);
    onStatus(true);
    const parser = createParser({ onEvent: (event) => onMessage(toMessage(event)) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      silence.heard();
      parser.feed(chunk.value);
    }
  } finally {
    silence.stop();
  }
}

/** Ends a connection that says nothing, not even a heartbeat. */
function watch() {
  const control = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => control.abort(new Error("silence")), SILENCE_MS);
  };
  heard();
  return { signal: control.signal, heard, stop: () => clearTimeout(timer) };
}

function toMessage({ id, event, data }: EventSourceMessage): StreamMessage {
  return { type: event ?? "message", data: JSON.parse(data), cursor: id };
}

/** A pause that network news and the signal cut short. */
const rest = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
