import * as oauth from "oauth4webapi";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { AuthError } from "../auth-error.ts";
import { askTheTime, clockSkewS } from "../clock.ts";
import { claimsOf, textClaim } from "../driver/jwt.ts";
import type { Pending } from "../storage/pending.ts";
import type { SessionRecord } from "../storage/record-store.ts";
import { classified } from "./classify.ts";
import { discover } from "./discovery.ts";
import { recordOf } from "./identity.ts";
import { withMembership } from "./membership.ts";
import { clientOf, proofsOf, redirectUri, tokenOptionsOf, withNonce } from "./request.ts";
import { checkSignature, hasForgotten, isNetwork } from "./signature.ts";

/** A sign-in as this browser began it. */
interface Begun {
  readonly state: string;
  readonly pending: Pending;
  readonly key: CryptoKeyPair | undefined;
}

/**
 * Checks the provider's answer and changes its code for tokens. Nothing is stored unless every check passes.
 *
 * @throws AuthError
 */
export async function exchange(
  config: BrowserConfig,
  answer: URL,
  { state, pending, key }: Begun,
): Promise<SessionRecord> {
  const server = await discover(config);
  const work = async () => {
    const parameters = oauth.validateAuthResponse(server, clientOf(config), answer, state);
    const { tokens, response } = await withNonce(async () => {
      const client = clientOf(config);
      const reply = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        parameters,
        redirectUri(),
        pending.verifier,
        { ...tokenOptionsOf(config), ...proofsOf(config, key) },
      );
      const found = await oauth.processAuthorizationCodeResponse(server, client, reply, {
        expectedNonce: pending.nonce,
        requireIdToken: true,
      });
      return { tokens: found, response: reply };
    });
    checkTokenType(config, tokens, key !== undefined, config.dpop === "required");
    await checkSignature(config, server, response);
    const sessionState = answer.searchParams.get("session_state") ?? undefined;
    return recordOf(config, { tokens, key, sessionState, ...contextOf(server) });
  };
  return withMembership(config, await withRightTime(config, () => classified(config, "exchange", work)));
}

/**
 * A fresh token for a stored sign-in. The new identity must be the old one.
 *
 * @throws AuthError `ended-or-disabled` when the provider says no, `expired` when it no longer knows anything
 */
export async function refresh(
  config: BrowserConfig,
  old: SessionRecord & { readonly refreshToken: string },
): Promise<SessionRecord> {
  const server = await discover(config);
  try {
    const next = await withRightTime(config, () => askForRefresh(config, server, old));
    return await withMembership(config, next, old);
  } catch (error) {
    const isNo = error instanceof AuthError && error.trouble === "ended-or-disabled";
    if (isNo && (await hasForgotten(config, server, old.idToken))) throw new AuthError("expired", error);
    throw error;
  }
}

/** Repeats a refused proof once with the time of our own server: it may only have had the wrong time. */
async function withRightTime<T>(config: BrowserConfig, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AuthError) || error.trouble !== "proof-refused") throw error;
    await askTheTime(config.providerMessageWaitS * 1000);
    return ask();
  }
}

const askForRefresh = (
  config: BrowserConfig,
  server: oauth.AuthorizationServer,
  old: SessionRecord & { readonly refreshToken: string },
): Promise<SessionRecord> =>
  classified(config, "refresh", async () => {
    const { tokens, response } = await withNonce(async () => {
      const client = clientOf(config);
      const reply = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), old.refreshToken, {
        ...tokenOptionsOf(config),
        ...proofsOf(config, old.key),
      });
      return { tokens: await oauth.processRefreshTokenResponse(server, client, reply), response: reply };
    });
    checkTokenType(config, tokens, old.key !== undefined, old.type === "dpop");
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    const other = claims && otherThan(old, claims);
    if (other !== undefined) throw new AuthError("not-verified", undefined, { code: other });
    const isChecked = tokens.id_token === undefined || (await isSignedOrSilent(config, server, response));
    const { id_token: _, ...nameless } = tokens;
    const answered = { tokens: isChecked ? tokens : nameless, key: old.key, ...contextOf(server) };
    return recordOf(config, answered, old);
  });

const contextOf = ({ subject_types_supported: types }: oauth.AuthorizationServer) => ({
  skewS: clockSkewS(),
  isPairwise: types?.includes("pairwise") === true && !types.includes("public"),
});

/** The claim that names another sign-in than the old one (OpenID Connect Core 12.2). */
function otherThan(old: SessionRecord, claims: oauth.IDToken): string | undefined {
  if (claims.sub !== old.subject) return "sub";
  if (claims.iss !== old.issuer) return "iss";
  const nonce = textClaim(claimsOf(old.idToken), "nonce");
  return nonce !== undefined && claims.nonce !== undefined && claims.nonce !== nonce ? "nonce" : undefined;
}

/**
 * False when the keys cannot be read right now: that must not cost the session a refresh token that was just changed,
 * so the identity then stays what the last checked ID token said.
 */
async function isSignedOrSilent(
  config: BrowserConfig,
  server: oauth.AuthorizationServer,
  response: Response,
): Promise<boolean> {
  try {
    await checkSignature(config, server, response);
    return true;
  } catch (error) {
    if (isNetwork(error)) return false;
    throw error;
  }
}

/** A bound token needs our key, and where binding is due every token must be bound. */
function checkTokenType(
  config: BrowserConfig,
  { token_type: type }: oauth.TokenEndpointResponse,
  hasKey: boolean,
  isDue: boolean,
): void {
  if (type === "dpop" ? !hasKey || config.dpop === "off" : isDue)
    throw new AuthError("not-verified", undefined, { code: "token_type" });
}
