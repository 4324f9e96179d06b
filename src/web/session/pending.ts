/** A sign-in on its way: made before leaving for the provider, used once when it answers. */
export interface Pending {
  readonly verifier: string;
  readonly nonce: string;
  readonly issuer: string;
  readonly returnTo: string;
  /** ms since 1970 */
  readonly at: number;
}

const PREFIX = "wb.auth.tx.";

/** Only a path of our own origin; anything else leads to the start page. */
export function safeReturn(wish: string, origin: string): string {
  try {
    const url = new URL(wish, origin);
    if (url.origin !== origin || url.pathname.startsWith("/auth/")) return "/";
    return url.pathname + url.search + url.hash;
  } catch {
    return "/";
  }
}

/** In local storage, because the answer may arrive in another tab (a link in an e-mail of the provider). */
export function keepPending(state: string, pending: Pending, storage: Storage = localStorage): void {
  storage.setItem(PREFIX + state, JSON.stringify(pending));
}

/** Takes a pending sign-in out: whatever happens next, it cannot be used again. */
export function takePending(state: string | null, storage: Storage = localStorage): Pending | undefined {
  const text = state === null ? null : storage.getItem(PREFIX + state);
  if (state !== null) storage.removeItem(PREFIX + state);
  // Safe: only `keepPending` writes under this prefix.
  return text === null ? undefined : (JSON.parse(text) as Pending);
}

/** Removes what nobody came back for within the time a sign-in may take. */
export function sweepPending(now: number, lifetimeMs: number, storage: Storage = localStorage): void {
  for (const key of Object.keys(storage)) {
    if (!key.startsWith(PREFIX)) continue;
    const pending = takeQuietly(storage.getItem(key));
    if (!pending || now - pending.at > lifetimeMs) storage.removeItem(key);
  }
}

function takeQuietly(text: string | null): Pending | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Pending);
  } catch {
    return undefined;
  }
}
