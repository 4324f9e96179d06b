import { randomUUID } from "node:crypto";
import { type KeyPair, proofOf, signed, thumbprint } from "../sign-in/key-server.ts";

/** An issuer that signs with this key. */
export interface Signing {
  readonly server: { readonly issuer: string };
  readonly pair: KeyPair;
}

/** Settings of a node that believes this issuer. */
export const believing = ({ server }: Signing): string[] => ["--oidc-issuer", server.issuer];

/** An access token for our API, as it would be now, changed. */
export function accessToken(
  { server, pair }: Signing,
  subject: string,
  changes: Record<string, unknown> = {},
  kid = "ES256",
): Promise<string> {
  const nowS = Math.floor(Date.now() / 1000);
  return signed(
    {
      iss: server.issuer,
      aud: "urn:waybill:api",
      sub: subject,
      name: subject,
      azp: "waybill-web",
      iat: nowS,
      exp: nowS + 300,
      jti: randomUUID(),
      resource_access: { "waybill-api": { roles: ["sender"] } },
      ...changes,
    },
    { typ: "at+jwt", alg: "ES256", kid },
    pair.privateKey,
  );
}

export const bearing = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** A call of `browser`'s bound token, its proof made for one call to this address. */
export async function proving(
  browser: KeyPair,
  token: string,
  url: string,
  claims: Record<string, unknown> = {},
): Promise<Record<string, string>> {
  const nowS = Math.floor(Date.now() / 1000);
  return {
    authorization: `DPoP ${token}`,
    dpop: await proofOf(browser, { token, method: "GET", url, nowS }, { claims }),
  };
}

/** Claim that binds a token to this key. */
export const boundTo = async (browser: KeyPair) => ({ cnf: { jkt: await thumbprint(browser) } });
