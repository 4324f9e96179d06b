import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  EmbeddedJWK,
  type JSONWebKeySet,
  type JWTPayload,
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  jwtVerify,
} from "jose";
import type { Provider } from "oidc-provider";
import { type DemoPerson, demoPersonBySubject } from "./people.ts";
import { pictureOf } from "./picture.ts";
import { type ProviderFacts, claimsOf } from "./config.ts";
import { SIGNING_ALGORITHM } from "./keys.ts";
import { paramText, send } from "./request.ts";
import type { ProviderSessions } from "./sessions.ts";

export const USERINFO_PATH = "/me";

/** How far a proof's time may be off, and how long it is remembered: the same as at the token endpoint. */
const PROOF_S = 300;

type Fault = "invalid_token" | "invalid_dpop_proof" | "insufficient_scope";

class Refused extends Error {
  readonly scheme: "Bearer" | "DPoP";
  readonly code: Fault;
  constructor(scheme: "Bearer" | "DPoP", code: Fault) {
    super(code);
    this.scheme = scheme;
    this.code = code;
  }
}

/** The library refuses JWT access tokens at its userinfo endpoint, so this one verifies them like the API does. */
export function userinfo(
  provider: Provider,
  facts: ProviderFacts,
  publicKeys: JSONWebKeySet,
  sessions: ProviderSessions,
) {
  const keySet = createLocalJWKSet(publicKeys);
  const origin = new URL(facts.appUrl).origin;

  /** The person behind a token, as long as the session that it came from is there. */
  const present = async (payload: JWTPayload): Promise<DemoPerson | undefined> => {
    const person = demoPersonBySubject(payload.sub ?? "");
    return person && (await sessions.lives(person.subject, paramText(payload, "sid"))) ? person : undefined;
  };

  const claims = async (request: IncomingMessage) => {
    const [, scheme = "", token = ""] =
      /^(Bearer|DPoP) ([\w.-]+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const bound = scheme.toLowerCase() === "dpop";
    const refused = new Refused(bound ? "DPoP" : "Bearer", "invalid_token");
    const { payload } = await jwtVerify(token, keySet, {
      issuer: facts.issuer,
      audience: facts.audience,
      algorithms: [SIGNING_ALGORITHM],
      typ: "at+jwt",
    }).catch(() => {
      throw refused;
    });
    const thumbprint = (payload["cnf"] as { jkt?: unknown } | undefined)?.jkt;
    if (bound !== (typeof thumbprint === "string")) throw refused;
    if (bound && !(await proves(provider, facts, request, { token, thumbprint: String(thumbprint) })))
      throw new Refused("DPoP", "invalid_dpop_proof");
    const found = await present(payload);
    if (!found) throw refused;
    const scopes = paramText(payload, "scope").split(" ");
    if (!scopes.includes("openid")) throw new Refused(refused.scheme, "insufficient_scope");
    return told(found, scopes);
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<true> => {
    if (request.headers.origin === origin) allow(response, origin);
    if (request.method === "OPTIONS") return preflight(response);
    try {
      return send(response, 200, "application/json", JSON.stringify(await claims(request)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const algorithms = error.scheme === "DPoP" ? `, algs="${SIGNING_ALGORITHM}"` : "";
      response.setHeader("www-authenticate", `${error.scheme} error="${error.code}"${algorithms}`);
      const status = error.code === "insufficient_scope" ? 403 : 401;
      return send(response, status, "application/json", JSON.stringify({ error: error.code }));
    }
  };
}

/** Claims that the scopes of the token allow (OpenID Connect Core, section 5.4). */
function told(person: DemoPerson, scopes: readonly string[]) {
  const { sub, name, locale, email, email_verified } = claimsOf(person);
  return {
    sub,
    ...(scopes.includes("profile") && { name, locale, picture: pictureOf(person) }),
    ...(scopes.includes("email") && { email, email_verified }),
  };
}

/** Whether the one proof with the request is made now, for this token, by the token's key, and never seen before. */
async function proves(
  provider: Provider,
  facts: ProviderFacts,
  request: IncomingMessage,
  { token, thumbprint }: { readonly token: string; readonly thumbprint: string },
): Promise<boolean> {
  try {
    const proof = String(request.headers["dpop"]);
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: "dpop+jwt",
      algorithms: [SIGNING_ALGORITHM],
      requiredClaims: ["iat", "jti"],
    });
    const { jti = "", iat = 0, htm, htu, ath } = payload;
    const now = Math.round(Date.now() / 1000);
    const right =
      htm === request.method &&
      htu === `${facts.issuer}${USERINFO_PATH}` &&
      ath === createHash("sha256").update(token).digest("base64url") &&
      Math.abs(now - iat) <= PROOF_S &&
      (await calculateJwkThumbprint(protectedHeader.jwk ?? {})) === thumbprint;
    return right && provider.ReplayDetection.unique(thumbprint, jti, now + 2 * PROOF_S);
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return false;
    throw error;
  }
}

function allow(response: ServerResponse, origin: string): void {
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", "WWW-Authenticate, DPoP-Nonce");
  response.setHeader("vary", "Origin");
}

function preflight(response: ServerResponse): true {
  response.setHeader("access-control-allow-headers", "authorization, dpop");
  response.setHeader("access-control-allow-methods", "GET, POST");
  return send(response, 204, "text/plain", "");
}
