import { afterEach, expect, test, vi } from "vitest";
import type { KeptFile } from "#kernel/outbox/op.ts";
import { makePhoneStore } from "./phone-store.ts";

const files = vi.hoisted(() => new Map<string, { readonly id: string }>());
vi.mock("./database.ts", () => {
  const file = {
    get: (id: string) => Promise.resolve(files.get(id)),
    getAll: () => Promise.resolve([...files.values()]),
    put: (one: { readonly id: string }) => Promise.resolve(files.set(one.id, one)),
    delete: (id: string) => Promise.resolve(files.delete(id)),
  };
  const run = (_stores: unknown, work: (tx: object) => unknown) => work({ objectStore: () => file });
  return { isFull: () => false, openDatabase: () => ({ read: run, write: run, close: () => undefined }) };
});

afterEach(() => files.clear());

const fileOf = (id: string, state: KeptFile["state"], taskId = id): KeptFile => ({
  id,
  deliveryId: "d",
  taskId,
  kind: "photo",
  sha256: "",
  bytes: 1,
  takenAt: 1,
  state,
  code: null,
  endedAt: null,
});

test("an unreadable photo goes while it is a draft, and stays once an outcome names it", async () => {
  const store = makePhoneStore("phone");
  const states = ["draft", "waiting", "sent", "look"] as const;
  for (const state of states) await store.keepDraftFile(fileOf(state, state), new Blob(["x"]));
  for (const state of states) await store.dropDraftFile(state);
  await store.dropDraftFile("unknown");
  expect([...files.keys()]).toEqual(["waiting", "sent", "look"]);
});

test("a new photo leaves earlier ones in place, and its smaller copy replaces all but it", async () => {
  const store = makePhoneStore("phone");
  const keep = (id: string, beside?: "all" | readonly string[]) =>
    store.keepDraftFile(fileOf(id, "draft", "t"), new Blob(["x"]), beside);
  await keep("earlier");
  await keep("original", "all");
  expect([...files.keys()]).toEqual(["earlier", "original"]);
  await keep("small", ["original"]);
  expect([...files.keys()]).toEqual(["original", "small"]);
});
