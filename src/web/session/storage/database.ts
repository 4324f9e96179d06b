const DATABASE = "wb.auth";
const STORE = "session";
/**
 * Clearing the site's data closes databases under way for as long as it takes: what worked before is tried again until
 * a new, empty one is found. A browser that never kept anything here has one more try.
 */
const PAUSES_MS = { worked: [0, 100, 400, 1_600, 4_000, 8_000, 16_000], never: [0] } as const;
/** An opening under way while the data are cleared may never be answered. */
const OPENED_WITHIN_MS = 5_000;
/** Nothing fits, or nothing may be kept: no other try changes that. */
const FINAL: ReadonlySet<string> = new Set(["QuotaExceededError", "SecurityError"]);
let hasWorked = false;

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
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error("storage silent"));
    }, OPENED_WITHIN_MS);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
    request.addEventListener("success", () => {
      clearTimeout(timer);
      if (isLate) request.result.close();
      else resolve(request.result);
    });
    request.addEventListener("error", () => {
      clearTimeout(timer);
      reject(request.error ?? new Error("storage refused"));
    });
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
  for (let attempt = 0; !isRefused; attempt += 1) {
    try {
      const value = await transact(mode, work);
      hasWorked = true;
      return { value };
    } catch (error) {
      const pause = isFinal(error) ? undefined : PAUSES_MS[hasWorked ? "worked" : "never"][attempt];
      if (pause === undefined) refuse();
      else await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return undefined;
}

const isFinal = (error: unknown): boolean => error instanceof Error && FINAL.has(error.name);

function refuse(): void {
  if (isRefused) return;
  isRefused = true;
  for (const listener of refusedListeners) listener();
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
