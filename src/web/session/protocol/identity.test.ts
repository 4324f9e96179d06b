import { generateKeyPair, SignJWT } from "jose";
import * as oauth from "oauth4webapi";
import { expect, test } from "vitest";
import { config, ISSUER } from "#test/support/sign-in/stub-provider.ts";
import { toBase64Url } from "../driver/jwt.ts";
import { recordOf } from "./identity.ts";

/** Tokens as the library passes them on, the access token's hash made with any function. */
async function tokensBy(alg: string, hash: string): Promise<oauth.TokenEndpointResponse> {
  const { privateKey } = await generateKeyPair(alg);
  const whole = new Uint8Array(await crypto.subtle.digest(hash, new TextEncoder().encode("access")));
  const now = Math.floor(Date.now() / 1000);
  const idToken = await new SignJWT({
    iss: ISSUER,
    sub: "ada",
    aud: config.clientId,
    iat: now,
    exp: now + 300,
    at_hash: toBase64Url(whole.slice(0, whole.length / 2)),
  })
    .setProtectedHeader({ alg })
    .sign(privateKey);
  const server = { issuer: ISSUER, id_token_signing_alg_values_supported: [alg] };
  const body = { access_token: "access", token_type: "Bearer", expires_in: 300, id_token: idToken };
  const headers = { "content-type": "application/json" };
  const response = new Response(JSON.stringify(body), { headers });
  return oauth.processRefreshTokenResponse(server, { client_id: config.clientId }, response);
}

const MATCHES = [
  ["ES256", "SHA-256"],
  ["ES384", "SHA-384"],
  ["PS512", "SHA-512"],
  ["Ed25519", "SHA-512"],
  ["EdDSA", "SHA-512"],
] as const;

test.each(MATCHES)("beside %s the access token is hashed by %s", async (alg, hash) => {
  const tokens = await tokensBy(alg, hash);
  const record = await recordOf(config, { tokens, key: undefined, skewS: 0 });
  expect(record).toMatchObject({ subject: "ada", accessToken: "access" });
});

test.each(MATCHES)("beside %s no other hash than %s is taken", async (alg, hash) => {
  const tokens = await tokensBy(alg, hash === "SHA-256" ? "SHA-512" : "SHA-256");
  await expect(recordOf(config, { tokens, key: undefined, skewS: 0 })).rejects.toMatchObject({
    facts: { code: "at_hash" },
  });
});
