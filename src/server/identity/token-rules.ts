import { type ProtectedHeaderParameters, decodeJwt, decodeProtectedHeader } from "jose";
import type { TokenFault } from "#contract/token-faults.ts";

/** Why a logout token is refused (OpenID Connect Back-Channel Logout 1.0 §2.6), besides what is wrong with any token. */
export type LogoutFault =
  | "logout-age"
  | "logout-event"
  | "logout-nonce"
  | "logout-id"
  /** It names neither a session nor a person. */
  | "logout-whose"
  | "logout-used";

/** Longest part of a refused token that is written to the log. */
const SAID_LIMIT = 200;

export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
  readonly fault: TokenFault | LogoutFault;
  /** The value at fault, for the log alone: a type, an issuer, an audience or a client, never the token. */
  readonly said: string | undefined;
  constructor(fault: TokenFault | LogoutFault, said?: unknown) {
    super(`token refused: ${fault}`);
    this.fault = fault;
    this.said = said === undefined ? undefined : JSON.stringify(said)?.slice(0, SAID_LIMIT);
  }
}

/** Asymmetric ones only: with HS* our public key would be the secret. */
export const ALGORITHMS = ["RS256", "PS256", "ES256", "Ed25519", "EdDSA"];
/** Clocks may differ by this much. */
export const TOLERANCE_S = 30;
/** Longer ones are refused unread; Node refuses headers beyond 16 kB anyway. */
const TOKEN_LIMIT = 16_384;

/** Tokens that say in their payload that they are something else (Keycloak). */
const OTHER_KINDS = new Set(["ID", "Refresh", "Offline", "Logout"]);

export type Claims = Readonly<Record<string, unknown>>;

/** Whether a text has the shape of a signed token. */
export const isCompact = (token: string, limit: number): boolean =>
  token.length <= limit && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

/**
 * The header of a signed token.
 *
 * @throws TokenRefused `opaque` for what is no signed JWT at all, `malformed` for one that is broken
 */
export function headerOf(token: string): ProtectedHeaderParameters {
  if (token.length <= TOKEN_LIMIT && token.split(".").length !== 3) throw new TokenRefused("opaque");
  if (!isCompact(token, TOKEN_LIMIT)) throw new TokenRefused("malformed");
  try {
    return decodeProtectedHeader(token);
  } catch {
    throw new TokenRefused("opaque");
  }
}

/**
 * Refuses a token that says itself that another issuer made it. Read before any key is looked for, so that the refusal
 * names the issuer instead of the signature; a right name proves nothing yet.
 *
 * @throws TokenRefused `issuer`
 */
export function checkClaimedIssuer(token: string, issuer: string): void {
  const said = claimedIssuer(token);
  if (said !== undefined && said !== issuer) throw new TokenRefused("issuer", said);
}

function claimedIssuer(token: string): unknown {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

/**
 * Checks the header alone, before any key is looked for. Keys that it names are never looked at.
 *
 * @param types accepted `typ`; `""` stands for none
 */
export function checkHeader(token: string, types: readonly string[]): void {
  const header = headerOf(token);
  const { typ = "" } = header;
  const type = typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : undefined;
  if (!types.some((accepted) => accepted.toLowerCase() === type)) throw new TokenRefused("typ", typ);
  if (typeof header.alg !== "string" || !ALGORITHMS.includes(header.alg)) throw new TokenRefused("alg");
  // We know no extension, so whatever must be understood is not.
  if (header.crit !== undefined) throw new TokenRefused("crit");
}

/**
 * The payload of a token whose signature is good.
 *
 * @throws TokenRefused `malformed`; `claims` where any text in it holds a NUL, which no database keeps
 */
export function claimsOf(payload: Uint8Array): Claims {
  let hasNul = false;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(payload);
    const claims: unknown = JSON.parse(text, (name, value: unknown) => {
      hasNul ||= name.includes("\0") || (typeof value === "string" && value.includes("\0"));
      return value;
    });
    if (hasNul) throw new TokenRefused("claims");
    if (typeof claims === "object" && claims !== null && !Array.isArray(claims)) return { ...claims };
  } catch (error) {
    if (error instanceof TokenRefused) throw error;
  }
  throw new TokenRefused("malformed");
}

/** Longest name of a person or a session that we keep; OpenID Connect Core §2 allows a `sub` 255 characters. */
const NAME_LIMIT = 255;

/** Whether a claim can name a person or a session. Half of a character would be kept as another one. */
export const isName = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= NAME_LIMIT && !/\p{Surrogate}/u.test(value);

export interface Expected {
  readonly issuer: string;
  readonly audience: string;
  readonly clients: readonly string[];
}

/** Checks a signed token's claims rule by rule. `nowS` in seconds. */
export function checkClaims(claims: Claims, { issuer, audience, clients }: Expected, nowS: number): void {
  if (claims["iss"] !== issuer) throw new TokenRefused("issuer", claims["iss"]);
  if (!isFor(claims["aud"], audience)) throw new TokenRefused("audience", claims["aud"]);
  checkLife(claims, nowS);
  if (!isName(claims["sub"])) throw new TokenRefused("claims");
  if (claims["sid"] && typeof claims["sid"] === "string" && !isName(claims["sid"]))
    throw new TokenRefused("claims");
  const callers = [claims["azp"], claims["client_id"]].filter((id) => id !== undefined);
  if (callers.length === 0 || !callers.every((id) => typeof id === "string" && clients.includes(id)))
    throw new TokenRefused("client", callers);
  if (typeof claims["typ"] === "string" && OTHER_KINDS.has(claims["typ"])) throw new TokenRefused("kind");
}

/** Whether a token is good by now, within the tolerance. @throws TokenRefused `claims`, `expired`, `not-yet` */
export function checkLife({ exp, iat, nbf }: Claims, nowS: number): { iat: number } {
  if (!isTime(exp) || !isTime(iat)) throw new TokenRefused("claims");
  if (nbf !== undefined && !isTime(nbf)) throw new TokenRefused("claims");
  if (exp <= nowS - TOLERANCE_S) throw new TokenRefused("expired");
  if (Math.max(iat, nbf ?? iat) > nowS + TOLERANCE_S) throw new TokenRefused("not-yet");
  return { iat };
}

/** Whether an `aud`, one text or several, holds this one. */
export const isFor = (aud: unknown, audience: string): boolean =>
  aud === audience || (Array.isArray(aud) && aud.includes(audience));

/** Seconds since 1970 as a JWT gives them. */
export const isTime = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value);

/**
 * The thumbprint of the key that a token is bound to (RFC 9449 §6.1).
 *
 * @throws TokenRefused `claims` where it is bound in a way that we cannot check
 */
export function boundTo(claims: Claims): string | undefined {
  const { cnf } = claims;
  if (cnf === undefined) return undefined;
  const jkt = typeof cnf === "object" && cnf !== null && "jkt" in cnf ? cnf.jkt : undefined;
  if (typeof jkt !== "string" || !/^[\w-]{43}$/.test(jkt)) throw new TokenRefused("claims");
  return jkt;
}
