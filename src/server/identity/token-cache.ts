import { type Instant, MINUTE_MS } from "#kernel/instant.ts";

/**
 * How long an answer about a token, or the provider's keys, is believed without looking again. A key that the provider
 * withdrew may be in both memories, one after the other: after twice this time it is good for nothing.
 */
export const BELIEVED_MS = 5 * MINUTE_MS;

interface Kept<T> {
  readonly value: T;
  readonly at: Instant;
  readonly until: Instant;
}

/**
 * Remembers what verified, so that a signature is checked once per token (43 to 95 µs each) and not once per call.
 * `key` is a digest, so that no token is kept; forgets the longest unused beyond `limit`, and everything at its expiry
 * or after `BELIEVED_MS`, however often it is used.
 */
export function tokenCache<T>(limit: number) {
  const kept = new Map<string, Kept<T>>();
  return {
    find(key: string, now: Instant): T | undefined {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      // A clock that was set back does not make anything live longer.
      if (found.until <= now || found.at > now) return undefined;
      kept.set(key, found);
      return found.value;
    },
    keep(key: string, value: T, now: Instant, expiresAt = Infinity): void {
      kept.set(key, { value, at: now, until: Math.min(expiresAt, now + BELIEVED_MS) });
      const oldest = kept.keys().next().value;
      if (kept.size > limit && oldest !== undefined) kept.delete(oldest);
    },
    size: () => kept.size,
  };
}
