import { SESSION_TIMES } from "#contract/session.ts";
import { configAtHand } from "../config.ts";
import type { LoginOptions } from "../port.ts";
import { inStore, whenRead } from "./database.ts";
import { PENDING } from "./known.ts";

/** A sign-in on its way: made before leaving for the provider, used once when it answers. */
export interface Pending {
  readonly verifier: string;
  readonly nonce: string;
  readonly issuer: string;
  readonly returnTo: string;
  readonly wanted?: LoginOptions["wanted"];
  /** ms since 1970 */
  readonly at: number;
}

/** How often it is looked whether one has become too old. */
const SWEEP_EVERY_MS = 60_000;

/** Storages of a pending sign-in: that of all tabs, or where that is refused that of this tab. */
const places = (): (() => Storage)[] => [() => localStorage, () => sessionStorage];

function each<T>(work: (storage: Storage) => T | undefined): T | undefined {
  for (const place of places()) {
    try {
      const found = work(place());
      if (found !== undefined) return found;
    } catch {
      // Refused: the next place.
    }
  }
  return undefined;
}

/**
 * Keeps it for all tabs, because the answer may arrive in another one (a link in an e-mail of the provider).
 *
 * @returns where it is kept; nothing where the browser keeps nothing at all
 */
export function keepPending(state: string, pending: Pending): "all-tabs" | "this-tab" | undefined {
  return each((storage) => {
    storage.setItem(PENDING + state, JSON.stringify(pending));
    return isLocal(storage) ? "all-tabs" : "this-tab";
  });
}

function isLocal(storage: Storage): boolean {
  try {
    return storage === localStorage;
  } catch {
    return false;
  }
}

/** Takes a pending sign-in out: whatever happens next, it cannot be used again. */
export function takePending(state: string | null): Pending | undefined {
  if (state === null) return undefined;
  return each((storage) => {
    const text = storage.getItem(PENDING + state);
    storage.removeItem(PENDING + state);
    return read(text);
  });
}

let sweeping: ReturnType<typeof setInterval> | undefined;

/** Removes, now and as long as this page lives, sign-ins that were not finished within the time they may take. */
export function removeOldPendingInTime(): void {
  const sweep = () => {
    const lifetimeMs = (configAtHand() ?? SESSION_TIMES).pendingSignInS * 1000;
    removeOldPending(Date.now(), lifetimeMs);
    void removeOldPendingKeys(Date.now(), lifetimeMs);
  };
  sweep();
  sweeping ??= setInterval(sweep, SWEEP_EVERY_MS);
}

export function removeOldPending(now: number, lifetimeMs: number): void {
  each((storage) => {
    for (const key of Object.keys(storage)) {
      if (!key.startsWith(PENDING)) continue;
      const pending = read(storage.getItem(key));
      if (!pending || Math.abs(now - pending.at) > lifetimeMs) storage.removeItem(key);
    }
    return undefined;
  });
}

function read(text: string | null): Pending | undefined {
  try {
    // Safe: only `keepPending` writes under this prefix.
    return text === null ? undefined : (JSON.parse(text) as Pending);
  } catch {
    return undefined;
  }
}

/** Keys of sign-ins on their way, oldest first; a browser in use needs no more. */
interface PendingKey {
  readonly state: string;
  readonly key: CryptoKeyPair;
  /** ms since 1970 */
  readonly at: number;
}
const KEYS = "pending-keys";
const MOST_KEYS = 8;

/** A key cannot lie in text storage: it waits in the database until its sign-in comes back. */
export async function keepPendingKey(state: string, key: CryptoKeyPair): Promise<void> {
  await inStore("readwrite", (store) =>
    whenRead<readonly PendingKey[]>(store, KEYS, (keys = []) => {
      store.put([...keys, { state, key, at: Date.now() }].slice(-MOST_KEYS), KEYS);
    }),
  );
}

export async function takePendingKey(state: string): Promise<CryptoKeyPair | undefined> {
  const taken = await inStore<CryptoKeyPair | undefined>("readwrite", (store, keep) =>
    whenRead<readonly PendingKey[]>(store, KEYS, (keys = []) => {
      keep(keys.find((pending) => pending.state === state)?.key);
      store.put(
        keys.filter((pending) => pending.state !== state),
        KEYS,
      );
    }),
  );
  return taken?.value;
}

async function removeOldPendingKeys(now: number, lifetimeMs: number): Promise<void> {
  await inStore("readwrite", (store) =>
    whenRead<readonly PendingKey[]>(store, KEYS, (keys = []) => {
      const young = keys.filter(({ at }) => Math.abs(now - at) <= lifetimeMs);
      if (young.length < keys.length) store.put(young, KEYS);
    }),
  );
}
