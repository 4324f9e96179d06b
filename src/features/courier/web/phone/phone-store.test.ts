import { afterEach, expect, test, vi } from "vitest";
import type { KeptFile } from "#kernel/outbox/op.ts";
import { makePhoneStore } from "./phone-store.ts";

const { files, ops, meta, disk } = vi.hoisted(() => ({
  files: new Map<string, object>(),
  ops: new Map<string, object>(),
  meta: new Map<string, object>(),
  /** Takes no picture until the reserve is given up. */
  disk: { isFull: false },
}));
vi.mock("./database.ts", () => {
  const storeOf = (kept: Map<string, object>) => ({
    get: (id: string) => Promise.resolve(kept.get(id)),
    getAll: () => Promise.resolve([...kept.values()]),
    put: (one: { readonly id: string }) => Promise.resolve(kept.set(one.id, one)),
    delete: (id: string) => Promise.resolve(kept.delete(id)),
    clear: () => Promise.resolve(kept.clear()),
  });
  const put = (one: { readonly id: string }) =>
    disk.isFull ? Promise.reject(new Error("full")) : Promise.resolve(files.set(one.id, one));
  const remove = (id: string) => {
    disk.isFull = false;
    return Promise.resolve(meta.delete(id));
  };
  const keep = (one: object, id: string) => Promise.resolve(meta.set(id, one));
  const stores: Record<string, unknown> = {
    file: { ...storeOf(files), put },
    op: storeOf(ops),
    meta: { ...storeOf(meta), delete: remove, put: keep },
  };
  const objectStore = (name: string) => stores[name] ?? storeOf(new Map());
  const run = (_stores: unknown, work: (tx: object) => unknown) => work({ objectStore });
  return {
    isFull: () => disk.isFull,
    openDatabase: () => ({ read: run, write: run, close: () => undefined }),
  };
});

afterEach(() => {
  files.clear();
  ops.clear();
  meta.clear();
  disk.isFull = false;
});

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

test("a new photo leaves earlier ones of its stop in place", async () => {
  const store = makePhoneStore("phone");
  const ids = ["earlier", "original", "small"];
  for (const id of ids) await store.keepDraftFile(fileOf(id, "draft", "t"), new Blob(["x"]));
  expect([...files.keys()]).toEqual(ids);
});

test("signing out keeps what waits and what nobody has seen yet, and takes the rest away", async () => {
  const store = makePhoneStore("phone");
  const states = ["draft", "waiting", "sent", "look"] as const;
  for (const state of states) await store.keepDraftFile(fileOf(state, state), new Blob(["x"]));
  files.set("seen", { ...fileOf("seen", "look"), isSeen: true });
  const opOf = (state: string, verdict: string, isSeen: boolean) => ({
    state,
    verdict,
    isSeen,
    command: { id: `${state} ${verdict} ${isSeen}` },
  });
  const kept = [
    opOf("waiting", "later", false),
    opOf("look", "refused", false),
    opOf("done", "conflict", false),
  ];
  for (const op of [...kept, opOf("done", "accepted", false), opOf("done", "conflict", true)])
    ops.set(op.command.id, op);
  await store.wipe(false);
  expect([...files.keys()]).toEqual(["waiting", "look"]);
  expect([...ops.keys()]).toEqual(kept.map(({ command }) => command.id));
  await store.wipe(true);
  expect(files.size + ops.size).toBe(0);
});

test("a full phone gives up the map before anything of the person", async () => {
  const dropped = vi.fn<(name: string) => Promise<boolean>>(async () => {
    disk.isFull = false;
    return true;
  });
  vi.stubGlobal("caches", { delete: dropped });
  const store = makePhoneStore("phone");
  await store.keepReserve(new Blob(["x"]));
  await store.keepDraftFile(fileOf("sent", "sent"), new Blob(["x"]));
  disk.isFull = true;
  await store.keepDraftFile(fileOf("new", "draft"), new Blob(["x"]));
  expect(dropped).toHaveBeenCalledWith("waybill-map");
  expect([[...files.keys()], [...meta.keys()]]).toEqual([["sent", "new"], ["ballast"]]);
  vi.unstubAllGlobals();
});

test("on a full phone a kept photo goes to another stop by the reserve, which no new photo takes", async () => {
  const store = makePhoneStore("phone");
  await store.keepReserve(new Blob(["x"]));
  await store.keepDraftFile(fileOf("kept", "draft", "first"), new Blob(["x"]), true);
  disk.isFull = true;
  await expect(store.keepDraftFile(fileOf("new", "draft"), new Blob(["x"]), true)).rejects.toThrow("full");
  expect([...meta.keys()]).toEqual(["ballast"]);
  await store.keepDraftFile(fileOf("kept", "draft", "second"), new Blob(["x"]), false);
  expect([[...files.values()], [...meta.keys()]]).toEqual([
    [{ ...fileOf("kept", "draft", "second"), blob: expect.any(Blob) }],
    [],
  ]);
});

test("signing out with all sent leaves no reserve behind, and none comes afterwards", async () => {
  const store = makePhoneStore("phone");
  await store.keepReserve(new Blob(["x"]));
  await store.wipe(false);
  expect([...meta.keys()]).toEqual(["ballast"]);
  await store.wipe(true);
  expect([...meta.keys()]).toEqual([]);
  store.close();
  await store.keepReserve(new Blob(["x"]));
  expect([...meta.keys()]).toEqual([]);
});

test("a write that may give nothing up leaves the reserve alone", async () => {
  const store = makePhoneStore("phone");
  await store.keepReserve(new Blob(["x"]));
  disk.isFull = true;
  const refuse = () => {
    throw new Error("full");
  };
  await expect(store.change(refuse, [])).rejects.toThrow("full");
  expect([...meta.keys()]).toEqual(["ballast"]);
  await store.dropDay();
});
