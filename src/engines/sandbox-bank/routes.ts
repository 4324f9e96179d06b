import type { RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
import type { Bank } from "./bank.ts";
import { SECRET_HEADER } from "./api/browser-calls.ts";
import type { SandboxApi } from "./api/api.ts";
import { pageSheet } from "./page/page-state.ts";
import { visitIntent } from "./page/page-visit.ts";
import { framePolicy, SCRIPTS } from "./script/script.ts";

/**
 * Addresses of this server that hand a browser's calls on to the bank, for browsers that cannot reach its loopback
 * address. Waybill's own calls never see a card. Nothing of a body is logged.
 */
export const formRoutes = (api: SandboxApi): RawRoute[] => {
  const toBank = (id: string, method: "GET" | "POST", path: string, more: Partial<RawRoute>): RawRoute => ({
    id,
    method,
    path,
    needs: "anyone",
    summary: "",
    ...more,
    run: (request) => forward(api, method, path, request),
  });
  const ofIntent = (id: string, what: string, summary: string): RawRoute =>
    toBank(id, "POST", `/sandbox-bank/v1/intents/:id/${what}`, { summary, limitPerMinute: 30 });
  return [
    ...Object.entries(SCRIPTS).map(([path, { call }]) =>
      toBank(IDS[call], "GET", path, { summary: "A part of the sandbox bank's card form" }),
    ),
    toBank("sandboxBankSession", "POST", "/sandbox-bank/v1/session", {
      summary: "The bank's card form asks whether it may be drawn",
      limitPerMinute: 60,
    }),
    ofIntent(
      "sandboxBankConfirm",
      "confirm",
      "The bank's card form hands over a card, with the client secret in a header",
    ),
    ofIntent("sandboxBankAnswer", "answer", "The card holder's choice in the bank's window"),
  ];
};

const IDS = { script: "sandboxBankScript", frame: "sandboxBankFrame", form: "sandboxBankForm" } as const;

/** A connection that breaks there is what a proxy says of one: a 504. */
async function forward(
  api: SandboxApi,
  method: "GET" | "POST",
  path: string,
  { params, header, body }: RawRequest,
): Promise<RawReply> {
  const reply = await api({
    method,
    path: path.replace(":id", encodeURIComponent(params["id"] ?? "")),
    headers: { [SECRET_HEADER]: header(SECRET_HEADER) },
    body,
  });
  if (reply.way !== "whole" && reply.way !== "dribble")
    return { status: 504, headers: { "content-type": "application/json" }, body: NO_ANSWER };
  const { "content-type": type = "", "cache-control": kept = "no-store" } = reply.headers;
  const headers = {
    "content-type": type,
    "cache-control": kept,
    ...(type.startsWith("text/html") && SHOWN_HERE),
  };
  return { status: reply.status, headers, body: reply.text };
}

/** Our own pages alone show the form. */
const SHOWN_HERE = { "content-security-policy": framePolicy("'self'"), "x-frame-options": "SAMEORIGIN" };

const NO_ANSWER = '{"error":{"code":"no_answer"}}';

/** The bank's own page about one payment, for our staff. */
export const pageRoutes = (bank: Bank): RawRoute[] => [
  {
    id: "sandboxBankIntent",
    method: "GET",
    path: "/sandbox-bank/v1/intents/:id",
    needs: "anyone",
    summary: "How one payment stands at the bank, for whoever has its reference",
    limitPerMinute: 60,
    run: (request) => visitIntent(bank, request),
  },
  {
    id: "sandboxBankPageSheet",
    method: "GET",
    path: "/sandbox-bank/v1/page.css",
    needs: "anyone",
    summary: "The look of the bank's own page",
    run: () => Promise.resolve(reply(200, "text/css; charset=utf-8", pageSheet())),
  },
];

const reply = (status: number, type: string, body: string): RawReply => ({
  status,
  headers: { "content-type": type, "cache-control": "no-store" },
  body,
});
