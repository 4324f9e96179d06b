import { randomUUID } from "node:crypto";
import * as oauth from "oauth4webapi";
import { CompactSign, exportJWK } from "jose";
import { plainRoleMap } from "#kernel/roles.ts";
import type { Credentials } from "#server/identity/credentials.ts";
import { providerKeySet } from "#server/identity/provider-keyset.ts";
import { TokenRefused } from "#server/identity/token-rules.ts";
import { type ProofRules, type VerifierRules, createVerifier } from "#server/identity/verifier.ts";
import { type KeyPair, newKeys, openKeyServer, proofOf, signed, thumbprint } from "./key-server.ts";

export const PUBLIC_URL = "https://waybill.example/app";
export const PATH = "/api/me";
const AUDIENCE = "urn:waybill:api";
/** The clock of every case stands still here. */
const NOW = Date.now();
export const nowS = Math.floor(NOW / 1000);

export type Facts = Record<string, unknown>;

/** How a call differs from an honest one. */
export interface Case {
  readonly claims?: Facts;
  readonly header?: Facts;
  /** Key that signs the token: a published one by its algorithm, or one that nobody knows. */
  readonly signer?: string;
  /** Sends this instead of the token. */
  readonly token?: (token: string, forge: Forge) => string | Promise<string>;
  readonly authorization?: (token: string) => string;
  /** Binds the token to the browser's key and sends it as DPoP with a proof. */
  readonly bound?: true;
  /** Which key the proof is of: the browser's, its RSA key, or another's than the token is bound to. */
  readonly proofKey?: "rsa" | "other";
  readonly proof?: { readonly header?: Facts; readonly claims?: Facts; readonly by?: "stranger" };
  /** Sends these instead of the one proof. */
  readonly proofs?: (proof: string, token: string) => readonly string[];
  readonly call?: Partial<Credentials>;
  readonly rules?: Partial<VerifierRules>;
  readonly proofRules?: Partial<ProofRules>;
  /** Left out of the second opinion, which wants every claim of RFC 9068. */
  readonly lax?: true;
}

export type Row = readonly [says: string, verdict: TokenRefused["fault"] | "accepted", given?: Case];
export type TokenCases = Awaited<ReturnType<typeof openTokenCases>>;

