import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type GenerateKeyPairResult,
  SignJWT,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
} from "jose";

export type KeyPair = GenerateKeyPairResult;
type Facts = Record<string, unknown>;

/** An issuer that is nothing but its discovery document and its keys, over real HTTP. */
export interface KeyServer {
  readonly issuer: string;
  /** The keys that it publishes, by `kid`. */
  readonly publish: (
    keys: Readonly<Record<string, { readonly pair: KeyPair; readonly alg: string }>>,
  ) => Promise<void>;
  /** How it answers from now on. */
  manner: "good" | "refusing" | "hanging" | "html" | "failing" | "empty" | "truncated" | "other-issuer";
  /** How often its keys were asked for. */
  fetches: number;
  readonly close: () => Promise<void>;
}

const ODD: Readonly<Partial<Record<KeyServer["manner"], string>>> = {
  html: "<h1>Sign in to this network</h1>",
  truncated: '{"keys": [{"kty"',
  empty: '{"keys": []}',
};

export async function openKeyServer(): Promise<KeyServer> {
  let published: object[] = [];
  const server = createServer((request, response) => {
    const isKeys = request.url === "/jwks";
    if (isKeys) state.fetches += 1;
    if (state.manner === "hanging") return;
    if (state.manner === "refusing") {
      response.destroy();
      return;
    }
    const issuer = state.manner === "other-issuer" ? "https://elsewhere.example" : state.issuer;
    const honest = isKeys ? { keys: published } : { issuer, jwks_uri: `${state.issuer}/jwks` };
    response.statusCode = state.manner === "failing" ? 500 : 200;
    response.setHeader("content-type", "application/json");
    response.end(ODD[state.manner] ?? JSON.stringify(honest));
  });
  const close = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  const state: KeyServer = {
    issuer: "",
    manner: "good",
    fetches: 0,
    publish: async (keys) => {
      published = await Promise.all(
        Object.entries(keys).map(async ([kid, { pair, alg }]) => ({
          ...(await exportJWK(pair.publicKey)),
          kid,
          alg,
          use: "sig",
        })),
      );
    },
    close,
  };
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return Object.assign(state, { issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** A key pair whose public half can be published. */
export const newKeys = (alg = "ES256"): Promise<KeyPair> =>
  generateKeyPair(alg, { extractable: true, ...(/^[RP]S/.test(alg) && { modulusLength: 2048 }) });

/** Signs any claims with any header; `undefined` takes a member away. A header may name the extension `x` in `crit`. */
export const signed = (
  claims: Facts,
  header: Facts,
  key: KeyPair["privateKey"] | Uint8Array,
): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: "ES256", ...header }).sign(key, { crit: { x: true } });

/** Thumbprint of a public key (RFC 7638). */
export const thumbprint = async (pair: KeyPair): Promise<string> =>
  calculateJwkThumbprint(await exportJWK(pair.publicKey));

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** A DPoP proof as an honest browser would make it, but for what is changed. */
export async function proofOf(
  pair: KeyPair,
  about: { token: string; method: string; url: string; nowS: number },
  changes: { header?: Facts; claims?: Facts; signer?: KeyPair["privateKey"] } = {},
): Promise<string> {
  const claims = {
    htm: about.method,
    htu: about.url,
    iat: about.nowS,
    jti: randomUUID(),
    ath: hashOfToken(about.token),
    ...changes.claims,
  };
  const header = { typ: "dpop+jwt", jwk: await exportJWK(pair.publicKey), ...changes.header };
  return signed(claims, header, changes.signer ?? pair.privateKey);
}
