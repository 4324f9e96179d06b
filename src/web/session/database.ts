const DATABASE = "wb.auth";
const STORE = "session";
/** Clearing the site's data closes databases under way: the second try finds the new, empty one. */
const TRIES = 2;

/** Whether the browser lets us keep anything; once refused, everything lives in this page only. */
let isRefused = false;
const refusedListeners = new Set<() => void>();

export const storageKind = (): "browser" | "memory" => (isRefused ? "memory" : "browser");

/** Runs once the browser refuses storage, or at once when it has already. */
export function onStorageRefused(listener: () => void): void {
  refusedListeners.add(listener);
  if (isRefused) listener();
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("storage refused")));
  });
}

async function transact<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore, keep: (value: T) => void) => void,
): Promise<T | undefined> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      let kept: T | undefined;
      work(transaction.objectStore(STORE), (value) => {
        kept = value;
      });
      transaction.addEventListener("complete", () => resolve(kept));
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("storage refused")));
    });
  } finally {
    database.close();
  }
}

/**
 * One transaction over the session's store; `keep` gives its result.
 *
 * @returns nothing where the browser refuses storage
 */
export async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore, keep: (value: T) => void) => void,
): Promise<{ readonly value: T | undefined } | undefined> {
  for (let attempt = 1; !isRefused; attempt += 1) {
    try {
      return { value: await transact(mode, work) };
    } catch {
      if (attempt < TRIES) continue;
      isRefused = true;
      for (const listener of refusedListeners) listener();
    }
  }
  return undefined;
}

/** Takes the whole store away, also where the browser refuses to write. Quiet: what cannot be opened holds nothing. */
export function eraseStore(): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(DATABASE);
      for (const end of ["success", "error", "blocked"]) request.addEventListener(end, () => resolve());
    } catch {
      resolve();
    }
  });
}

/** The value under a key, handed on when it is read. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what its key holds
export function whenRead<T>(store: IDBObjectStore, key: string, then: (value: T | undefined) => void): void {
  const request = store.get(key);
  // Safe: each key has one writer, beside its reader.
  request.addEventListener("success", () => then(request.result as T | undefined));
}
