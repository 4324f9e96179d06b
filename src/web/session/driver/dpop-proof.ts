import { clockSkewS } from "../clock.ts";
import { toBase64Url } from "./jwt.ts";

const ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const encoded = (value: unknown): string => toBase64Url(bytesOf(JSON.stringify(value)));

/** A key of this browser: it can sign, and it cannot be exported. */
export const newProofKey = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(ES256, false, ["sign", "verify"]);

export interface Proof {
  readonly method: string;
  readonly url: URL;
  readonly accessToken: string;
  /** Nonce that the server asked to be repeated. */
  readonly nonce?: string | undefined;
}

/** Proves that the caller holds the key of the token, for one call (RFC 9449). The address counts without its query. */
export async function proofOf(
  key: CryptoKeyPair,
  { method, url, accessToken, nonce }: Proof,
): Promise<string> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", key.publicKey);
  const head = encoded({ alg: "ES256", typ: "dpop+jwt", jwk: { kty, crv, x, y } });
  const hash = await crypto.subtle.digest("SHA-256", bytesOf(accessToken));
  const claims = encoded({
    htm: method.toUpperCase(),
    htu: url.origin + url.pathname,
    iat: Math.floor(Date.now() / 1000) + clockSkewS(),
    jti: toBase64Url(crypto.getRandomValues(new Uint8Array(16))),
    ath: toBase64Url(new Uint8Array(hash)),
    ...(nonce !== undefined && { nonce }),
  });
  const signature = await crypto.subtle.sign(ES256, key.privateKey, bytesOf(`${head}.${claims}`));
  return `${head}.${claims}.${toBase64Url(new Uint8Array(signature))}`;
}
