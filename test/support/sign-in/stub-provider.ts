import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from "jose";
import { vi } from "vitest";
import type { BrowserConfig } from "#contract/browser-config.ts";

export const ISSUER = "https://id.example";
export const CLIENT = "waybill-web";

/** Faults of the provider; each is asked anew for every request. */
export interface Manners {
  dpop: "off" | "on" | "nonce";
  /** Changes the ID token's claims before it is signed. */
  claims: (claims: JWTPayload) => JWTPayload;
  /** Changes the access token's claims before it is signed. */
  access: (claims: JWTPayload) => JWTPayload;
  /** Changes the token endpoint's answer. */
  answer: (body: Record<string, unknown>) => Record<string, unknown>;
  /** Takes the place of the token endpoint. */
  token: ((form: URLSearchParams, request: Request) => Promise<Response> | Response) | undefined;
  metadata: Record<string, unknown>;
  discovery: (() => Promise<Response> | Response) | undefined;
  keys: (() => Promise<Response> | Response) | undefined;
  userinfo: Record<string, unknown> | undefined;
  opaque: boolean;
  subject: string;
  roles: readonly string[];
  expiresIn: number | undefined;
  /** Seconds that the provider's and our server's clock are ahead. */
  aheadS: number;
  tellsTime: boolean;
  /** Answers of our own server's `/api/…`. */
  api: (request: Request) => Promise<Response> | Response;
}

export const config: BrowserConfig = {
  issuer: ISSUER,
  clientId: CLIENT,
  scope: "openid profile email",
  resource: "urn:waybill:api",
  rolesRealmPath: "/realm_access/roles",
  rolesClientPath: "/resource_access/{clientId}/roles",
  rolesClient: "waybill-api",
  roleMap: { "client:waybill-api:sender": ["sender"], "client:waybill-api:dispatcher": ["dispatcher"] },
  joinBy: "roles",
  dpop: "auto",
  offlineHours: 24,
  extraParams: {},
  org: { name: "Test", isOpen: true },
  currency: "EUR",
  timezone: "Europe/Berlin",
  locales: ["en"],
  demo: { on: false, people: [] },
  payment: { provider: "none" },
  mails: "server",
  map: { zoom: 12 },
  sessionCheckEveryS: 5,
  providerMessageWaitS: 10,
  pendingSignInS: 3600,
};

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

const unplugged = (): never => {
  throw new TypeError("Failed to fetch");
};

export type StubProvider = Awaited<ReturnType<typeof stubProvider>>;

