import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import * as oauth from "oauth4webapi";
import { plainRoleMap } from "#kernel/roles.ts";
import { providerKeySet } from "#server/identity/provider-keyset.ts";
import type { Queryable } from "#server/identity/provider-store.ts";
import { startProvider } from "#server/identity/provider.ts";
import { type Verifier, createVerifier } from "#server/identity/verifier.ts";

/** Where the app would be; nothing listens there. */
export const APP_URL = "http://localhost:5999";
export const AUDIENCE = "urn:waybill:api";
export const client: oauth.Client = { client_id: "waybill-web" };
export const insecure = { [oauth.allowInsecureRequests]: true };

/** A sign-in that was begun: what the app keeps until the person comes back. */
export interface Pending {
  readonly verifier: string;
  readonly nonce: string;
  readonly state: string;
  readonly url: string;
}

export type SignInService = Awaited<ReturnType<typeof openSignInService>>;

/** The embedded provider on a port of its own, and a browser without screen to visit it. */
export async function openSignInService(pool: Queryable) {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const start = () =>
    startProvider({
      issuer,
      host: "localhost",
      port,
      appUrl: APP_URL,
      clientId: "waybill-web",
      audience: AUDIENCE,
      rolesClient: "waybill-api",
      pool,
    });
  let provider = await start();
  const url = new URL(issuer);
  const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, insecure));

  /** A browser without screen: keeps cookies and follows redirects until they leave the provider. */
  function browser() {
    const cookies = new Map<string, string>();
    const visit = async (address: string, form?: Record<string, string>): Promise<Response> => {
      const response = await fetch(address, {
        redirect: "manual",
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          "accept-language": "en",
        },
        ...(form && { method: "POST", body: new URLSearchParams(form) }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [pair = ""] = line.split(";");
        const at = pair.indexOf("=");
        if (pair.slice(at + 1) === "") cookies.delete(pair.slice(0, at));
        else cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      const location = response.headers.get("location");
      if (!location) return response;
      const next = new URL(location, issuer);
      return next.origin === issuer ? visit(next.href) : response;
    };
    return { visit, cookies };
  }

  async function pending(extra: Record<string, string> = {}): Promise<Pending> {
    const verifier = oauth.generateRandomCodeVerifier();
    const nonce = randomUUID();
    const state = randomUUID();
    const url = new URL(server.authorization_endpoint ?? "");
    const parameters = {
      client_id: client.client_id,
      redirect_uri: `${APP_URL}/auth/callback`,
      response_type: "code",
      scope: "openid profile email",
      resource: AUDIENCE,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      nonce,
      state,
      ...extra,
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { verifier, nonce, state, url: url.href };
  }

  async function tokensFor(response: Response, login: Pending) {
    const location = new URL(response.headers.get("location") ?? "");
    const parameters = oauth.validateAuthResponse(server, client, location, login.state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      `${APP_URL}/auth/callback`,
      login.verifier,
      insecure,
    );
    return oauth.processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: login.nonce,
      requireIdToken: true,
    });
  }

  async function signIn(hint: string, tab = browser(), extra: Record<string, string> = {}) {
    const login = await pending({ login_hint: hint, ...extra });
    return { tab, tokens: await tokensFor(await tab.visit(login.url), login) };
  }

  const verifier = (): Verifier =>
    createVerifier({
      issuer,
      audience: AUDIENCE,
      clients: ["waybill-web"],
      tokenTypes: ["at+jwt"],
      rolePaths: {
        realmPath: "/realm_access/roles",
        clientPath: "/resource_access/{clientId}/roles",
        clientId: "waybill-api",
      },
      roleMap: plainRoleMap("waybill-api"),
      keySet: providerKeySet(issuer, Date.now),
      clock: Date.now,
    });

  return {
    issuer,
    server,
    browser,
    pending,
    tokensFor,
    signIn,
    verifier,
    refresh: (token: string | undefined) =>
      oauth.refreshTokenGrantRequest(server, client, oauth.None(), token ?? "", insecure),
    restart: async () => {
      await provider.stop();
      provider = await start();
    },
    stop: () => provider.stop(),
  };
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((done) => {
    probe.listen(0, "127.0.0.1", () => {
      const { port: found } = probe.address() as AddressInfo;
      probe.close(() => done(found));
    });
  });
}
