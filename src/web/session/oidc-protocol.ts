import * as oauth from "oauth4webapi";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { canonicalRoles, productRoles } from "#kernel/roles.ts";
import { AuthError } from "./auth-error.ts";
import { clockSkewS } from "./clock.ts";
import type { Pending } from "./pending.ts";
import type { SessionRecord } from "./record-store.ts";

/** Tolerated difference of clocks beyond the one learned from our own server. */
const TOLERANCE_S = 60;
/** A provider that does not say how long a token lives. */
const DEFAULT_LIFE_S = 300;

export const redirectUri = (): string => `${location.origin}/auth/callback`;

const clientOf = (config: BrowserConfig): oauth.Client => ({
  client_id: config.clientId,
  [oauth.clockSkew]: clockSkewS(),
  [oauth.clockTolerance]: TOLERANCE_S,
});

/** Every request to the provider: a time limit, and plain http only on this very machine. */
const optionsOf = (config: BrowserConfig) => ({
  signal: () => AbortSignal.timeout(config.providerMessageWaitS * 1000),
  [oauth.allowInsecureRequests]: isLoopback(config.issuer),
});

const isLoopback = (issuer: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/.test(new URL(issuer).hostname);

let metadata: { issuer: string; server: oauth.AuthorizationServer } | undefined;

/** What the provider says of itself; asked once per page. */
export async function discover(config: BrowserConfig): Promise<oauth.AuthorizationServer> {
  if (metadata?.issuer === config.issuer) return metadata.server;
  const issuer = new URL(config.issuer);
  const response = await oauth.discoveryRequest(issuer, optionsOf(config)).catch((cause: unknown) => {
    throw new AuthError("unreachable", cause);
  });
  if (response.status >= 500 || response.status === 429) throw new AuthError("busy", response.status);
  const server = await oauth.processDiscoveryResponse(issuer, response).catch((cause: unknown) => {
    const mismatch =
      cause instanceof oauth.OperationProcessingError && cause.code === oauth.JSON_ATTRIBUTE_COMPARISON;
    throw new AuthError(mismatch ? "wrong-issuer" : "wrong-address", cause);
  });
  metadata = { issuer: config.issuer, server };
  return server;
}

export interface Departure {
  readonly url: string;
  readonly state: string;
  readonly pending: Pending;
}

/** The address at the provider, and what must be remembered until it answers. */
export async function depart(
  config: BrowserConfig,
  returnTo: string,
  extra: Readonly<Record<string, string | undefined>>,
): Promise<Departure> {
  const server = await discover(config);
  if (server.authorization_endpoint === undefined) throw new AuthError("wrong-address");
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const nonce = oauth.generateRandomNonce();
  const url = new URL(server.authorization_endpoint);
  const wishes = {
    client_id: config.clientId,
    redirect_uri: redirectUri(),
    response_type: "code",
    scope: config.scope,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
    resource: config.resource,
    ...extra,
  };
  for (const [name, value] of Object.entries(wishes))
    if (value !== undefined) url.searchParams.set(name, value);
  return {
    url: url.href,
    state,
    pending: { verifier, nonce, issuer: config.issuer, returnTo, at: Date.now() },
  };
}

/** Checks the provider's answer and changes its code for tokens. Nothing is stored unless every check passes. */
export async function exchange(
  config: BrowserConfig,
  answer: URL,
  state: string,
  pending: Pending,
): Promise<SessionRecord> {
  const server = await discover(config);
  const client = clientOf(config);
  return verified(async () => {
    const parameters = oauth.validateAuthResponse(server, client, answer, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirectUri(),
      pending.verifier,
      {
        ...optionsOf(config),
        ...(config.resource !== undefined && { additionalParameters: { resource: config.resource } }),
      },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: pending.nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, optionsOf(config));
    return recordOf(config, tokens, undefined);
  });
}

/** A fresh token for a stored sign-in. The new identity must be the old one. */
export async function refresh(
  config: BrowserConfig,
  old: SessionRecord & { refreshToken: string },
): Promise<SessionRecord> {
  const server = await discover(config);
  const client = clientOf(config);
  return verified(async () => {
    const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), old.refreshToken, {
      ...optionsOf(config),
      ...(config.resource !== undefined && { additionalParameters: { resource: config.resource } }),
    });
    const tokens = await oauth.processRefreshTokenResponse(server, client, response);
    if (tokens.id_token !== undefined)
      await oauth.validateApplicationLevelSignature(server, response, optionsOf(config));
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (claims && (claims.sub !== old.subject || claims.iss !== old.issuer))
      throw new AuthError("not-verified");
    return recordOf(config, tokens, old);
  });
}

