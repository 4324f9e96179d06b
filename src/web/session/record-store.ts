import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import type { Role } from "#kernel/actor.ts";
import { inStore, whenRead } from "./database.ts";
import type { RoleReading } from "./role-reading.ts";
import { markKnown } from "./known.ts";

/** One sign-in, shared by all tabs of this browser. `gen` grows with every refresh. Times in ms since 1970, this device's clock. */
export interface SessionRecord {
  readonly gen: number;
  readonly issuer: string;
  readonly subject: string;
  /** The provider's name for this session, where it gives one. */
  readonly sid?: string | undefined;
  /** What the provider's session frame compares with. */
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
}

export interface Stored {
  readonly record: SessionRecord | undefined;
  readonly ended: Ended | undefined;
}

const RECORD = "record";
const ENDED = "ended";
const NOTHING: Stored = { record: undefined, ended: undefined };
/** Stands in where the browser refuses storage: the session then lasts for this page. */
let inMemory: Stored = NOTHING;

export async function readStored(): Promise<Stored> {
  const read = await inStore<Stored>("readonly", (store, keep) => {
    whenRead<SessionRecord>(store, RECORD, (record) =>
      whenRead<Ended>(store, ENDED, (ended) => keep({ record, ended })),
    );
  });
  return read ? (read.value ?? NOTHING) : inMemory;
}

export async function writeRecord(record: SessionRecord): Promise<void> {
  inMemory = { record, ended: undefined };
  markKnown(true);
  await inStore("readwrite", (store) => {
    store.put(record, RECORD);
    store.delete(ENDED);
  });
}

/** The session is over: tokens and key go, the reason stays for the other tabs. */
export async function endRecord(ended: Ended): Promise<void> {
  inMemory = { record: undefined, ended };
  markKnown(false);
  await inStore("readwrite", (store) => {
    store.delete(RECORD);
    store.put(ended, ENDED);
  });
}

/** Changes what is beside the tokens, if the same sign-in is still there; answers what then stands. */
export async function patchRecord(
  same: Pick<SessionRecord, "subject" | "since">,
  patch: Partial<Pick<SessionRecord, "name" | "email" | "picture" | "roles" | "reading" | "lastSeen">>,
): Promise<SessionRecord | undefined> {
  const isSame = (record: SessionRecord | undefined): record is SessionRecord =>
    record?.subject === same.subject && record.since === same.since;
  if (isSame(inMemory.record)) inMemory = { ...inMemory, record: { ...inMemory.record, ...patch } };
  const done = await inStore<SessionRecord>("readwrite", (store, keep) => {
    whenRead<SessionRecord>(store, RECORD, (record) => {
      if (!isSame(record)) return;
      const next = { ...record, ...patch };
      store.put(next, RECORD);
      keep(next);
    });
  });
  return done ? done.value : inMemory.record;
}
