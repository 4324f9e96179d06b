import type { IncomingMessage, ServerResponse } from "node:http";
import { type JSONWebKeySet, createLocalJWKSet, jwtVerify } from "jose";
import type { Provider } from "oidc-provider";
import { DEMO_PEOPLE, demoPersonByHint, demoPersonBySubject } from "./demo-people.ts";
import { type ProviderFacts, claimsOf, paramText } from "./provider-config.ts";
import { SIGNING_ALGORITHM } from "./provider-keys.ts";
import { accountPage, signInPage } from "./provider-pages.ts";
import { PAGE_STYLE, SUBMIT_SCRIPT } from "./provider-style.ts";
import { wordsFor } from "./provider-words.ts";

const FORM_LIMIT_BYTES = 4096;

/** Our own pages beside the provider's endpoints. Answers false where the provider itself must. */
export function ownRoutes(provider: Provider, facts: ProviderFacts, publicKeys: JSONWebKeySet) {
  const keySet = createLocalJWKSet(publicKeys);
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { pathname } = new URL(request.url ?? "/", facts.issuer);
    if (pathname.startsWith("/interaction/")) return interaction(provider, request, response);
    switch (pathname) {
      case "/account":
        return account(provider, facts, request, response);
      case "/me":
        return userinfo(facts, keySet, request, response);
      case "/assets/page.css":
        return send(response, 200, "text/css; charset=utf-8", PAGE_STYLE);
      case "/assets/submit.js":
        return send(response, 200, "text/javascript; charset=utf-8", SUBMIT_SCRIPT);
      default:
        return false;
    }
  };
}

/** Who is it? A `login_hint` that names a demo person answers at once: the app's doors are one click. */
async function interaction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const details = await provider.interactionDetails(request, response);
  const finish = async (result: Parameters<Provider["interactionFinished"]>[2]) => {
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    return true;
  };
  if (details.prompt.name !== "login") return finish({ consent: {} });
  const form = request.method === "POST" ? await readForm(request) : new URLSearchParams();
  const hint =
    form.get("person") ?? (request.method === "GET" ? paramText(details.params, "login_hint") : "");
  const person = demoPersonByHint(hint);
  if (person) return finish({ login: { accountId: person.subject, remember: true, amr: ["demo"] } });
  if (form.get("cancel"))
    return finish({ error: "access_denied", error_description: "sign-in was cancelled" });
  const frame = wordsFor(paramText(details.params, "ui_locales"), request.headers["accept-language"]);
  return send(
    response,
    200,
    "text/html; charset=utf-8",
    signInPage(frame, `/interaction/${details.uid}`, DEMO_PEOPLE),
  );
}

async function account(
  provider: Provider,
  facts: ProviderFacts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const session = await provider.Session.get(provider.createContext(request, response));
  const person = session.accountId === undefined ? undefined : demoPersonBySubject(session.accountId);
  const frame = wordsFor(request.headers["accept-language"]);
  return send(response, 200, "text/html; charset=utf-8", accountPage(frame, person, facts.appUrl));
}

/** The provider refuses JWT access tokens at its userinfo endpoint, so this one verifies them like the API does. */
async function userinfo(
  facts: ProviderFacts,
  keySet: ReturnType<typeof createLocalJWKSet>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const origin = new URL(facts.appUrl).origin;
  if (request.headers.origin === origin) {
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-expose-headers", "WWW-Authenticate");
    response.setHeader("vary", "Origin");
  }
  if (request.method === "OPTIONS") {
    response.setHeader("access-control-allow-headers", "authorization");
    response.setHeader("access-control-allow-methods", "GET, POST");
    return send(response, 204, "text/plain", "");
  }
  const token = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const person = await personOf(token, facts, keySet);
  if (person) return send(response, 200, "application/json", JSON.stringify(claimsOf(person)));
  response.setHeader("www-authenticate", 'Bearer error="invalid_token"');
  return send(response, 401, "application/json", JSON.stringify({ error: "invalid_token" }));
}

async function personOf(token: string, facts: ProviderFacts, keySet: ReturnType<typeof createLocalJWKSet>) {
  try {
    const { payload } = await jwtVerify(token, keySet, {
      issuer: facts.issuer,
      audience: facts.audience,
      algorithms: [SIGNING_ALGORITHM],
      typ: "at+jwt",
    });
    return demoPersonBySubject(payload.sub ?? "");
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): true {
  response.writeHead(status, {
    "content-type": type,
    "cache-control": type.startsWith("text/css") ? "max-age=3600" : "no-store",
  });
  response.end(body);
  return true;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const part of request) {
    text += String(part);
    if (text.length > FORM_LIMIT_BYTES) break;
  }
  return new URLSearchParams(text.slice(0, FORM_LIMIT_BYTES));
}
