import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProviderFacts } from "./config.ts";
import { notNowPage } from "./pages.ts";
import { send } from "./request.ts";
import { wordsFor } from "./words.ts";

/**
 * Steps towards a sign-in: each leaves a record. A code that was given out a moment ago, a refresh and a sign-out go on,
 * so that people at work can read on and whoever leaves is out.
 */
const SIGNING_IN = /^\/(auth|interaction)(\/|$)/;
const RETRY_S = "60";

const addressOf = (request: IncomingMessage, { issuer }: ProviderFacts) =>
  new URL(request.url ?? "/", issuer);

export const isSigningIn = (request: IncomingMessage, facts: ProviderFacts): boolean =>
  SIGNING_IN.test(addressOf(request, facts).pathname);

/** Says in the reader's language that signing in has to wait; the same address works once it can. */
export function sendNotNow(request: IncomingMessage, response: ServerResponse, facts: ProviderFacts): void {
  const { pathname, search, searchParams } = addressOf(request, facts);
  const frame = wordsFor(facts, searchParams.get("ui_locales") ?? "", request.headers["accept-language"]);
  response.setHeader("retry-after", RETRY_S);
  send(response, 503, "text/html; charset=utf-8", notNowPage(frame, `${pathname}${search}`, facts.appUrl));
}
