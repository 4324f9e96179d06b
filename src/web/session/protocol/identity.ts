import * as oauth from "oauth4webapi";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { AuthError } from "../auth-error.ts";
import { claimsOf, headerOf, textClaim, toBase64Url } from "../driver/jwt.ts";
import type { SessionRecord } from "../storage/record-store.ts";
import { readRoles } from "../driver/role-reading.ts";

/** `DEFAULT`: of a provider that does not say how long a token lives. Beyond `MOST`, one is refreshed before its time. */
const LIFE_S = { DEFAULT: 300, MOST: 24 * 3600 } as const;
/** An `iat` further ahead than this is not the clocks' difference any more. */
const FUTURE_S = 10 * 60;

export interface Answered {
  readonly tokens: oauth.TokenEndpointResponse;
  readonly key: CryptoKeyPair | undefined;
  readonly sessionState?: string | undefined;
  /** Seconds to add to this device's clock. */
  readonly skewS: number;
  /** The provider names a person differently to each audience (OpenID Connect Core 8.1), as Entra ID does. */
  readonly isPairwise?: boolean;
}

/** The record of a checked answer; a refresh goes on from the old one. */
export async function recordOf(
  config: BrowserConfig,
  answered: Answered,
  old?: SessionRecord,
): Promise<SessionRecord> {
  const { tokens, key, sessionState, skewS } = answered;
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  const now = Date.now();
  if (claims) await checkFurther(claims, tokens, now / 1000 + skewS);
  const identity = claims ? identityOf(claims, tokens.id_token ?? "", old) : old;
  if (!identity) throw new AuthError("not-verified", undefined, { code: "id_token" });
  checkAccessToken(answered, identity, old);
  const lifeMs = Math.min(tokens.expires_in ?? LIFE_S.DEFAULT, LIFE_S.MOST) * 1000;
  return {
    ...identity,
    ...readRoles(config, {
      accessToken: claimsOf(tokens.access_token),
      idToken: claims ?? claimsOf(identity.idToken),
    }),
    sessionState: sessionState ?? identity.sessionState,
    ...boundTo(tokens, key),
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? old?.refreshToken,
    expiresAt: now + lifeMs,
    lifeMs,
    at: now,
    lastSeen: now,
    ...nextOf(old, now),
  };
}

const boundTo = (
  { token_type: type }: oauth.TokenEndpointResponse,
  key: CryptoKeyPair | undefined,
): Pick<SessionRecord, "type" | "key"> =>
  type === "dpop" ? { type: "dpop", key } : { type: "bearer", key: undefined };

const nextOf = (old: SessionRecord | undefined, now: number) =>
  old ? { gen: old.gen + 1, since: old.since } : { gen: 1, since: now };

type Identity = Pick<
  SessionRecord,
  "subject" | "idToken" | "issuer" | "name" | "sid" | "email" | "picture" | "sessionState"
>;

/** The identity that the new ID token names; fields that it leaves out stay as they were. */
const identityOf = (claims: oauth.IDToken, idToken: string, old: SessionRecord | undefined): Identity => ({
  subject: claims.sub,
  idToken,
  issuer: claims.iss,
  name: nameIn(claims) ?? old?.name ?? claims.sub,
  sid: textClaim(claims, "sid") ?? old?.sid,
  email: textClaim(claims, "email") ?? old?.email,
  picture: old?.picture,
  sessionState: old?.sessionState,
});

export const nameIn = (claims: unknown): string | undefined =>
  textClaim(claims, "name") ?? textClaim(claims, "preferred_username") ?? textClaim(claims, "email");

/**
 * Checks that the library leaves to us: no subject, a token from the future, the half hash of the access token
 * beside it.
 */
async function checkFurther(
  claims: oauth.IDToken,
  tokens: oauth.TokenEndpointResponse,
  nowS: number,
): Promise<void> {
  if (claims.sub === "") throw new AuthError("not-verified", undefined, { code: "sub" });
  if (claims.iat > nowS + FUTURE_S) throw new AuthError("not-verified", undefined, { code: "iat" });
  const expected = claims["at_hash"];
  if (tokens.id_token === undefined || expected === undefined) return;
  // Of the others, Ed25519 alone has a hash that browsers know: SHA-512 (RFC 8032).
  const bits = /S(\d{3})$/.exec(textClaim(headerOf(tokens.id_token), "alg") ?? "")?.[1] ?? "512";
  const text = new TextEncoder().encode(tokens.access_token);
  const hash = new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, text));
  if (toBase64Url(hash.slice(0, hash.length / 2)) !== expected)
    throw new AuthError("not-verified", undefined, { code: "at_hash" });
}

/** The subject of a readable access token, whatever its kind; nothing where it names none. */
function subjectOf(accessToken: string | undefined): unknown {
  const claims = accessToken === undefined ? undefined : claimsOf(accessToken);
  return typeof claims === "object" && claims !== null ? Reflect.get(claims, "sub") : undefined;
}

/** An access token of another person would show that person's work under this one's name. */
function checkAccessToken(
  { tokens, isPairwise }: Answered,
  { subject }: Identity,
  old: SessionRecord | undefined,
): void {
  const said = subjectOf(tokens.access_token);
  const expected = isPairwise ? (subjectOf(old?.accessToken) ?? said) : subject;
  if (said !== undefined && said !== expected)
    throw new AuthError("not-verified", undefined, { code: "access_token.sub" });
}
