import type { ServerResponse } from "node:http";
import type { Answer } from "../books.ts";
import { NOT_GRANTED, oddFor } from "../faults.ts";
import type { Fault } from "../faults.ts";

/** Milliseconds between two bytes of an answer that dribbles in. */
const DRIBBLE_MS = 20;
const JSON_TYPE = "application/json";

/** Sends an answer, or what its fault leaves of it. */
export async function send(
  response: ServerResponse,
  { status, body }: Answer,
  fault: Fault | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (fault === "silent") return;
  if (fault === "drop_request" || fault === "drop_response") return void response.socket?.destroy();
  const odd = oddFor(fault);
  if (odd) return void response.writeHead(odd.status, { ...headers, "content-type": odd.type }).end(odd.text);
  const text = JSON.stringify(worded(status, body));
  response.writeHead(status, {
    ...headers,
    "content-type": JSON_TYPE,
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(text),
  });
  if (fault === "truncated") {
    response.write(text.slice(0, text.length / 2));
    return void setTimeout(() => response.socket?.destroy(), DRIBBLE_MS);
  }
  if (fault === "dribble") return dribble(response, text);
  response.end(text);
}

async function dribble(response: ServerResponse, text: string): Promise<void> {
  for (const letter of text) {
    if (response.destroyed) return;
    response.write(letter);
    await new Promise((resolve) => setTimeout(resolve, DRIBBLE_MS));
  }
  response.end();
}

/** A no of the bank's own with the type that Stripe's library tells errors by. */
function worded(status: number, body: Answer["body"]): Answer["body"] {
  const error = body["error"];
  if (typeof error !== "object" || error === null || "type" in error) return body;
  const code = "code" in error ? String(error.code) : "";
  if (code === "idempotency_error")
    return { error: { type: code, message: "This key was used with other parameters." } };
  const type = status >= 500 ? "api_error" : "invalid_request_error";
  // Of a right that is not granted Stripe tells without a code.
  if (code === NOT_GRANTED) return { error: { type, message: "The key lacks a right for this." } };
  return { error: { ...error, type, message: `The sandbox bank says: ${code}` } };
}
