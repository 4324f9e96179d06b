import { beforeEach, expect, test, vi } from "vitest";
import { isKnown } from "./known.ts";
import { type Ended, endRecord, readStored, type SessionRecord, writeRecord } from "./record-store.ts";

/** happy-dom has no database: a store that keeps what it is given, for one transaction after the other. */
const kept = vi.hoisted(() => ({ values: new Map<string, unknown>(), isRefused: false }));
vi.mock("./database.ts", () => ({
  eraseStore: async () => kept.values.clear(),
  whenRead: (_store: unknown, key: string, then: (value: unknown) => void) => then(kept.values.get(key)),
  inStore: async (_mode: string, work: (store: object, keep: (value: unknown) => void) => void) => {
    if (kept.isRefused) return undefined;
    let value: unknown;
    const put = (next: unknown, key: string) => kept.values.set(key, next);
    const remove = (key: string) => kept.values.delete(key);
    work({ put, delete: remove }, (found) => (value = found));
    return { value };
  },
}));

const RECORD: SessionRecord = {
  gen: 1,
  issuer: "https://id.example",
  subject: "ada",
  name: "Ada",
  roles: [],
  reading: { from: undefined, reasons: [], tooMany: false },
  type: "bearer",
  accessToken: "a",
  idToken: "i",
  expiresAt: 0,
  lifeMs: 0,
  at: 0,
  since: 0,
  lastSeen: 0,
};
const ELSEWHERE: Ended = { why: "ended-elsewhere", subject: "ada", at: 0 };

beforeEach(async () => {
  kept.isRefused = false;
  kept.values.clear();
  localStorage.clear();
  await writeRecord(RECORD);
});

test("a session that others ended is known on, so that a page that opens later reads why", async () => {
  expect(isKnown()).toBe(true);
  expect(await endRecord(ELSEWHERE, RECORD)).toBe(true);
  expect(isKnown()).toBe(true);
  expect((await readStored()).ended).toEqual(ELSEWHERE);
  await writeRecord(RECORD);
  expect(isKnown()).toBe(true);
  expect((await readStored()).ended).toBeUndefined();
});

test("who signed out in this browser is not known any more, also after an end by others", async () => {
  await endRecord({ ...ELSEWHERE, isOwn: true });
  expect(isKnown()).toBe(false);
  await writeRecord(RECORD);
  await endRecord(ELSEWHERE, RECORD);
  await endRecord({ ...ELSEWHERE, isOwn: true });
  expect(isKnown()).toBe(false);
});

test("a late word of the end changes nothing for whoever signed out meanwhile", async () => {
  await endRecord({ ...ELSEWHERE, isOwn: true });
  expect(await endRecord(ELSEWHERE, RECORD)).toBe(false);
  expect(isKnown()).toBe(false);
});

test("where the browser keeps nothing, no reason is left and nobody is known", async () => {
  kept.isRefused = true;
  await endRecord(ELSEWHERE, RECORD);
  expect(isKnown()).toBe(false);
});
