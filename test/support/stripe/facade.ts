import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DAY_MS } from "#kernel/instant.ts";
import { type Books, openBooks } from "./books.ts";
import { type BrowserFace, browserCall } from "./browser-face.ts";
import { type Said, refusal } from "./said.ts";
import { signed } from "./signature.ts";

export type FacadeCall =
  | "open"
  | "get"
  | "find"
  | "capture"
  | "cancel"
  | "charges"
  | "refund"
  | "refunds"
  | "disputes"
  | "*";

/** How a call goes wrong. Those of the sandbox bank by the same names, and what a broken wire or proxy sends. */
export type FacadeFault =
  | "drop_request"
  | "drop_response"
  | "error_before"
  | "error_after"
  | "throttle"
  | "bad_key"
  | keyof typeof ODD;

/** Each is said in place of an answer; the call itself was not carried out. */
const ODD = {
  html: [200, "text/html", "<!doctype html><title>Gateway</title>"],
  empty: [200, "application/json", ""],
  null_body: [200, "application/json", "null"],
  no_object: [200, "application/json", "{}"],
  moved: [302, "application/json", "{}"],
  missing_without_error: [404, "application/json", '{"message":"Not Found"}'],
  gateway_without_error: [502, "application/json", '{"message":"Bad Gateway"}'],
  conflict: [409, "application/json", '{"error":{"type":"invalid_request_error","code":"lock_timeout"}}'],
  forbidden: [403, "application/json", '{"error":{"type":"invalid_request_error"}}'],
  live_only: [400, "application/json", '{"error":{"type":"api_error","code":"livemode_mismatch"}}'],
} as const satisfies Record<string, readonly [number, string, string]>;

