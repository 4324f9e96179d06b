import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";

/** How long a sign-in is trusted without reading the membership; an edit in this process ends it at once. */
export const ACTOR_KEPT_MS = 15_000;
/** Sign-ins remembered at once. */
const MOST = 5_000;

const kept = new Map<string, { readonly actor: Actor; readonly until: Instant }>();

export function cachedActor(key: string, now: Instant): Actor | undefined {
  const found = kept.get(key);
  return found && now < found.until && now >= found.until - ACTOR_KEPT_MS ? found.actor : undefined;
}

export function cacheActor(key: string, now: Instant, actor: Actor): void {
  if (kept.size >= MOST) kept.clear();
  kept.set(key, { actor, until: now + ACTOR_KEPT_MS });
}

/** Forgets what was known of a person: their roles, name or status changed. */
export function forgetActor(userId: string): void {
  for (const [key, { actor }] of kept) if (actor.userId === userId) kept.delete(key);
}

/** Forgets everybody: many changed at once. */
export const forgetActors = (): void => kept.clear();