/** Where to go to end the session at the provider as well. */
export async function endSessionUrl(config: BrowserConfig, idToken: string): Promise<string | undefined> {
  const server = await discover(config);
  if (server.end_session_endpoint === undefined) return undefined;
  const url = new URL(server.end_session_endpoint);
  url.searchParams.set("client_id", config.clientId);
  url.searchParams.set("id_token_hint", idToken);
  url.searchParams.set("post_logout_redirect_uri", `${location.origin}/`);
  url.searchParams.set("state", oauth.generateRandomState());
  return url.href;
}

/** Turns the protocol's errors into the troubles that people read. */
async function verified<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof AuthError ? cause : new AuthError(troubleOf(cause), cause);
  }
}

const CANCELLED = new Set([
  "access_denied",
  "interaction_required",
  "login_required",
  "consent_required",
  "account_selection_required",
]);

function troubleOf(cause: unknown): AuthError["trouble"] {
  if (cause instanceof oauth.AuthorizationResponseError)
    return CANCELLED.has(cause.error) ? "cancelled" : "busy";
  if (cause instanceof oauth.ResponseBodyError) {
    if (cause.error === "invalid_grant") return "ended-elsewhere";
    return cause.status >= 500 || cause.status === 429 ? "busy" : "not-verified";
  }
  if (cause instanceof oauth.OperationProcessingError) return isProviderDown(cause) ? "busy" : "not-verified";
  return cause instanceof TypeError || cause instanceof DOMException ? "unreachable" : "not-verified";
}

const isProviderDown = ({ cause }: oauth.OperationProcessingError): boolean =>
  cause instanceof Response && (cause.status >= 500 || cause.status === 429);

async function recordOf(
  config: BrowserConfig,
  tokens: oauth.TokenEndpointResponse,
  old: SessionRecord | undefined,
): Promise<SessionRecord> {
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  await checkAtHash(tokens.id_token, tokens.access_token, claims?.["at_hash"]);
  return {
    ...identityOf(tokens, claims, old),
    gen: (old?.gen ?? 0) + 1,
    roles: rolesOf(
      config,
      payloadOf(tokens.access_token) ?? claims ?? payloadOf(tokens.id_token ?? old?.idToken ?? ""),
    ),
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? old?.refreshToken,
    expiresAt: Date.now() + (tokens.expires_in ?? DEFAULT_LIFE_S) * 1000,
    at: Date.now(),
  };
}

/** Who it is: as the new ID token says, or as before where a refresh brought none. */
function identityOf(
  tokens: oauth.TokenEndpointResponse,
  claims: oauth.IDToken | undefined,
  old: SessionRecord | undefined,
): Pick<SessionRecord, "subject" | "idToken" | "issuer" | "name"> {
  if (claims === undefined || tokens.id_token === undefined) {
    if (!old) throw new AuthError("not-verified");
    return { subject: old.subject, idToken: old.idToken, issuer: old.issuer, name: old.name };
  }
  return {
    subject: claims.sub,
    idToken: tokens.id_token,
    issuer: claims.iss,
    name: nameOf(claims) ?? old?.name ?? claims.sub,
  };
}

const rolesOf = (config: BrowserConfig, claims: unknown) =>
  productRoles(
    canonicalRoles(claims, {
      realmPath: config.rolesRealmPath,
      clientPath: config.rolesClientPath,
      clientId: config.rolesClient,
    }),
    config.roleMap,
  );

const nameOf = (claims: oauth.IDToken | undefined): string | undefined => {
  const found = [claims?.["name"], claims?.["preferred_username"], claims?.["email"]].find(
    (value) => typeof value === "string" && value !== "",
  );
  return typeof found === "string" ? found : undefined;
};

/** The claims of a token that is a JWT; only to show and hide, the server decides by the verified one. */
function payloadOf(token: string): unknown {
  try {
    const [, body = "", signature] = token.split(".");
    return signature === undefined ? undefined : JSON.parse(new TextDecoder().decode(fromBase64Url(body)));
  } catch {
    return undefined;
  }
}

const fromBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.codePointAt(0) ?? 0);

/** The ID token names the access token that came with it, by the left half of its hash. */
async function checkAtHash(
  idToken: string | undefined,
  accessToken: string,
  expected: unknown,
): Promise<void> {
  if (idToken === undefined || expected === undefined) return;
  const header = new TextDecoder().decode(fromBase64Url(idToken.split(".")[0] ?? ""));
  const algorithm = /"alg"\s*:\s*"[A-Za-z]+(\d{3})"/.exec(header)?.[1] ?? "512";
  const hash = new Uint8Array(
    await crypto.subtle.digest(`SHA-${algorithm}`, new TextEncoder().encode(accessToken)),
  );
  const half = btoa(String.fromCodePoint(...hash.slice(0, hash.length / 2)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  if (half !== expected) throw new AuthError("not-verified");
}
