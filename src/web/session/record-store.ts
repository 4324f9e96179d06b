import type { Role } from "#kernel/actor.ts";
import { markKnown } from "./known.ts";

/** One sign-in, shared by all tabs of this browser. `gen` grows with every refresh. */
export interface SessionRecord {
  readonly gen: number;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly idToken: string;
  /** ms since 1970, this device's clock */
  readonly expiresAt: number;
  readonly at: number;
}

const DATABASE = "wb.auth";
const STORE = "session";
const KEY = "record";
/** Stands in where the browser refuses storage (private mode): the session then lasts for this tab. */
let inMemory: SessionRecord | undefined;
let usable = true;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("storage refused")));
  });
}

async function withStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Pick<IDBRequest<T>, "result">,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const request = work(transaction.objectStore(STORE));
      transaction.addEventListener("complete", () => resolve(request.result));
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("storage refused")));
    });
  } finally {
    database.close();
  }
}

export async function readRecord(): Promise<SessionRecord | undefined> {
  if (!usable) return inMemory;
  try {
    return await withStore<SessionRecord | undefined>("readonly", (store) => store.get(KEY));
  } catch {
    usable = false;
    return inMemory;
  }
}

export async function writeRecord(record: SessionRecord | undefined): Promise<void> {
  inMemory = record;
  markKnown(record !== undefined);
  if (!usable) return;
  try {
    await withStore<unknown>("readwrite", (store) => (record ? store.put(record, KEY) : store.delete(KEY)));
  } catch {
    usable = false;
  }
}
