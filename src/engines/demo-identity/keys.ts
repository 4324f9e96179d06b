import { randomBytes } from "node:crypto";
import { type JSONWebKeySet, type JWK, calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { type Queryable, keptSecret } from "./store.ts";

export const SIGNING_ALGORITHM = "ES256";

export interface ProviderKeys {
  readonly jwks: { readonly keys: JWK[] };
  readonly cookieKeys: string[];
  /** 32 bytes that nonces of DPoP proofs are derived from. */
  readonly nonceSecret: Buffer;
}

/** The provider's keys, made on the first start and kept, so that tokens and cookies outlive a restart. */
export async function providerKeys(pool: Queryable): Promise<ProviderKeys> {
  return {
    jwks: await keptSecret(pool, "jwks", async () => ({ keys: [await signingKey()] })),
    cookieKeys: await keptSecret(pool, "cookie-keys", () => Promise.resolve([randomText()])),
    nonceSecret: Buffer.from(
      await keptSecret(pool, "dpop-nonce", () => Promise.resolve(randomText())),
      "base64url",
    ),
  };
}

const randomText = () => randomBytes(32).toString("base64url");

async function signingKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, alg: SIGNING_ALGORITHM, use: "sig", kid: await calculateJwkThumbprint(jwk) };
}

/** Leaves out every part that signs. */
export const publicHalf = (jwks: ProviderKeys["jwks"]): JSONWebKeySet => ({
  keys: jwks.keys.map((key) => {
    const copy: Record<string, unknown> = { ...key };
    delete copy["d"];
    return { kty: "EC", ...copy };
  }),
});
