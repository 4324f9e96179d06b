import { type ProtectedHeaderParameters, decodeProtectedHeader } from "jose";

/** Why a token is refused; goes to the log and to the caller, never with the token. */
export type TokenFault =
  | "malformed"
  | "typ"
  | "alg"
  | "crit"
  | "signature"
  | "issuer"
  | "audience"
  | "claims"
  | "expired"
  | "not-yet"
  | "client"
  | "kind"
  | "ended"
  /** Bound to a key and sent as if it were not. */
  | "bound"
  /** Not bound to a key where it must be. */
  | "unbound"
  | ProofFault
  | LogoutFault;

/** Why a logout token is refused (OpenID Connect Back-Channel Logout 1.0 §2.6), besides what is wrong with any token. */
export type LogoutFault =
  | "logout-age"
  | "logout-event"
  | "logout-nonce"
  | "logout-id"
  /** It names neither a session nor a person. */
  | "logout-whose"
  | "logout-used";

/** Why the proof beside a token is refused (RFC 9449). */
export type ProofFault =
  | "proof-missing"
  | "proof-twice"
  | "proof-malformed"
  | "proof-typ"
  | "proof-alg"
  | "proof-key"
  | "proof-signature"
  | "proof-method"
  | "proof-address"
  | "proof-time"
  | "proof-id"
  | "proof-token"
  | "proof-used";

export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
  readonly fault: TokenFault;
  constructor(fault: TokenFault) {
    super(`token refused: ${fault}`);
    this.fault = fault;
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

/** @throws TokenRefused `malformed` */
export function headerOf(token: string): ProtectedHeaderParameters {
  if (!isCompact(token, TOKEN_LIMIT)) throw new TokenRefused("malformed");
  try {
    return decodeProtectedHeader(token);
  } catch {
    throw new TokenRefused("malformed");
  }
}

/**
 * What can be told from the header alone, before any key is looked for. Keys that it names are never looked at.
 *
 * @param types accepted `typ`; `""` stands for none
 */
export function checkHeader(token: string, types: readonly string[]): void {
  const header = headerOf(token);
  const { typ = "" } = header;
  const type = typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : undefined;
  if (!types.some((accepted) => accepted.toLowerCase() === type)) throw new TokenRefused("typ");
  if (typeof header.alg !== "string" || !ALGORITHMS.includes(header.alg)) throw new TokenRefused("alg");
  // We know no extension, so whatever must be understood is not.
  if (header.crit !== undefined) throw new TokenRefused("crit");
}

/** The payload of a token whose signature is good. @throws TokenRefused `malformed` */
export function claimsOf(payload: Uint8Array): Claims {
  try {
    const claims: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
    if (typeof claims === "object" && claims !== null && !Array.isArray(claims)) return { ...claims };
  } catch {
    // Said below.
  }
  throw new TokenRefused("malformed");
}

export interface Expected {
  readonly issuer: string;
  readonly audience: string;
  readonly clients: readonly string[];
}

/** What a signed token says of itself, rule by rule. `nowS` in seconds. */
export function checkClaims(claims: Claims, { issuer, audience, clients }: Expected, nowS: number): void {
  if (claims["iss"] !== issuer) throw new TokenRefused("issuer");
  if (!isFor(claims["aud"], audience)) throw new TokenRefused("audience");
  checkLife(claims, nowS);
  if (typeof claims["sub"] !== "string" || claims["sub"] === "") throw new TokenRefused("claims");
  const callers = [claims["azp"], claims["client_id"]].filter((id) => id !== undefined);
  if (callers.length === 0 || !callers.every((id) => typeof id === "string" && clients.includes(id)))
    throw new TokenRefused("client");
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
