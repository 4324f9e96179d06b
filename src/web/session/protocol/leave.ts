import * as oauth from "oauth4webapi";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { AuthError } from "../auth-error.ts";
import { discover, discoverNow, knownProvider } from "./discovery.ts";
import { clientOf, optionsOf, pageAt } from "./request.ts";

/** Next step of signing out. */
export type Leaving =
  | { readonly kind: "at-provider"; readonly url: string }
  /** The provider has no address for signing out; what could be taken back was. */
  | { readonly kind: "only-here"; readonly url: string }
  | { readonly kind: "not-told"; readonly url: string };

/** Leaving waits no longer than this for the refresh token to be taken back; that goes on when the page leaves. */
const REVOKE_WAIT_MS = 1_000;

/**
 * Ends the session at the provider as far as it permits. Checks first that it answers: an error page would be a
 * dead end.
 */
export async function leave(
  config: BrowserConfig,
  tokens: { readonly idToken: string; readonly refreshToken?: string | undefined },
): Promise<Leaving> {
  let server: oauth.AuthorizationServer;
  try {
    if (!navigator.onLine) throw new AuthError("unreachable");
    server = await discoverNow(config);
  } catch {
    void revoke(config, tokens.refreshToken);
    const known = pageAt(config, knownProvider()?.server.end_session_endpoint);
    return { kind: "not-told", url: known?.href ?? config.issuer };
  }
  const url = pageAt(config, server.end_session_endpoint);
  const revoked = revoke(config, tokens.refreshToken);
  if (!url) {
    await revoked;
    return { kind: "only-here", url: config.accountUrl ?? config.issuer };
  }
  await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, REVOKE_WAIT_MS))]);
  url.searchParams.set("client_id", config.clientId);
  url.searchParams.set("id_token_hint", tokens.idToken);
  url.searchParams.set("post_logout_redirect_uri", `${location.origin}/`);
  url.searchParams.set("state", oauth.generateRandomState());
  return { kind: "at-provider", url: url.href };
}

/** Takes the refresh token back. Quiet: the session here is over in any case. */
export async function revoke(config: BrowserConfig, refreshToken: string | undefined): Promise<void> {
  try {
    const server = await discover(config);
    if (refreshToken === undefined || server.revocation_endpoint === undefined) return;
    const response = await oauth.revocationRequest(server, clientOf(config), oauth.None(), refreshToken, {
      ...optionsOf(config),
      [oauth.customFetch]: (url: string, init: RequestInit) => fetch(url, { ...init, keepalive: true }),
    });
    await oauth.processRevocationResponse(response);
  } catch {
    // It runs out by itself.
  }
}
