import type { IncomingMessage, ServerResponse } from "node:http";

const FORM_LIMIT_BYTES = 4096;

/** A request parameter; "" when it is absent or given in another shape. */
export function paramText(params: Readonly<Record<string, unknown>> | undefined, name: string): string {
  const value = params?.[name];
  return typeof value === "string" ? value : "";
}

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const part of request) {
    text += String(part);
    if (text.length > FORM_LIMIT_BYTES) break;
  }
  return new URLSearchParams(text.slice(0, FORM_LIMIT_BYTES));
}

/** Answers, and says true because the request was ours. */
export function send(response: ServerResponse, status: number, type: string, body: string): true {
  response.writeHead(status, {
    "content-type": type,
    "cache-control": type.startsWith("text/css") ? "max-age=3600" : "no-store",
  });
  response.end(body);
  return true;
}

export const sendPage = (response: ServerResponse, body: string): true =>
  send(response, 200, "text/html; charset=utf-8", body);
