import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK } from "jose";
import { newKeys } from "./key-server.ts";

type Answering = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** Differences of a plain provider from a good one. */
export interface Oddness {
  /** Members of its description; `undefined` takes one away. */
  readonly metadata?: (issuer: string) => Readonly<Record<string, unknown>>;
  /** Answers instead of the good ones, by path. */
  readonly answers?: Readonly<Record<string, Answering>>;
  /** How far its clock is ahead of ours. */
  readonly clockOffsetMs?: number;
}

export interface PlainProvider {
  readonly issuer: string;
  readonly close: () => Promise<void>;
}

export const json = (body: unknown): Answering => plain(JSON.stringify(body), "application/json");
export const plain =
  (body: string, type: string, status = 200): Answering =>
  (_request, response) => {
    response.writeHead(status, { "content-type": type }).end(body);
  };

/** An OpenID provider without anybody in it, as `waybill doctor` sees one: over real HTTP, for pages of `origin`. */
export async function openPlainProvider(origin: string, odd: Oddness = {}): Promise<PlainProvider> {
  const jwk = await exportJWK((await newKeys()).publicKey);
  let issuer = "";
  const good: Readonly<Record<string, Answering>> = {
    "/.well-known/openid-configuration": (request, response, url) =>
      json({ ...describe(issuer), ...odd.metadata?.(issuer) })(request, response, url),
    "/jwks": json({ keys: [{ ...jwk, alg: "ES256", use: "sig", kid: "1" }] }),
    "/authorize": goBack("login_required"),
    "/token": plain('{"error":"invalid_grant"}', "application/json", 400),
    "/userinfo": plain("", "text/plain", 401),
    "/end-session": plain("<h1>Sign out?</h1>", "text/html"),
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-allow-headers", "authorization, dpop");
    response.setHeader("date", new Date(Date.now() + (odd.clockOffsetMs ?? 0)).toUTCString());
    const usual = request.method === "OPTIONS" ? plain("", "text/plain", 204) : good[url.pathname];
    const answer = odd.answers?.[url.pathname] ?? usual;
    if (answer) answer(request, response, url);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Back to the app with this error; where nobody is signed in, `prompt=none` comes back with `login_required`. */
export const goBack =
  (error: string): Answering =>
  (_request, response, { searchParams }) => {
    const to = new URL(searchParams.get("redirect_uri") ?? "");
    to.searchParams.set("error", error);
    to.searchParams.set("state", searchParams.get("state") ?? "");
    response.writeHead(303, { location: to.href }).end();
  };

const describe = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/userinfo`,
  end_session_endpoint: `${issuer}/end-session`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  scopes_supported: ["openid", "profile", "email"],
  code_challenge_methods_supported: ["S256"],
  dpop_signing_alg_values_supported: ["ES256"],
  id_token_signing_alg_values_supported: ["ES256"],
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
});
