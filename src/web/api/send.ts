import type { FieldFault } from "#contract/problem.ts";
import { WAYS } from "#contract/ways.ts";
import { pause } from "./pause.ts";
import { Problem } from "./problem.ts";
import { signedFetch } from "./signed-fetch.ts";

export interface Send {
  method: "GET" | "POST" | "PUT";
  /** Path and query on our own origin. */
  url: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** Longest wait for an answer. */
export const CALL_TIMEOUT_MS = 10_000;
/** Waits before the second and third try when nothing answered; each is halved or not by chance. */
const RETRY_MS = [400, 1_500] as const;

/**
 * One call: sign-in, time limit, and a second and third try when nothing answered. Writes carry an idempotency key, so
 * that repeating them is harmless.
 *
 * @throws Problem for every answer that is not a success, and when there is none
 */
export async function send(request: Send): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await read(await sendOnce(request));
    } catch (error) {
      const wait = RETRY_MS[attempt];
      if (wait === undefined || !mayRetry(error) || request.signal?.aborted) throw error;
      await pause(wait * (0.5 + Math.random() / 2), request.signal);
    }
  }
}

/**
 * One call whose answer is a file; sent once.
 *
 * @throws Problem as `send`
 */
export async function sendForFile(request: Send): Promise<Blob> {
  const response = await sendOnce(request);
  if (!response.ok) throw toProblem(response, parse(await response.text()));
  return response.blob();
}

const mayRetry = (error: unknown): boolean =>
  error instanceof Problem &&
  (error.code === "http.unreachable" || error.status === 502 || error.status === 504);

/** That of the page, as the words set it; any where no page has said one. */
const language = (): string => document.documentElement.lang || "*";

async function sendOnce({
  method,
  url,
  body,
  headers: extra,
  signal,
  timeoutMs = CALL_TIMEOUT_MS,
}: Send): Promise<Response> {
  if (!navigator.onLine) throw new Problem("http.offline");
  const headers = new Headers({ accept: "application/json", "accept-language": language(), ...extra });
  if (body !== undefined) headers.set("content-type", "application/json");
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    return await signedFetch(url, {
      method,
      headers,
      credentials: "omit",
      cache: "no-store",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    if (signal?.aborted || cause instanceof Problem) throw cause;
    if (limit.aborted) throw new Problem("http.timeout", { cause });
    throw new Problem(navigator.onLine ? "http.unreachable" : "http.offline", { cause });
  }
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  const data = parse(text);
  if (response.ok && (data !== undefined || text === "")) return data;
  throw toProblem(response, data);
}

function parse(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toProblem(response: Response, data: unknown): Problem {
  const said = typeof data === "object" && data !== null ? data : {};
  const get = (key: string): unknown => Reflect.get(said, key);
  const code = get("code");
  const said429 = response.status === 429 ? DEFAULT_WAIT_S : Number.NaN;
  const retryAfter = Number(response.headers.get("retry-after") ?? said429);
  return new Problem(
    typeof code === "string" ? code : (CODE_OF_STATUS.get(response.status) ?? "http.unexpected-reply"),
    {
      status: response.status,
      facts: { ...factsOf(get("facts")), ...(Number.isFinite(retryAfter) && { seconds: retryAfter }) },
      fields: fieldsOf(get("fields")),
      instance: typeof get("instance") === "string" ? String(get("instance")) : undefined,
      way: WAYS.find((way) => way === get("way")),
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    },
  );
}

/** Wait after an answer that asks for one without a time. */
const DEFAULT_WAIT_S = 60;

/** Answers that come from something in between, without a problem of ours. */
const CODE_OF_STATUS = new Map([
  [401, "accounts.signed-out"],
  [403, "accounts.forbidden"],
  [404, "http.not-found"],
  [413, "http.too-large"],
  [429, "http.too-many"],
  [500, "http.internal"],
  [502, "http.busy"],
  [503, "http.busy"],
  [504, "http.busy"],
]);

function factsOf(value: unknown): Record<string, string | number> {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const plain = (entry: [string, unknown]): entry is [string, string | number] =>
    typeof entry[1] === "string" || typeof entry[1] === "number";
  return Object.fromEntries(entries.filter(plain));
}

function fieldsOf(value: unknown): FieldFault[] {
  const isFault = (item: unknown): item is FieldFault =>
    typeof item === "object" &&
    item !== null &&
    typeof Reflect.get(item, "path") === "string" &&
    typeof Reflect.get(item, "code") === "string";
  return Array.isArray(value) ? value.filter(isFault) : [];
}
