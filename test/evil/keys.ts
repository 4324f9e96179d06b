import { createHmac } from "node:crypto";
import type { JWK } from "jose";
import { base64url, exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";
import type { Fault, Json, Signature } from "./fault.ts";

export type Keys = Awaited<ReturnType<typeof makeKeys>>;

async function pair(kid: string, alg: "RS256" | "ES256") {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg, use: "sig" };
  return { kid, alg, publicKey, privateKey, jwk };
}

/** The keys of all issuers: one of each kind, a second RSA key, and the one that comes at a rotation. */
export async function makeKeys() {
  return {
    rsa: await pair("rsa", "RS256"),
    rsa2: await pair("rsa-2", "RS256"),
    ec: await pair("ec", "ES256"),
    next: await pair("next", "RS256"),
  };
}

/** The key set that an issuer shows. */
export function keySetOf(keys: Keys, fault: Fault, rotated: boolean): { keys: JWK[] } {
  if (fault.keys === "one") return { keys: [keys.rsa.jwk] };
  if (fault.keys === "two") return { keys: [keys.rsa.jwk, keys.rsa2.jwk] };
  return { keys: [(rotated ? keys.next : keys.rsa).jwk, keys.ec.jwk] };
}

/** An ID token, rightly signed or not. */
export async function signIdToken(
  keys: Keys,
  claims: Json,
  how: Signature,
  rotated: boolean,
  spoil: (header: Json) => void = () => undefined,
): Promise<string> {
  const key = how === "ES256" || how === "broken-ES256" ? keys.ec : rotated ? keys.next : keys.rsa;
  const header: Json = { alg: key.alg, kid: key.kid, typ: "JWT" };
  if (how === "unsigned") {
    delete header["kid"];
    header["alg"] = "none";
  }
  if (how === "hmac-of-public-key") header["alg"] = "HS256";
  spoil(header);
  const text = `${coded(header)}.${coded(claims)}`;
  if (how === "unsigned") return `${text}.`;
  if (how === "hmac-of-public-key") {
    const secret = await exportSPKI(keys.rsa.publicKey);
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ ...header, alg: key.alg })
    .sign(key.privateKey);
  return how.startsWith("broken") ? withWrongSignature(token) : token;
}

/** An access token as our API wants it. */
export const signAccessToken = (keys: Keys, claims: Json, typ = "at+jwt"): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: keys.ec.kid, typ }).sign(keys.ec.privateKey);

const coded = (part: Json) => base64url.encode(JSON.stringify(part));

/** One bit of the signature turned. */
function withWrongSignature(token: string): string {
  const [header = "", claims = "", signature = ""] = token.split(".");
  const bytes = base64url.decode(signature);
  bytes[8] = (bytes[8] ?? 0) ^ 1;
  return `${header}.${claims}.${base64url.encode(bytes)}`;
}
