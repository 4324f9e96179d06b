import * as oauth from "oauth4webapi";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { headerOf, textClaim } from "../driver/jwt.ts";
import { type KnownProvider, readProvider, writeProvider } from "./metadata-store.ts";
import { optionsOf } from "./request.ts";

/** Keys older than this are no longer used when the provider's key address does not answer. */
const KEYS_GOOD_S = 24 * 3600;

/**
 * Checks the ID token's signature with the provider's keys. A key that is not among the known ones causes one more
 * look; keys that cannot be read now are taken from the last good set.
 */
export async function checkSignature(
  config: BrowserConfig,
  server: oauth.AuthorizationServer,
  response: Response,
): Promise<void> {
  const stored = await readProvider(config.issuer);
  const cache: oauth.JWKSCacheInput = {};
  try {
    await validate(config, server, response, cache);
  } catch (error) {
    if (isUnknownKey(error)) await validate(config, { ...server }, response, cache);
    else if (isNetwork(error) && isGood(stored?.keys))
      await validate(config, { ...server }, response, { ...stored.keys, uat: nowS() });
    else throw error;
  }
  await keepKeys(stored, cache);
}

const nowS = (): number => Math.floor(Date.now() / 1000);

const validate = (
  config: BrowserConfig,
  server: oauth.AuthorizationServer,
  response: Response,
  cache: oauth.JWKSCacheInput,
) =>
  oauth.validateApplicationLevelSignature(server, response, {
    ...optionsOf(config),
    [oauth.jwksCache]: cache,
  });

const isUnknownKey = (error: unknown): boolean =>
  error instanceof oauth.OperationProcessingError && error.code === oauth.KEY_SELECTION;

/** The keys' address did not answer, or not with keys. */
export const isNetwork = (error: unknown): boolean =>
  (error instanceof TypeError && !("code" in error)) ||
  error instanceof DOMException ||
  (error instanceof oauth.OperationProcessingError &&
    (error.code === oauth.RESPONSE_IS_NOT_CONFORM || error.code === oauth.RESPONSE_IS_NOT_JSON));

const isGood = (keys: oauth.ExportedJWKSCache | undefined): keys is oauth.ExportedJWKSCache =>
  keys !== undefined && nowS() - keys.uat < KEYS_GOOD_S;

async function keepKeys(stored: KnownProvider | undefined, cache: oauth.JWKSCacheInput): Promise<void> {
  if (stored && "jwks" in cache) await writeProvider({ ...stored, keys: cache as oauth.ExportedJWKSCache });
}

/** The provider no longer has the key that signed this sign-in, and says so: it started again without its data. */
export async function hasForgotten(
  config: BrowserConfig,
  server: oauth.AuthorizationServer,
  idToken: string,
): Promise<boolean> {
  const kid = textClaim(headerOf(idToken), "kid");
  if (kid === undefined || server.jwks_uri === undefined) return false;
  try {
    const { signal } = optionsOf(config);
    const answer = await fetch(server.jwks_uri, { signal: signal(), cache: "no-store" });
    const keys: unknown = answer.ok ? Reflect.get(await answer.json(), "keys") : undefined;
    return Array.isArray(keys) && !keys.some((key: unknown) => textClaim(key, "kid") === kid);
  } catch {
    return false;
  }
}
