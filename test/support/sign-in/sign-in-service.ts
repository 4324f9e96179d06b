import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import * as oauth from "oauth4webapi";
import { plainRoleMap } from "#kernel/roles.ts";
import type { Locale } from "#kernel/locale.ts";
import type { Credentials } from "#server/identity/credentials.ts";
import { providerKeySet } from "#server/identity/provider-keyset.ts";
import type { ProviderOptions } from "#engines/demo-identity/options.ts";
import type { Queryable } from "#engines/demo-identity/store.ts";
import { startProvider } from "#engines/demo-identity/provider.ts";
import { createVerifier } from "#server/identity/verifier.ts";

/** Address at which the app would be; nothing listens there. */
export const APP_URL = "http://localhost:5999";
export const AUDIENCE = "urn:waybill:api";
export const client: oauth.Client = { client_id: "waybill-web" };
export const insecure = { [oauth.allowInsecureRequests]: true };

/** Result of a call with this token. */
export const bearer = (token: string | undefined): Credentials => ({
  authorization: `Bearer ${token ?? ""}`,
  proofs: [],
  method: "GET",
  path: "/api/me",
});

/** A sign-in that was begun: what the app keeps until the person comes back. */
export interface Pending {
  readonly verifier: string;
  readonly nonce: string;
  readonly state: string;
  readonly url: string;
}

export type SignInService = Awaited<ReturnType<typeof openSignInService>>;

export interface ServiceOptions extends ProviderOptions {
  readonly appUrl?: string;
  readonly locales?: readonly Locale[];
  readonly isDiskFull?: () => boolean;
}

/** The embedded provider on a port of its own, and a browser without screen to visit it. */
export async function openSignInService(pool: Queryable, options: ServiceOptions = {}) {
  const { appUrl = APP_URL } = options;
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const errors: unknown[] = [];
  const start = () =>
    startProvider({
      ...options,
      onError: (error) => errors.push(error),
      issuer,
      host: "localhost",
      port,
      appUrl,
      clientId: "waybill-web",
      audience: AUDIENCE,
      rolesClient: "waybill-api",
      pool,
    });
  let provider = await start();
  const visitor = await openVisitor(issuer, appUrl);

  const verifier = () =>
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
    ...visitor,
    issuer,
    verifier,
    endAccount: (subject: string, before?: number) => provider.endAccount(subject, before),
    /** Errors inside, oldest first. */
    errors,
    restart: async () => {
      await provider.stop();
      provider = await start();
    },
    stop: () => provider.stop(),
  };
}

/** Somebody who signs in to the app at `appUrl` through the embedded provider at `issuer`, without screen. */
export async function openVisitor(issuer: string, appUrl: string) {
  const url = new URL(issuer);
  const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, insecure));

  /** A browser without screen: keeps cookies and follows redirects until they leave the provider. */
  function browser(agent = "", language = "en") {
    const cookies = new Map<string, string>();
    const visit = async (address: string, form?: Record<string, string>): Promise<Response> => {
      const response = await fetch(address, {
        redirect: "manual",
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          "accept-language": language,
          "user-agent": agent,
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
      redirect_uri: `${appUrl}/auth/callback`,
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

  async function tokensFor(response: Response, login: Pending, key?: oauth.DPoPHandle) {
    const location = new URL(response.headers.get("location") ?? "");
    const parameters = oauth.validateAuthResponse(server, client, location, login.state);
    const ask = () =>
      oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        parameters,
        `${appUrl}/auth/callback`,
        login.verifier,
        { ...insecure, ...(key && { DPoP: key }) },
      );
    return twice(ask, (answer) =>
      oauth.processAuthorizationCodeResponse(server, client, answer, {
        expectedNonce: login.nonce,
        requireIdToken: true,
      }),
    );
  }

  /** Once more where the service wants a nonce in the proof. */
  async function twice<T>(ask: () => Promise<Response>, read: (answer: Response) => Promise<T>): Promise<T> {
    try {
      return await read(await ask());
    } catch (error) {
      if (!oauth.isDPoPNonceError(error)) throw error;
      return read(await ask());
    }
  }

  async function signIn(
    hint: string,
    tab = browser(),
    extra: Record<string, string> = {},
    key?: oauth.DPoPHandle,
  ) {
    const login = await pending({ login_hint: hint, ...extra });
    const answer = await tab.visit(login.url);
    return { tab, answer, tokens: await tokensFor(answer, login, key) };
  }

  const refresh = (token: string | undefined, key?: oauth.DPoPHandle) =>
    oauth.refreshTokenGrantRequest(server, client, oauth.None(), token ?? "", {
      ...insecure,
      ...(key && { DPoP: key }),
    });

  return {
    server,
    browser,
    pending,
    tokensFor,
    signIn,
    refresh,
    /** A refresh whose answer passed every check. */
    refreshed: (token: string | undefined, key?: oauth.DPoPHandle) =>
      twice(
        () => refresh(token, key),
        (answer) => oauth.processRefreshTokenResponse(server, client, answer),
      ),
  };
}

export function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((done) => {
    probe.listen(0, "127.0.0.1", () => {
      const { port: found } = probe.address() as AddressInfo;
      probe.close(() => done(found));
    });
  });
}
