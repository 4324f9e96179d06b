import { type CryptoKey, type KeyObject, calculateJwkThumbprint, compactVerify, importJWK } from "jose";
import type { Instant } from "#kernel/instant.ts";
import { ALGORITHMS, TokenRefused, claimsOf, headerOf, isCompact, isTime } from "./token-rules.ts";
import { tokenCache } from "./token-cache.ts";

/** Call and token that a proof must name. */
export interface ProofOf {
  /** base64url of the SHA-256 of the access token. */
  readonly tokenHash: string;
  /** Thumbprint of the key that the token is bound to. */
  readonly jkt: string;
  readonly method: string;
  /** Absolute address of the call as the client sees it; query and fragment do not count. */
  readonly url: string;
}

type Key = CryptoKey | KeyObject | Uint8Array;

interface ProofKey {
  readonly alg: string;
  readonly jkt: string;
  readonly key: Key;
}

/** Seconds that a proof's clock may be off, before and after. */
const WINDOW_S = 60;
/** How long a proof's id must not come again: the window both ways, and 10 s by which our processes' clocks may differ. */
export const PROOF_KEPT_MS = 130_000;
const PROOF_LIMIT = 8_192;
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
const KEYS_KEPT = 5_000;

/** Keys by the header that carries them: a browser sends the same one with every call. */
const keys = tokenCache<ProofKey>(KEYS_KEPT);

/**
 * Checks the proof beside an access token (RFC 9449 §4.3), all but that it is used once.
 *
 * @returns its `jti`, 8 to 256 characters
 * @throws TokenRefused
 */
export async function checkProof(proofs: readonly string[], about: ProofOf, now: Instant): Promise<string> {
  const [proof] = proofs;
  if (proof === undefined) throw new TokenRefused("proof-missing");
  if (proofs.length > 1) throw new TokenRefused("proof-twice");
  const { alg, jkt, key } = await keyOf(proof, now);
  const { htm, htu, iat, jti, ath } = claimsIn(await payloadOf(proof, key, alg));
  if (htm !== about.method) throw new TokenRefused("proof-method");
  if (!isSameAddress(htu, about.url)) throw new TokenRefused("proof-address");
  if (!isTime(iat) || Math.abs(iat - now / 1000) > WINDOW_S) throw new TokenRefused("proof-time");
  if (!isId(jti)) throw new TokenRefused("proof-id");
  if (ath !== about.tokenHash) throw new TokenRefused("proof-token");
  if (jkt !== about.jkt) throw new TokenRefused("proof-key");
  return jti;
}

const isId = (jti: unknown): jti is string => typeof jti === "string" && jti.length >= 8 && jti.length <= 256;

function isSameAddress(said: unknown, expected: string): boolean {
  const address = typeof said === "string" ? addressOf(said) : "";
  return address !== "" && address === addressOf(expected);
}

async function keyOf(proof: string, now: Instant): Promise<ProofKey> {
  if (!isCompact(proof, PROOF_LIMIT)) throw new TokenRefused("proof-malformed");
  const [header = ""] = proof.split(".", 1);
  const known = keys.find(header, now);
  if (known) return known;
  const found = await readKey(proof);
  keys.keep(header, found, now);
  return found;
}

async function readKey(proof: string): Promise<ProofKey> {
  const { typ, alg, jwk, crit } = headerIn(proof);
  if (typ !== "dpop+jwt") throw new TokenRefused("proof-typ");
  if (typeof alg !== "string" || !ALGORITHMS.includes(alg)) throw new TokenRefused("proof-alg");
  if (crit !== undefined) throw new TokenRefused("proof-malformed");
  if (typeof jwk !== "object" || jwk === null || PRIVATE_MEMBERS.some((name) => name in jwk))
    throw new TokenRefused("proof-key");
  try {
    return { alg, jkt: await calculateJwkThumbprint(jwk), key: await importJWK(jwk, alg) };
  } catch {
    throw new TokenRefused("proof-key");
  }
}

function headerIn(proof: string) {
  try {
    return headerOf(proof);
  } catch {
    throw new TokenRefused("proof-malformed");
  }
}

async function payloadOf(proof: string, key: Key, alg: string): Promise<Uint8Array> {
  try {
    return (await compactVerify(proof, key, { algorithms: [alg] })).payload;
  } catch {
    throw new TokenRefused("proof-signature");
  }
}

function claimsIn(payload: Uint8Array) {
  try {
    return claimsOf(payload);
  } catch {
    throw new TokenRefused("proof-malformed");
  }
}

/** An address without query and fragment in one spelling (RFC 3986 §6.2.2); "" of what is none. */
function addressOf(text: string): string {
  if (!URL.canParse(text)) return "";
  const { origin, pathname } = new URL(text);
  const spelled = pathname.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : escape.toUpperCase();
  });
  return origin === "null" ? "" : origin + spelled;
}
