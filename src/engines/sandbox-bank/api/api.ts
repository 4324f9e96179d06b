import { jsonIn } from "#server/http/json-in.ts";
import { hashOf } from "#server/db/hash.ts";
import type { Bank, BankParts } from "../bank.ts";
import type { Answer } from "../faults.ts";
import { carrier } from "../carry.ts";
import type { Call, Carried, Carry } from "../carry.ts";
import { refuse } from "../faults.ts";
import { browserReply } from "./browser-calls.ts";
import { control } from "./control-calls.ts";
import { replyOf } from "./reply.ts";
import type { ApiReply, ApiRequest } from "./reply.ts";
import { SHOP_CALLS } from "./shop-calls.ts";
import type { ShopCall } from "./shop-calls.ts";
import { sayNo } from "./shop-request.ts";

/** The key of a bank whose port is named. It opens nothing but play money. */
export const SANDBOX_KEY = "sk_test_sandbox00000000000000000";

export interface SeenCall {
  readonly call: Call;
  readonly path: string;
  readonly headers: ApiRequest["headers"];
  readonly body: string;
}

export interface ApiParts extends BankParts {
  readonly bank: Bank;
  readonly keys: readonly string[];
  readonly onCall?: (call: SeenCall) => void;
}

/** Answers a call as Stripe's API and its script's addresses do. */
export type SandboxApi = (request: ApiRequest) => Promise<ApiReply>;

/** The bank as Stripe's own library and a browser see it. It keeps no books of its own. */
export function sandboxApi(parts: ApiParts): SandboxApi {
  const carry = carrier(parts);
  const known = new Set(parts.keys.map((key) => `Bearer ${key}`));
  const onNews = parts.onNews ?? (() => undefined);
  const isKnown = ({ headers }: ApiRequest): boolean => known.has(headers["authorization"] ?? "");
  const asShop = async (found: Found, request: ApiRequest, url: URL): Promise<Carried> => {
    const { path, headers, body } = request;
    parts.onCall?.({ call: found.shop.call, path, headers, body: body.toString("utf8") });
    return isKnown(request) ? ask(carry, found, url, request) : STRANGER;
  };
  const asOwner = async (request: ApiRequest, url: URL): Promise<Answer> => {
    if (!isKnown(request)) return STRANGER.answer;
    const said = await control({ ...parts, onNews }, request.method, url.pathname, jsonIn(request.body));
    return said ?? sayNo(404, "resource_missing");
  };
  return async (request) => {
    const url = new URL(request.path, "http://sandbox");
    const toBrowser = await browserReply(parts.bank, request, url.pathname);
    if (toBrowser) return toBrowser;
    const found = callFor(request.method, url.pathname);
    if (!found) return replyOf(await asOwner(request, url));
    const { answer, fault, replayed } = await asShop(found, request, url);
    return replyOf(answer, fault, {
      "request-id": "req_sandbox",
      ...(replayed && { "idempotent-replayed": "true" }),
      ...anotherTry(answer),
    });
  };
}

/** Its errors are kept for their key; who is busy keeps nothing. */
function anotherTry({ status }: Answer): Readonly<Record<string, string>> {
  if (status >= 500) return { "stripe-should-retry": "false" };
  return status === 409 || status === 429 ? { "stripe-should-retry": "true" } : {};
}

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
  { body, headers }: ApiRequest,
): Promise<Carried> {
  const form = new URLSearchParams(body.toString("utf8"));
  const work = shop.work({ id, form, query: url.searchParams });
  if (typeof work !== "function") return { answer: work, fault: undefined, replayed: false };
  const key = headers["idempotency-key"] ?? "";
  const isKeyed = shop.method === "POST" && key !== "";
  const keyed = isKeyed ? { key, hash: hashOf({ path: url.pathname, body: [...form] }) } : undefined;
  return carry(shop.call, keyed, work);
}
