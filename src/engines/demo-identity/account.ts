import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider, Session } from "oidc-provider";
import { demoPersonBySubject } from "./people.ts";
import { type SessionRow, accountPage } from "./account-page.ts";
import type { ProviderFacts } from "./config.ts";
import { forgetSessionState, frameCookie } from "./frame.ts";
import type { ProviderKeys } from "./keys.ts";
import { readForm, sendPage } from "./request.ts";
import type { ProviderSessions } from "./sessions.ts";
import { wordsFor } from "./words.ts";

export const ACCOUNT_PATH = "/account";

/** Shows who is signed in at the provider, on which browsers, and ends that: Keycloak's account console. */
export function account(
  provider: Provider,
  facts: ProviderFacts,
  keys: ProviderKeys,
  sessions: ProviderSessions,
) {
  /** Only our own page knows it: a form elsewhere cannot end somebody's sessions. */
  const tokenOf = (session: Session) =>
    createHmac("sha256", keys.cookieKeys[0] ?? "")
      .update(`account ${session.uid}`)
      .digest("base64url");

  const show = async (session: Session, request: IncomingMessage, response: ServerResponse) => {
    const person = session.accountId === undefined ? undefined : demoPersonBySubject(session.accountId);
    const rows: SessionRow[] = person
      ? (await sessions.of(person.subject)).map((one) => ({ ...one, here: one.uid === session.uid }))
      : [];
    const frame = wordsFor(facts, request.headers["accept-language"]);
    return sendPage(
      response,
      accountPage(frame, {
        person,
        rows,
        token: tokenOf(session),
        appUrl: facts.appUrl,
        nowS: Math.round(Date.now() / 1000),
        ended: request.url?.endsWith("?ended") === true,
      }),
    );
  };

  const end = async (session: Session, request: IncomingMessage, response: ServerResponse) => {
    const form = await readForm(request);
    const { accountId } = session;
    const allowed = accountId !== undefined && same(form.get("token") ?? "", tokenOf(session));
    const uid = form.get("session");
    if (allowed && uid !== null) await sessions.end(accountId, uid);
    else if (allowed) await sessions.endAll(accountId);
    if (allowed && (uid === null || uid === session.uid)) {
      const context = provider.createContext(request, response);
      context.cookies.set(provider.cookieName("session"), null, { signed: true });
      forgetSessionState(context, frameCookie(facts.issuer));
    }
    response.writeHead(303, { location: `${ACCOUNT_PATH}${allowed ? "?ended" : ""}` }).end();
    return true as const;
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<true> => {
    const session = await provider.Session.get(provider.createContext(request, response));
    return request.method === "POST" ? end(session, request, response) : show(session, request, response);
  };
}

const same = (given: string, right: string) =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
