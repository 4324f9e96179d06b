import {
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
  type JWTVerifyGetKey,
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
} from "jose";
import * as z from "zod/mini";
import type { Instant } from "#kernel/instant.ts";

/** The provider's keys cannot be read: our trouble, not the caller's. */
export class ProviderUnreachable extends Error {
  override readonly name = "ProviderUnreachable";
}

/** A key rotated right after a fetch is accepted after 5 s; jose's own 30 s refused good tokens for 28.5 s. */
const COOLDOWN_MS = 5000;
const MAX_AGE_MS = 10 * 60_000;
const TIMEOUT_MS = 5000;
/** How long the last good keys serve while the provider is away. */
const KEEP_MS = 24 * 60 * 60_000;

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.string() });

/**
 * The keys of an issuer, found through its discovery document at first use.
 *
 * @throws ProviderUnreachable where neither fresh nor kept keys are at hand
 */
export function providerKeySet(issuer: string, clock: () => Instant): JWTVerifyGetKey {
  let remote: ReturnType<typeof createRemoteJWKSet> | undefined;
  let kept: { readonly keys: JSONWebKeySet; readonly at: Instant } | undefined;
  let finding: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined;

  const find = async () => {
    finding ??= discover(issuer).finally(() => (finding = undefined));
    remote = await finding;
    return remote;
  };
  return async (header: JWSHeaderParameters, token: FlattenedJWSInput) => {
    try {
      const keySet = remote ?? (await find());
      const key = await keySet(header, token);
      const keys = keySet.jwks();
      if (keys) kept = { keys, at: clock() };
      return key;
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error;
      if (!kept || clock() - kept.at > KEEP_MS) throw new ProviderUnreachable(reasonOf(error));
      return createLocalJWKSet(kept.keys)(header, token);
    }
  };
}

async function discover(issuer: string) {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" });
  if (!response.ok) throw new Error(`discovery answered ${response.status}`);
  const found = Discovery.parse(await response.json());
  if (found.issuer !== issuer)
    throw new Error(`discovery names the issuer ${found.issuer} instead of ${issuer}`);
  return createRemoteJWKSet(new URL(found.jwks_uri), {
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: MAX_AGE_MS,
    timeoutDuration: TIMEOUT_MS,
  });
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : "unknown");
