import { createHash, randomUUID } from "node:crypto";
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";
import { ENDPOINTS } from "./fault.ts";
import type { Endpoint, Fault, Json } from "./fault.ts";
import type { Keys } from "./keys.ts";
import { signAccessToken, signIdToken } from "./keys.ts";

/** Person who signs in everywhere. */
export const PERSON = { sub: "evil-dora", name: "Dora Marsh", email: "dora@evil.example" } as const;
export const AUDIENCE = "urn:waybill:api";
const LIFE_S = 300;

/** A sign-in that the provider knows. */
export interface Grant {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string | undefined;
  readonly sid: string;
  /** Thumbprint of the browser's key, where tokens are bound. */
  jkt?: string;
}

/** Answer of the token endpoint: status and body. */
export interface Said {
  readonly status: number;
  readonly body: Json;
  readonly nonce?: string;
}

/** One issuer with its fault, what it was asked and what it gave away. */
export interface Issuer {
  readonly url: string;
  readonly fault: Fault;
  /** The fault is over from now on. */
  healed: boolean;
  rotated: boolean;
  readonly calls: Record<Endpoint, number>;
  /** The newest parameters of each endpoint. */
  readonly seen: Partial<Record<Endpoint, Record<string, string>>>;
  /** Codes and tokens, by when they were given. */
  readonly secrets: { readonly first: string[]; readonly refreshed: string[] };
  readonly codes: Map<string, Grant>;
  readonly refreshTokens: Map<string, Grant>;
}

export const openIssuer = (url: string, fault: Fault): Issuer => ({
  url,
  fault,
  healed: false,
  rotated: false,
  calls: Object.fromEntries(ENDPOINTS.map((name) => [name, 0])) as Record<Endpoint, number>,
  seen: {},
  secrets: { first: [], refreshed: [] },
  codes: new Map(),
  refreshTokens: new Map(),
});

/** Fault at this moment. */
export function faultNow(issuer: Issuer, refreshing: boolean): Fault {
  const { fault } = issuer;
  if (!issuer.healed && (refreshing || fault.atRefresh === undefined)) return fault;
  const { dpop, keys, lifeS } = fault;
  return {
    ...(dpop === undefined ? {} : { dpop: dpop === "nonce" ? dpop : "on" }),
    ...(keys !== undefined && { keys }),
    ...(lifeS !== undefined && { lifeS }),
  };
}

/** The token endpoint: a code or a refresh token against new tokens, as the fault wants it. */
export async function tokensFor(
  issuer: Issuer,
  keys: Keys,
  form: URLSearchParams,
  proof: string | undefined,
  okIssuer: string,
): Promise<Said> {
  const refreshing = form.get("grant_type") === "refresh_token";
  const fault = faultNow(issuer, refreshing);
  const proven = await checkProof(proof, fault, `${issuer.url}/token`);
  if ("status" in proven) return proven;
  const grant = refreshing ? takeRefresh(issuer, form) : takeCode(issuer, form);
  if (!grant) return { status: 400, body: { error: "invalid_grant" } };
  if (grant.jkt !== undefined && grant.jkt !== proven.jkt)
    return { status: 400, body: { error: "invalid_dpop_proof" } };
  if (proven.jkt !== undefined) grant.jkt = proven.jkt;
  if (refreshing && fault.keys === "rotating") issuer.rotated = true;
  const body = await mint(issuer, keys, grant, { fault, refreshing, okIssuer });
  const used = form.get("refresh_token");
  if (used !== null && body["refresh_token"] === undefined) issuer.refreshTokens.set(used, grant);
  return { status: 200, body };
}

interface Minting {
  readonly fault: Fault;
  readonly refreshing: boolean;
  readonly okIssuer: string;
}

async function mint(issuer: Issuer, keys: Keys, grant: Grant, { fault, refreshing, okIssuer }: Minting) {
  const now = Math.floor(Date.now() / 1000);
  const bound = grant.jkt !== undefined && fault.dpop !== "answers-bearer";
  const access: Json = {
    ...PERSON,
    iss: okIssuer,
    aud: AUDIENCE,
    client_id: grant.clientId,
    azp: grant.clientId,
    sid: grant.sid,
    jti: randomUUID(),
    iat: now,
    exp: now + LIFE_S,
    resource_access: { "waybill-api": { roles: ["sender"] } },
    ...(bound && { cnf: { jkt: grant.jkt } }),
  };
  fault.access?.(access);
  const accessToken = await signAccessToken(keys, access, fault.accessType);
  const claims: Json = {
    ...PERSON,
    iss: issuer.url,
    aud: grant.clientId,
    sid: grant.sid,
    iat: now,
    exp: now + LIFE_S,
    at_hash: createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url"),
    ...(grant.nonce !== undefined && !refreshing && { nonce: grant.nonce }),
  };
  fault.claims?.(claims);
  const refreshToken = randomUUID();
  issuer.refreshTokens.set(refreshToken, grant);
  const body: Json = {
    access_token: accessToken,
    token_type: bound ? "DPoP" : "Bearer",
    expires_in: fault.lifeS ?? LIFE_S,
    scope: "openid profile email",
    id_token: await signIdToken(keys, claims, fault.signature ?? "RS256", issuer.rotated, fault.header),
    refresh_token: refreshToken,
  };
  fault.tokens?.(body);
  const given = [body["access_token"], body["id_token"], body["refresh_token"]];
  issuer.secrets[refreshing ? "refreshed" : "first"].push(
    ...given.filter((one): one is string => typeof one === "string"),
  );
  return body;
}

function takeCode(issuer: Issuer, form: URLSearchParams): Grant | undefined {
  const code = form.get("code") ?? "";
  const grant = issuer.codes.get(code);
  issuer.codes.delete(code);
  const answered = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  return grant?.challenge === answered && grant.redirectUri === form.get("redirect_uri") ? grant : undefined;
}

/** Each refresh token works once, unless no other is given or the app may not read what came of it. */
function takeRefresh(issuer: Issuer, form: URLSearchParams): Grant | undefined {
  const token = form.get("refresh_token") ?? "";
  const grant = issuer.refreshTokens.get(token);
  if (issuer.fault.instead?.refresh !== "no-cors") issuer.refreshTokens.delete(token);
  return grant;
}

const NONCE = "a-nonce-of-the-provider";

/** The proof of the browser's key (RFC 9449), checked as a right provider would. */
async function checkProof(
  proof: string | undefined,
  fault: Fault,
  address: string,
): Promise<Said | { jkt?: string }> {
  const refused = { status: 400, body: { error: "invalid_dpop_proof" } };
  if (fault.dpop === undefined) return {};
  if (fault.dpop === "refuses") return refused;
  if (proof === undefined) return {};
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, { typ: "dpop+jwt" });
  const wantsNonce = fault.dpop === "nonce" && payload["nonce"] !== NONCE;
  if (wantsNonce || fault.dpop === "nonce-for-ever")
    return {
      status: 400,
      body: { error: "use_dpop_nonce" },
      nonce: wantsNonce ? NONCE : `never-this-one-${randomUUID()}`,
    };
  if (payload["htm"] !== "POST" || payload["htu"] !== address || !protectedHeader.jwk) return refused;
  return { jkt: await calculateJwkThumbprint(protectedHeader.jwk) };
}