/** A provider and our own server behind `fetch`: every answer is really signed, every proof really checked. */
export async function stubProvider(changes: Partial<BrowserConfig> = {}) {
  const settings: BrowserConfig = { ...config, ...changes };
  let pair = await generateKeyPair("ES256", { extractable: true });
  let kid = "k1";
  const manners: Manners = {
    dpop: "off",
    claims: (claims) => claims,
    access: (claims) => claims,
    answer: (body) => body,
    token: undefined,
    metadata: {},
    discovery: undefined,
    keys: undefined,
    userinfo: undefined,
    opaque: false,
    subject: "ada",
    roles: ["sender"],
    expiresIn: 300,
    aheadS: 0,
    tellsTime: true,
    api: () => json({}),
  };
  const asked: Request[] = [];
  let nonce = "";
  let count = 0;

  const nowS = () => Math.floor(Date.now() / 1000) + manners.aheadS;
  const metadata = () => ({
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/auth`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/jwks`,
    userinfo_endpoint: manners.userinfo && `${ISSUER}/me`,
    end_session_endpoint: `${ISSUER}/bye`,
    revocation_endpoint: `${ISSUER}/revoke`,
    authorization_response_iss_parameter_supported: true,
    id_token_signing_alg_values_supported: ["ES256"],
    ...(manners.dpop !== "off" && { dpop_signing_alg_values_supported: ["ES256"] }),
    ...manners.metadata,
  });
  const publicKeys = async (): Promise<{ keys: JWK[] }> => ({
    keys: [{ ...(await exportJWK(pair.publicKey)), kid, alg: "ES256", use: "sig" }],
  });
  const sign = (claims: JWTPayload, typ = "JWT") =>
    new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid, typ }).sign(pair.privateKey);

  /** The thumbprint of the proof's key. @throws Response as the provider refuses it */
  async function proven(request: Request): Promise<string | undefined> {
    const proof = request.headers.get("dpop");
    if (proof === null || manners.dpop === "off") return undefined;
    const { jwk } = decodeProtectedHeader(proof);
    const { payload } = await jwtVerify(proof, await importJWK(jwk ?? {}, "ES256"), {
      typ: "dpop+jwt",
      currentDate: new Date(nowS() * 1000),
      maxTokenAge: 60,
    }).catch(() => {
      throw json({ error: "invalid_dpop_proof" }, 400);
    });
    if (payload["htu"] !== request.url.split("?")[0] || payload["htm"] !== request.method)
      throw json({ error: "invalid_dpop_proof" }, 400);
    if (manners.dpop === "nonce" && payload["nonce"] !== nonce) {
      nonce = `n${(count += 1)}`;
      throw json({ error: "use_dpop_nonce" }, 400, { "dpop-nonce": nonce });
    }
    return calculateJwkThumbprint(jwk ?? {});
  }

  async function tokens(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.clone().text());
    if (manners.token) return manners.token(form, request);
    const jkt = await proven(request);
    count += 1;
    const access = await sign(
      manners.access({
        iss: ISSUER,
        sub: manners.subject,
        aud: "urn:waybill:api",
        iat: nowS(),
        jti: String(count),
        ...(jkt !== undefined && { cnf: { jkt } }),
        resource_access: { "waybill-api": { roles: manners.roles } },
      }),
      "at+jwt",
    );
    const id = await sign(
      manners.claims({
        iss: ISSUER,
        sub: manners.subject,
        aud: CLIENT,
        iat: nowS(),
        exp: nowS() + 300,
        sid: "s1",
        name: `Name of ${manners.subject}`,
        ...(form.get("grant_type") === "authorization_code" && { nonce: nonceOf(form) }),
      }),
    );
    const body = {
      access_token: manners.opaque ? `opaque-${count}` : access,
      token_type: jkt === undefined ? "Bearer" : "DPoP",
      ...(manners.expiresIn !== undefined && { expires_in: manners.expiresIn }),
      refresh_token: `r${count}`,
      id_token: id,
    };
    return json(manners.answer(body));
  }

  /** The code is the nonce: the stub keeps nothing. */
  const nonceOf = (form: URLSearchParams) => form.get("code") ?? "";

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.origin !== ISSUER) {
      const response = url.pathname === "/config.json" ? json(settings) : await manners.api(request);
      if (manners.tellsTime) response.headers.set("date", new Date(nowS() * 1000).toUTCString());
      return response;
    }
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return manners.discovery ? manners.discovery() : json(metadata());
      case "/jwks":
        return manners.keys ? manners.keys() : json(await publicKeys());
      case "/token":
        return tokens(request);
      case "/me":
        return json(manners.userinfo);
      case "/revoke":
        return new Response("", { status: 200 });
      default:
        return unplugged();
    }
  }

  const fetched = vi.fn<typeof fetch>(async (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, location.href), init);
    asked.push(request);
    try {
      return await answer(request);
    } catch (thrown) {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    }
  });

  return {
    settings,
    manners,
    asked,
    fetch: fetched,
    sign,
    json,
    unplugged,
    /** Requests to a path, oldest first. */
    to: (path: string) => asked.filter((request) => new URL(request.url).pathname === path),
    /** Signs with another key from now on; the old one is forgotten. */
    async changeKeys() {
      pair = await generateKeyPair("ES256", { extractable: true });
      kid = `k${(count += 1)}`;
    },
    keySet: async () => createLocalJWKSet(await publicKeys()),
  };
}
