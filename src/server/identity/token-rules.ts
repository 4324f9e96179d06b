import { type JWTPayload, type ProtectedHeaderParameters, decodeProtectedHeader } from "jose";

/** Why a token is refused; goes to the log and the `WWW-Authenticate` header, never with the token. */
export type TokenFault =
  | "malformed"
  | "typ"
  | "alg"
  | "signature"
  | "iss"
  | "aud"
  | "expired"
  | "not-yet"
  | "claims"
  | "client"
  | "kind"
  | "bound"
  | "ended";

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

/** What can be told from the header alone, before any key is looked for. */
export function checkHeader(token: string, types: readonly string[]): void {
  if (token.length > TOKEN_LIMIT || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token))
    throw new TokenRefused("malformed");
  const header = headerOf(token);
  const type = header.typ?.toLowerCase().replace(/^application\//, "");
  if (!types.some((accepted) => accepted.toLowerCase() === type)) throw new TokenRefused("typ");
  if (!ALGORITHMS.includes(header.alg ?? "")) throw new TokenRefused("alg");
}

function headerOf(token: string): ProtectedHeaderParameters {
  try {
    return decodeProtectedHeader(token);
  } catch {
    throw new TokenRefused("malformed");
  }
}

/** What the library leaves to us, after signature, issuer, audience and times. */
export function checkClaims(claims: JWTPayload, clients: readonly string[], nowS: number): void {
  const { exp, iat, sub } = claims;
  if (typeof exp !== "number" || typeof iat !== "number" || typeof sub !== "string" || sub === "")
    throw new TokenRefused("claims");
  if (iat > nowS + TOLERANCE_S) throw new TokenRefused("not-yet");
  const callers = [claims["azp"], claims["client_id"]].filter((id) => id !== undefined);
  if (callers.length === 0 || !callers.every((id) => typeof id === "string" && clients.includes(id)))
    throw new TokenRefused("client");
  if (typeof claims["typ"] === "string" && OTHER_KINDS.has(claims["typ"])) throw new TokenRefused("kind");
}