export interface SeenRequest {
  readonly call: FacadeCall;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface StripeFacade {
  readonly url: string;
  readonly books: Books;
  readonly seen: SeenRequest[];
  /** The next `times` calls of this kind suffer it. */
  plan(call: FacadeCall, fault: FacadeFault | "truncated" | "dribble" | "silent", times?: number): void;
  readonly browser: BrowserFace;
  /** Events are told to this address, signed with this secret. */
  tellTo(url: string, secret: string): void;
  close(): Promise<void>;
}

/** The keys that it knows; whatever it keeps is of the test mode. */
export const FACADE_KEY = "sk_test_facade0000000000000000";
export const FACADE_LIVE_KEY = "sk_live_facade0000000000000000";
const KNOWN = new Set([FACADE_KEY, FACADE_LIVE_KEY].map((key) => `Bearer ${key}`));

interface Answered {
  readonly hash: string;
  readonly said: Said;
  readonly at: number;
}

/** A server on loopback that speaks as Stripe does, for Stripe's own library to talk to. No real money anywhere. */
export async function openStripeFacade(clock: () => number = Date.now): Promise<StripeFacade> {
  const seen: SeenRequest[] = [];
  const planned: { call: FacadeCall; fault: string; times: number }[] = [];
  const answered = new Map<string, Answered>();
  const browser: BrowserFace = { trouble: "none" };
  let listener: { readonly url: string; readonly secret: string } | undefined;
  const books = openBooks(clock, (event) => {
    if (!listener) return;
    const body = JSON.stringify(event.body);
    void fetch(listener.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "stripe-signature": signed(body, [listener.secret], clock()),
      },
      body,
    }).catch(() => undefined);
  });

  const faultFor = (call: FacadeCall): string | undefined => {
    const next = planned.find((one) => one.times > 0 && (one.call === call || one.call === "*"));
    if (next) next.times -= 1;
    return next?.fault;
  };

  /** Errors are kept for the key like every other answer, but not those from before anything was carried out. */
  const carryOut = (request: SeenRequest, key: string | undefined, fault: string | undefined): Said => {
    const hash = createHash("sha256").update(`${request.path} ${request.body}`).digest("hex");
    const known = key === undefined ? undefined : answered.get(key);
    if (known && clock() - known.at < DAY_MS)
      return known.hash === hash ? known.said : refusal(400, "", { type: "idempotency_error" });
    const broken: Said = { status: 500, body: { error: { type: "api_error", code: "api_error" } } };
    const done = fault === "error_before" ? broken : answerOf(books, request);
    const said = fault === "error_after" ? broken : done;
    if (key !== undefined) answered.set(key, { hash, said, at: clock() });
    return said;
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await textOf(incoming);
    const path = incoming.url ?? "/";
    if (browserCall(browser, books, { incoming, response, path, body })) return;
    const call = callOf(incoming.method ?? "GET", path);
    const request: SeenRequest = { call, path, headers: incoming.headers, body };
    seen.push(request);
    const fault = faultFor(call);
    if (fault === "silent") return;
    if (fault === "drop_request") return void incoming.socket.destroy();
    const odd = fault !== undefined && fault in ODD ? ODD[fault as keyof typeof ODD] : undefined;
    if (odd) return void response.writeHead(odd[0], { "content-type": odd[1] }).end(odd[2]);
    const said = before(incoming, fault) ?? carryOut(request, keyIn(incoming), fault);
    if (fault === "drop_response") return void incoming.socket.destroy();
    await send(response, said, fault);
  };

  const server = createServer((incoming, response) => void serve(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    books,
    seen,
    plan: (call, fault, times = 1) => void planned.push({ call, fault, times }),
    browser,
    tellTo: (url, secret) => void (listener = { url, secret }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function before({ headers }: IncomingMessage, fault: string | undefined): Said | undefined {
  if (fault === "bad_key" || !KNOWN.has(headers.authorization ?? ""))
    return { status: 401, body: { error: { type: "invalid_request_error", message: "no such key" } } };
  return fault === "throttle" ? refusal(429, "rate_limit") : undefined;
}

function keyIn({ headers }: IncomingMessage): string | undefined {
  const key = headers["idempotency-key"];
  return typeof key === "string" ? key : undefined;
}

function callOf(method: string, path: string): FacadeCall {
  const [, , kind, id, verb] = path.split("?")[0]?.split("/") ?? [];
  if (kind === "charges" || kind === "disputes") return kind;
  if (kind === "refunds") return method === "POST" ? "refund" : "refunds";
  if (verb === "capture" || verb === "cancel") return verb;
  if (id !== undefined) return "get";
  return method === "POST" ? "open" : "find";
}

function answerOf(books: Books, { call, path, body }: SeenRequest): Said {
  const url = new URL(path, "http://facade");
  const id = url.pathname.split("/")[3] ?? "";
  const form = new URLSearchParams(body);
  const answers: Readonly<Record<FacadeCall, () => Said>> = {
    open: () => books.create(form),
    get: () => books.retrieve(id, url.searchParams.has("expand[0]")),
    find: () => books.list(url.searchParams),
    charges: () => books.charges(url.searchParams.get("payment_intent") ?? ""),
    refund: () => books.refund(form),
    refunds: () => books.refunds(url.searchParams),
    disputes: () => books.disputes(url.searchParams),
    capture: () => books.capture(id, form),
    cancel: () => books.cancel(id),
    "*": () => refusal(404, "resource_missing"),
  };
  return answers[call]();
}

const textOf = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
};

/** Milliseconds between two bytes of an answer that dribbles in. */
const DRIBBLE_MS = 20;

async function send(response: ServerResponse, { status, body }: Said, fault: string | undefined) {
  const text = JSON.stringify(body);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  response.writeHead(status, headers);
  if (fault === "truncated") {
    response.write(text.slice(0, text.length / 2));
    return void setTimeout(() => response.socket?.destroy(), 20);
  }
  if (fault !== "dribble") return void response.end(text);
  for (const letter of text) {
    if (response.destroyed) return;
    response.write(letter);
    await new Promise((resolve) => setTimeout(resolve, DRIBBLE_MS));
  }
  response.end();
}
