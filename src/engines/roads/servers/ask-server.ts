import type * as z from "zod/mini";
import { traced } from "#server/tracing/traced.ts";
import { RoadFault } from "./service.ts";

/** Bytes of an answer: 100 × 100 cells are below 1 MB. */
const MOST_BYTES = 16_000_000;

export interface AskOptions {
  readonly timeoutMs: number;
  /** A JSON body makes it a POST. */
  readonly body?: unknown;
}

/**
 * Asks a routing server. Statuses below 500 may carry the server's own word for "no way", so the body is read.
 *
 * @throws RoadFault when it refuses, is too slow, or answers in another shape
 */
export async function askServer<T>(
  url: URL,
  shape: z.ZodMiniType<T>,
  { timeoutMs, body }: AskOptions,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  const ask = () => textOf(url, body, signal);
  const text = await traced({ name: "call to the routing server", kind: "client" }, ask).catch(
    (cause: unknown) => {
      if (cause instanceof RoadFault) throw cause;
      if (signal.aborted) throw new RoadFault("slow", `no answer within ${timeoutMs} ms`, { cause });
      throw new RoadFault("refused", "the routing server cannot be reached", { cause });
    },
  );
  const parsed = shape.safeParse(jsonOf(text));
  if (!parsed.success) throw new RoadFault("answer", "the routing server's answer has another shape");
  return parsed.data;
}

async function textOf(url: URL, body: unknown, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    signal,
    redirect: "error",
    ...(body !== undefined && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  if (response.status >= 500) throw new RoadFault("refused", `the routing server says ${response.status}`);
  const text = await response.text();
  if (text.length > MOST_BYTES) throw new RoadFault("answer", "the routing server's answer is too long");
  return text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
