import * as oauth from "oauth4webapi";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { AuthError } from "../auth-error.ts";
import { storageKind } from "../storage/database.ts";
import { newProofKey } from "../driver/dpop-proof.ts";
import { markedState } from "../driver/state-mark.ts";
import type { Pending } from "../storage/pending.ts";
import { discoverNow } from "./discovery.ts";
import { clientOf, pageAt, redirectUri } from "./request.ts";

export interface Departure {
  readonly url: string;
  readonly state: string;
  readonly pending: Pending;
  readonly key: CryptoKeyPair | undefined;
}

/**
 * The address at the provider, and what must be remembered until it answers.
 *
 * @throws AuthError when the provider cannot be asked or is not the one we expect
 */
export async function depart(
  config: BrowserConfig,
  returnTo: string,
  extra: Readonly<Record<string, string | undefined>>,
): Promise<Departure> {
  const server = await discoverNow(config);
  const url = pageAt(config, server.authorization_endpoint);
  if (!url) throw new AuthError("wrong-address", undefined, { url: config.issuer });
  const verifier = oauth.generateRandomCodeVerifier();
  const state = markedState(oauth.generateRandomState(), Date.now());
  const nonce = oauth.generateRandomNonce();
  const key = wantsProof(config, server) ? await newProofKey() : undefined;
  const wishes = {
    ...config.extraParams,
    client_id: config.clientId,
    redirect_uri: redirectUri(),
    response_type: "code",
    scope: config.scope,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
    resource: config.resource,
    dpop_jkt: key && (await oauth.DPoP(clientOf(config), key).calculateThumbprint()),
    ...extra,
  };
  for (const [name, value] of Object.entries(wishes))
    if (value !== undefined) url.searchParams.set(name, value);
  return {
    url: url.href,
    state,
    pending: { verifier, nonce, issuer: config.issuer, returnTo, at: Date.now() },
    key,
  };
}

/** Tokens are bound to a key where that is due, or the provider can and this browser can keep the key. */
function wantsProof(config: BrowserConfig, server: oauth.AuthorizationServer): boolean {
  if (config.dpop === "off") return false;
  const canKeep = storageKind() === "browser";
  if (config.dpop === "required" && !canKeep) throw new AuthError("storage-refused");
  return config.dpop === "required" || (canKeep && offersProof(server));
}

const offersProof = (server: oauth.AuthorizationServer): boolean =>
  server.dpop_signing_alg_values_supported?.includes("ES256") === true;