/** Makes tokens that nobody should accept. */
export interface Forge {
  /** The token's claims, changed. */
  readonly claims: (changes?: Facts) => Facts;
  /** A good signature over any text. */
  readonly signText: (text: string) => Promise<string>;
  /** Signed with our public key as a shared secret. */
  readonly withSecret: (alg: string) => Promise<string>;
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The token under another header, its signature kept. */
export const rewritten = (token: string, header: Facts): string =>
  `${encoded(header)}${token.slice(token.indexOf("."))}`;

/** The token with another payload, its signature kept. */
export function withPayload(token: string, payload: Facts): string {
  const [header, , signature] = token.split(".");
  return `${header}.${encoded(payload)}.${signature}`;
}

/** An issuer with keys of every accepted algorithm, a browser with keys of its own, and judges. */
export async function openTokenCases() {
  const server = await openKeyServer();
  const pairs = new Map<string, KeyPair>();
  for (const alg of ["ES256", "RS256", "PS256", "Ed25519", "EdDSA"]) pairs.set(alg, await newKeys(alg));
  await server.publish({
    ...Object.fromEntries([...pairs].map(([alg, pair]) => [alg, { pair, alg }])),
    second: { pair: await newKeys("RS256"), alg: "RS256" },
  });
  const stranger = await newKeys();
  const browser = { own: await newKeys(), rsa: await newKeys("RS256"), other: await newKeys() };
  const pairOf = (name: string): KeyPair => pairs.get(name) ?? stranger;

  const claims = (changes: Facts = {}): Facts => ({
    iss: server.issuer,
    aud: AUDIENCE,
    sub: "ada",
    client_id: "waybill-web",
    jti: randomUUID(),
    iat: nowS,
    exp: nowS + 300,
    ...changes,
  });
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const forge: Forge = {
    claims,
    signText: (text) =>
      new CompactSign(bytes(text))
        .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: "ES256" })
        .sign(pairOf("ES256").privateKey),
    withSecret: async (alg) => {
      const secret = JSON.stringify(await exportJWK(pairOf("ES256").publicKey)).padEnd(64);
      return signed(claims(), { typ: "at+jwt", alg, kid: "ES256" }, bytes(secret));
    },
  };

  async function tokenOf(given: Case): Promise<string> {
    const { signer = "ES256", header = {} } = given;
    const alg = signer === "stranger" ? "ES256" : signer;
    const jkt = await thumbprint(given.proofKey === "rsa" ? browser.rsa : browser.own);
    const token = await signed(
      claims({
        ...(given.bound && { cnf: { jkt } }),
        ...given.claims,
        ...(given.claims?.["iss"] === "slash" && { iss: `${server.issuer}/` }),
      }),
      {
        typ: "at+jwt",
        alg,
        kid: alg,
        ...header,
        ...(header["jwk"] === "stranger" && { jwk: await exportJWK(stranger.publicKey) }),
      },
      pairOf(signer).privateKey,
    );
    return (await given.token?.(token, forge)) ?? token;
  }

  async function proofsFor(given: Case, token: string): Promise<readonly string[]> {
    const keys = browser[given.proofKey ?? "own"];
    const { header = {}, claims: said = {}, by } = given.proof ?? {};
    const about = { token, method: "GET", url: `${PUBLIC_URL}${PATH}`, nowS };
    const proof = await proofOf(keys, about, {
      header: {
        alg: keys === browser.rsa ? "RS256" : "ES256",
        ...header,
        ...(header["jwk"] === "private" && { jwk: await exportJWK(keys.privateKey) }),
      },
      claims: said,
      ...(by && { signer: stranger.privateKey }),
    });
    return given.proofs ? given.proofs(proof, token) : [proof];
  }

  /** Result of the call of this case. */
  async function credentialsOf(given: Case): Promise<Credentials> {
    const token = await tokenOf(given);
    const plain = `${given.bound ? "DPoP" : "Bearer"} ${token}`;
    return {
      authorization: given.authorization ? given.authorization(token) : plain,
      proofs: given.bound ? await proofsFor(given, token) : [],
      method: "GET",
      path: PATH,
      ...given.call,
    };
  }

  const rulesOf = (given: Case): VerifierRules => ({
    issuer: server.issuer,
    audience: AUDIENCE,
    clients: ["waybill-web"],
    tokenTypes: ["at+jwt"],
    rolePaths: { realmPath: "/realm_access/roles", clientPath: "/x", clientId: "waybill-api" },
    roleMap: plainRoleMap("waybill-api"),
    keySet: providerKeySet(server.issuer, () => NOW),
    clock: () => NOW,
    isEnded: ({ sid, subject, issuedAt }) =>
      sid === "gone" || (subject === "left" && issuedAt <= (nowS - 5) * 1000),
    proofs: {
      publicUrl: PUBLIC_URL,
      required: false,
      useOnce: () => Promise.resolve(true),
      ...given.proofRules,
    },
    ...given.rules,
  });

  /** Our verdict: the fault, or "accepted". */
  async function verdict(given: Case): Promise<string> {
    try {
      await createVerifier(rulesOf(given))(await credentialsOf(given));
      return "accepted";
    } catch (error) {
      if (error instanceof TokenRefused) return error.fault;
      throw error;
    }
  }

  /** The verdict of a library that knows nothing of our rules: the subject that it accepts. */
  async function secondOpinion(given: Case): Promise<string> {
    const { authorization = "", proofs, method, path } = await credentialsOf(given);
    const request = new Request(`${PUBLIC_URL}${path}`, {
      method,
      headers: { authorization, ...(proofs[0] !== undefined && { dpop: proofs[0] }) },
    });
    const metadata = { issuer: server.issuer, jwks_uri: `${server.issuer}/jwks` };
    const { sub } = await oauth.validateJwtAccessToken(metadata, request, AUDIENCE, {
      [oauth.allowInsecureRequests]: true,
      [oauth.clockTolerance]: 60,
      [oauth.clockSkew]: nowS - Math.floor(Date.now() / 1000),
    });
    return sub;
  }

  return { verdict, secondOpinion, close: server.close };
}
