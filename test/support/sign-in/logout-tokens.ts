import { randomUUID } from "node:crypto";
import { exportJWK } from "jose";
import { type KeyPair, newKeys, openKeyServer, signed } from "./key-server.ts";
import { rewritten, withPayload } from "./token-cases.ts";

type Facts = Record<string, unknown>;

export const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** How a logout token differs from an honest one. */
export interface LogoutCase {
  readonly claims?: Facts;
  readonly header?: Facts;
  readonly signer?: "RS256" | "stranger";
  /** Sends this instead. */
  readonly token?: (token: string, forge: LogoutForge) => string | Promise<string>;
}

export interface LogoutForge {
  readonly claims: (changes?: Facts) => Facts;
  readonly withSecret: () => Promise<string>;
  readonly rewritten: typeof rewritten;
  readonly withPayload: typeof withPayload;
}

/** An issuer that tells when sessions are over, in every way that it should not. */
export async function openLogoutIssuer(clock: () => number = Date.now) {
  const server = await openKeyServer();
  const pairs: Record<string, KeyPair> = {
    ES256: await newKeys(),
    RS256: await newKeys("RS256"),
    stranger: await newKeys(),
  };
  const pairOf = (name: string): KeyPair => {
    const pair = pairs[name];
    if (!pair) throw new Error(name);
    return pair;
  };
  await server.publish({
    ES256: { pair: pairOf("ES256"), alg: "ES256" },
    RS256: { pair: pairOf("RS256"), alg: "RS256" },
  });
  const claims = (changes: Facts = {}): Facts => {
    const nowS = Math.floor(clock() / 1000);
    return {
      iss: server.issuer,
      aud: "waybill-web",
      iat: nowS,
      exp: nowS + 120,
      jti: randomUUID(),
      sid: "s1",
      events: { [LOGOUT_EVENT]: {} },
      ...changes,
    };
  };
  const forge: LogoutForge = {
    claims,
    withSecret: async () => {
      const secret = JSON.stringify(await exportJWK(pairOf("ES256").publicKey)).padEnd(64);
      const header = { typ: "logout+jwt", alg: "HS256", kid: "ES256" };
      return signed(claims(), header, new TextEncoder().encode(secret));
    },
    rewritten,
    withPayload,
  };
  return {
    server,
    /** The key that access tokens of this issuer are signed with too. */
    pair: pairOf("ES256"),
    async tokenOf(given: LogoutCase = {}): Promise<string> {
      const { signer = "ES256" } = given;
      const alg = signer === "RS256" ? "RS256" : "ES256";
      const header = { typ: "logout+jwt", alg, kid: alg, ...given.header };
      const token = await signed(claims(given.claims), header, pairOf(signer).privateKey);
      return (await given.token?.(token, forge)) ?? token;
    },
    close: server.close,
  };
}
