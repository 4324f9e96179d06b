import {
  type CryptoKey,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
  type JWTVerifyGetKey,
  createLocalJWKSet,
  errors,
} from "jose";
import * as z from "zod/mini";
import type { Instant } from "#kernel/instant.ts";
import { traced } from "../tracing/traced.ts";
import { BELIEVED_MS } from "./token-cache.ts";

/** The provider's keys cannot be read: our trouble, not the caller's. */
export class ProviderUnreachable extends Error {
  override readonly name = "ProviderUnreachable";
}

/** The keys are asked for no more often, good answer or bad; a key rotated right after is accepted this much later. */
const COOLDOWN_MS = 5_000;
const TIMEOUT_MS = 5_000;
/** How long the last good keys serve while the provider is away. */
const KEEP_MS = 24 * 60 * 60_000;
/** A key set is a few kB; what is larger is not one. */
const ANSWER_LIMIT = 500_000;

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });
/** An empty set would refuse everybody's token as if it were theirs to mend. */
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).check(z.minLength(1)) });

interface Keys {
  readonly find: (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;
  readonly at: Instant;
}

/**
 * The keys of an issuer, found through its discovery document, and read anew when they are older than `BELIEVED_MS`:
 * a key that the provider withdrew, or an address of keys that it gave up, is then good no longer.
 *
 * However many tokens of unknown keys come, the provider is asked once in 5 s. While it is away, keys of the last 24 h
 * serve, and nobody but the first waits for it.
 *
 * @throws ProviderUnreachable where neither fresh nor kept keys are at hand
 */
export function providerKeySet(issuer: string, clock: () => Instant): JWTVerifyGetKey {
  let kept: Keys | undefined;
  let askedAt = -Infinity;
  let trouble: unknown;
  let asking: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    try {
      const keys = KeySet.parse(await readJson(await discover(issuer))) as JSONWebKeySet;
      kept = { find: createLocalJWKSet(keys), at: clock() };
      trouble = undefined;
    } catch (error) {
      trouble = error;
    }
  };
  /** Asks the provider, together with whoever else asks now; not at all within the cooldown. */
  const refresh = (): Promise<void> => {
    const now = clock();
    if (asking) return asking;
    if (now - askedAt < COOLDOWN_MS && now >= askedAt) return Promise.resolve();
    askedAt = now;
    asking = ask().finally(() => (asking = undefined));
    return asking;
  };
  const usable = (): Keys => {
    const now = clock();
    if (!kept || now - kept.at > KEEP_MS) throw new ProviderUnreachable(reasonOf(trouble));
    return kept;
  };
  return async (header, token) => {
    const age = kept ? clock() - kept.at : Infinity;
    // A clock that was set back makes keys no younger.
    if (age >= BELIEVED_MS || age < 0) {
      const refreshed = refresh();
      if (age > KEEP_MS || trouble === undefined) await refreshed;
    }
    const keys = usable();
    try {
      return await keys.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh();
      const now = usable();
      if (now !== keys) return now.find(header, token);
      // The provider is away and may have a new key by now: nobody is signed out for that.
      if (trouble !== undefined) throw new ProviderUnreachable(reasonOf(trouble));
      throw error;
    }
  };
}

async function discover(issuer: string): Promise<string> {
  const found = Discovery.parse(
    await readJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`),
  );
  if (found.issuer !== issuer)
    throw new Error(`discovery names the issuer ${found.issuer} instead of ${issuer}`);
  return found.jwks_uri;
}

const readJson = (url: string): Promise<unknown> =>
  traced({ name: "question to the identity provider", kind: "client" }, () => readJsonOf(url));

async function readJsonOf(url: string): Promise<unknown> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: "error",
    headers: { accept: "application/json" },
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const text = await response.text();
  if (text.length > ANSWER_LIMIT) throw new Error(`${url} answered ${text.length} characters`);
  return JSON.parse(text);
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : "unknown");
