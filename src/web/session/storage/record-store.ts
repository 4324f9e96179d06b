import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import type { Role } from "#kernel/actor.ts";
import { eraseStore, inStore, whenRead } from "./database.ts";
import type { RoleReading } from "../driver/role-reading.ts";
import { markKnown } from "./known.ts";

/** One sign-in, shared by all tabs of this browser. `gen` grows with every refresh. Times in ms since 1970, this device's clock. */
export interface SessionRecord {
  readonly gen: number;
  readonly issuer: string;
  readonly subject: string;
  /** The provider's name for this session, where it gives one. */
  readonly sid?: string | undefined;
  /** State that the provider's session frame compares with. */
  readonly sessionState?: string | undefined;
  readonly name: string;
  readonly email?: string | undefined;
  readonly picture?: string | undefined;
  readonly roles: readonly Role[];
  readonly reading: RoleReading;
  readonly type: "bearer" | "dpop";
  /** The key that the tokens are bound to; its private half cannot leave the browser. */
  readonly key?: CryptoKeyPair | undefined;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly idToken: string;
  readonly expiresAt: number;
  /** How long the access token was good for when it came. */
  readonly lifeMs: number;
  /** Last answer of the provider. */
  readonly at: number;
  /** When the person signed in. */
  readonly since: number;
  /** Latest time that this device showed. */
  readonly lastSeen: number;
}

/** Left in the record's place when a session ends; missing with it, somebody cleared the browser's data. */
export interface Ended {
  readonly why: SignInFailureCode;
  readonly subject: string;
  readonly at: number;
  /** The person signed out in this browser: pages that open later need not say why. */
  readonly isOwn?: boolean;
}

export interface Stored {
  readonly record: SessionRecord | undefined;
  readonly ended: Ended | undefined;
}

const RECORD = "record";
const ENDED = "ended";
const NOTHING: Stored = { record: undefined, ended: undefined };
/**
 * Last value read or written. Stands in where the browser refuses storage: the session then lasts for this page.
 */
let inMemory: Stored = NOTHING;

export async function readStored(): Promise<Stored> {
  const read = await inStore<Stored>("readonly", (store, keep) => {
    whenRead<SessionRecord>(store, RECORD, (record) =>
      whenRead<Ended>(store, ENDED, (ended) => keep({ record, ended })),
    );
  });
  if (read) inMemory = read.value ?? NOTHING;
  return inMemory;
}

export async function writeRecord(record: SessionRecord): Promise<void> {
  inMemory = { record, ended: undefined };
  markKnown(true);
  await inStore("readwrite", (store) => {
    store.put(record, RECORD);
    store.delete(ENDED);
  });
}

/** One sign-in, however often it was refreshed. */
export type SameSignIn = Pick<SessionRecord, "subject" | "since">;

const isSame = (record: SessionRecord | undefined, same: SameSignIn): record is SessionRecord =>
  record?.subject === same.subject && record.since === same.since;

/**
 * Puts a refreshed record in the place of the one that it came from.
 *
 * @returns false when that one is gone meanwhile or another sign-in took its place: nothing is written then
 */
export async function replaceRecord(old: SessionRecord, next: SessionRecord): Promise<boolean> {
  const isOld = (record: SessionRecord | undefined) => isSame(record, old) && record.gen === old.gen;
  const done = await inStore<boolean>("readwrite", (store, keep) => {
    whenRead<SessionRecord>(store, RECORD, (record) => {
      if (isOld(record)) store.put(next, RECORD);
      keep(isOld(record));
    });
  });
  const isReplaced = done ? done.value === true : isOld(inMemory.record);
  if (isReplaced) inMemory = { record: next, ended: undefined };
  return isReplaced;
}

/**
 * The session is over: tokens and key go, the reason stays for the other tabs.
 *
 * @param of the sign-in that is over; without it, whichever is there
 * @returns false when another sign-in took its place, or it was over already: that one, or the reason then given, stays
 */
export async function endRecord(ended: Ended, of?: SameSignIn): Promise<boolean> {
  const isOther = (record: SessionRecord | undefined) =>
    of !== undefined && record !== undefined && !isSame(record, of);
  const done = await inStore<boolean>("readwrite", (store, keep) => {
    whenRead<SessionRecord>(store, RECORD, (record) => {
      whenRead<Ended>(store, ENDED, (before) => {
        const isLate = isOther(record) || (of !== undefined && !record && before !== undefined);
        keep(!isLate);
        if (isLate) return;
        store.delete(RECORD);
        store.put(ended, ENDED);
      });
    });
  });
  if (done ? done.value !== true : isOther(inMemory.record)) return false;
  inMemory = { record: undefined, ended };
  // Without storage, a page that opens later would find no reason.
  markKnown(done !== undefined && ended.isOwn !== true && "ended");
  if (!done) await eraseStore();
  return true;
}

/** Changes what is beside the tokens, if the same sign-in is still there; answers what then stands. */
export async function patchRecord(
  same: SameSignIn,
  patch: Partial<Pick<SessionRecord, "name" | "email" | "picture" | "roles" | "reading" | "lastSeen">>,
): Promise<SessionRecord | undefined> {
  if (isSame(inMemory.record, same)) inMemory = { ...inMemory, record: { ...inMemory.record, ...patch } };
  const done = await inStore<SessionRecord>("readwrite", (store, keep) => {
    whenRead<SessionRecord>(store, RECORD, (record) => {
      if (!isSame(record, same)) return;
      const next = { ...record, ...patch };
      store.put(next, RECORD);
      keep(next);
    });
  });
  return done ? done.value : inMemory.record;
}
