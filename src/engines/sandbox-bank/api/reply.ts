import { LineDead } from "../bank.ts";
import type { Answer, Fault } from "../faults.ts";
import { NOT_GRANTED, oddFor } from "../faults.ts";

/** A call as it came. */
export interface ApiRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** How an answer travels: whole, letter by letter, cut in its middle, as a broken connection, or not at all. */
export type Way = "whole" | "dribble" | "half" | "cut" | "silent";

export interface ApiReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly way: Way;
}

const WAYS: Readonly<Partial<Record<Fault, Way>>> = {
  silent: "silent",
  drop_request: "cut",
  drop_response: "cut",
  truncated: "half",
  dribble: "dribble",
};

/** An answer, or what its fault leaves of it. */
export function replyOf(
  { status, body }: Answer,
  fault?: Fault,
  headers: Readonly<Record<string, string>> = {},
): ApiReply {
  const odd = oddFor(fault);
  if (odd)
    return {
      status: odd.status,
      headers: { ...headers, "content-type": odd.type },
      text: odd.text,
      way: "whole",
    };
  return {
    status,
    headers: { ...headers, "content-type": "application/json", "cache-control": "no-store" },
    text: JSON.stringify(worded(status, body)),
    way: (fault && WAYS[fault]) ?? "whole",
  };
}

/** The answer of a call that may end with a dead line. */
export async function replyTo(
  ask: () => Promise<Answer>,
  say: (answer: Answer) => ApiReply = (answer) => replyOf(answer),
): Promise<ApiReply> {
  try {
    return say(await ask());
  } catch (error) {
    if (!(error instanceof LineDead)) throw error;
    return replyOf({ status: 504, body: { error: { code: "no_answer" } } }, error.fault);
  }
}

/** A refusal of the bank with the type by which Stripe's library names errors. */
function worded(status: number, body: Answer["body"]): Answer["body"] {
  const error = body["error"];
  if (typeof error !== "object" || error === null || "type" in error) return body;
  const code = "code" in error ? String(error.code) : "";
  if (code === "idempotency_error")
    return { error: { type: code, message: "This key was used with other parameters." } };
  const type = status >= 500 ? "api_error" : "invalid_request_error";
  // Stripe names no code for a right that is not granted.
  if (code === NOT_GRANTED) return { error: { type, message: "The key lacks a right for this." } };
  return { error: { ...error, type, message: `The sandbox bank says: ${code}` } };
}
