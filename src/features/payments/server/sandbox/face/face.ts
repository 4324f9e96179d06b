import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isLoopback } from "#server/config/identity-contradictions.ts";
import { jsonIn } from "#server/http/json-in.ts";
import { hashOf } from "#server/db/hash.ts";
import { refuseProduction } from "../bank.ts";
import type { Bank, BankParts } from "../bank.ts";
import type { Answer } from "../books.ts";
import { carrier } from "../carry.ts";
import type { Call, Carried, Carry } from "../carry.ts";
import { refuse } from "../faults.ts";
import { serveBrowser } from "./browser-calls.ts";
import { control } from "./control-calls.ts";
import { send } from "./send.ts";
import { SHOP_CALLS } from "./shop-calls.ts";
import type { ShopCall } from "./shop-calls.ts";
import { sayNo } from "./shop-request.ts";

/** The key that the bank is called with. It opens nothing but play money. */
export const SANDBOX_KEY = "sk_test_sandbox00000000000000000";

export interface SeenCall {
  readonly call: Call;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface FaceParts extends BankParts {
  readonly bank: Bank;
  /** 0 takes a free one. */
  readonly port: number;
  readonly keys?: readonly string[];
  readonly onCall?: (call: SeenCall) => void;
}

export interface Face {
  readonly url: string;
  close(): Promise<void>;
}

const MOST_BYTES = 256 * 1024;

/**
 * The bank as Stripe's own library and a browser see it, for this machine alone. It keeps no books of its own.
 *
 * @throws Error in production, unless expressly allowed, and where the port is taken
 */
export async function openFace(parts: FaceParts): Promise<Face> {
  refuseProduction(parts.allowedInProduction);
  const carry = carrier(parts);
  const known = new Set((parts.keys ?? [SANDBOX_KEY]).map((key) => `Bearer ${key}`));
  const onNews = parts.onNews ?? (() => undefined);
  const asShop = async (found: Found, { incoming, url, body }: Came): Promise<Carried> => {
    const { headers } = incoming;
    const path = incoming.url ?? "/";
    parts.onCall?.({ call: found.shop.call, path, headers, body: body.toString("utf8") });
    return known.has(headers.authorization ?? "") ? ask(carry, found, url, body, keyIn(incoming)) : STRANGER;
  };
  const asOwner = async ({ incoming, url, body }: Came): Promise<Answer> => {
    if (!known.has(incoming.headers.authorization ?? "")) return STRANGER.answer;
    const said = await control({ ...parts, onNews }, incoming.method ?? "", url.pathname, jsonIn(body));
    return said ?? sayNo(404, "resource_missing");
  };
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isHere(incoming)) return send(response, refuse(403, "forbidden"), undefined);
    const url = new URL(incoming.url ?? "/", "http://sandbox");
    const body = await bytesOf(incoming);
    if (!body) return send(response, refuse(413, "too_large"), undefined);
    if (await serveBrowser(parts.bank, incoming, response, url.pathname, body)) return;
    const came = { incoming, url, body };
    const found = callFor(incoming.method ?? "GET", url.pathname);
    if (!found) return send(response, await asOwner(came), undefined);
    const { answer, fault, replayed } = await asShop(found, came);
    await send(response, answer, fault, {
      "request-id": "req_sandbox",
      ...(replayed && { "idempotent-replayed": "true" }),
      ...anotherTry(answer),
    });
  };
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.socket?.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(parts.port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Its errors are kept for their key; who is busy keeps nothing. */
function anotherTry({ status }: Answer): Readonly<Record<string, string>> {
  if (status >= 500) return { "stripe-should-retry": "false" };
  return status === 409 || status === 429 ? { "stripe-should-retry": "true" } : {};
}

interface Came {
  readonly incoming: IncomingMessage;
  readonly url: URL;
  readonly body: Buffer;
}

/** A page whose name was turned to this machine is sent away. */
const isHere = ({ headers }: IncomingMessage): boolean =>
  isLoopback((headers.host ?? "nobody").replace(/:\d+$/, ""));

const STRANGER: Carried = { answer: refuse(401, "invalid_api_key"), fault: undefined, replayed: false };

interface Found {
  readonly shop: ShopCall;
  readonly id: string;
}

function callFor(method: string, path: string): Found | undefined {
  for (const shop of SHOP_CALLS) {
    const match = shop.method === method ? shop.path.exec(path) : null;
    if (match) return { shop, id: decodeURIComponent(match[1] ?? "") };
  }
  return undefined;
}

/** Parameters that are refused leave nothing behind, neither for the key nor of a planned fault. */
async function ask(
  carry: Carry,
  { shop, id }: Found,
  url: URL,
  body: Buffer,
  key: string | undefined,
): Promise<Carried> {
  const form = new URLSearchParams(body.toString("utf8"));
  const work = shop.work({ id, form, query: url.searchParams });
  if (typeof work !== "function") return { answer: work, fault: undefined, replayed: false };
  const isKeyed = shop.method === "POST" && key !== undefined;
  const keyed = isKeyed ? { key, hash: hashOf({ path: url.pathname, body: [...form] }) } : undefined;
  return carry(shop.call, keyed, work);
}

function keyIn({ headers }: IncomingMessage): string | undefined {
  const key = headers["idempotency-key"];
  return typeof key === "string" && key !== "" ? key : undefined;
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > MOST_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
