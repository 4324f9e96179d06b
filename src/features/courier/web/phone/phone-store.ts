import { isRefused, isUnsent, needsLook } from "#kernel/outbox/counts.ts";
import type { CourierDay } from "../../contract/api.ts";
import { type Change, type Kept, type KeptFile, type Meta, POSITIONS_KEPT_MS } from "#kernel/outbox/op.ts";
import { type GivenUp, GIVEN_UP_FOR_PHOTOS, writeWithRoom } from "#kernel/outbox/make-room.ts";
import type { OutboxStore } from "#kernel/outbox/ports.ts";
import { newId } from "#web/api/new-id.ts";
import {
  type FileRecord,
  type KeptPosition,
  type PhoneStores,
  type Tx,
  isFull,
  openDatabase,
} from "./database.ts";

const ALL: PhoneStores = ["op", "file", "draft", "day", "sample", "meta"];

export interface PhoneStore extends OutboxStore<CourierDay> {
  /** @param order is given up step by step where nothing fits; without it, all that a full phone gives up for facts */
  change<C extends Change<CourierDay>>(
    work: (kept: Kept<CourierDay>) => C,
    order?: readonly GivenUp[],
  ): Promise<C>;
  /** Deletes the day; that needs no room. */
  dropDay(): Promise<void>;
  /**
   * Stores a picture that belongs to no command yet. Earlier ones of its stop stay until an outcome takes one: it may be
   * naming any of them this moment. A new photo leaves the reserve alone.
   */
  keepDraftFile(file: KeptFile, blob: Blob, isNewPhoto?: boolean): Promise<void>;
  /** Deletes a picture that no command names: a named one is a proof, and stays. */
  dropDraftFile(fileId: string): Promise<void>;
  blob(fileId: string): Promise<Blob | undefined>;
  drafts(): Promise<ReadonlyMap<string, unknown>>;
  saveDraft(name: string, value: unknown): Promise<void>;
  keepPosition(position: KeptPosition): Promise<void>;
  positions(): Promise<readonly KeptPosition[]>;
  dropPositions(upTo: readonly number[]): Promise<void>;
  /** Whether the room is kept that is given up when the phone is full. */
  hasReserve(): Promise<boolean>;
  keepReserve(bytes: Blob): Promise<void>;
  /** Takes away the day, positions, what was sent and what the courier confirmed; with `everything` also the rest. */
  wipe(everything: boolean): Promise<void>;
  close(): void;
}

/** Ways to make room for facts. */
const GIVE_UP: Readonly<Record<Exclude<GivenUp, "map">, readonly [PhoneStores, (tx: Tx) => Promise<void>]>> =
  {
    positions: [["trace"], (tx) => tx.objectStore("trace").clear()],
    "sent-pictures": [
      ["file"],
      async (tx) => {
        for (const file of await tx.objectStore("file").getAll())
          if (file.state === "sent") await tx.objectStore("file").delete(file.id);
      },
    ],
    reserve: [["meta"], (tx) => tx.objectStore("meta").delete("ballast")],
  };

export function makePhoneStore(name: string): PhoneStore {
  const database = openDatabase(name);
  let isClosed = false;

  const write = <T>(
    stores: PhoneStores,
    work: (tx: Tx) => Promise<T>,
    order?: readonly GivenUp[],
  ): Promise<T> =>
    writeWithRoom(
      () => database.write(stores, work),
      {
        isFull,
        giveUp: async (what) =>
          what === "map" ? (await import("./parts.ts")).dropMap() : database.write(...GIVE_UP[what]),
      },
      order,
    );

  const blobOf = (id: string) =>
    database.read(["file"], async (tx) => (await tx.objectStore("file").get(id))?.blob);

  return {
    read: () => database.read(ALL, readKept),
    change: (work, order) =>
      write(
        ALL,
        async (tx) => {
          const kept = await readKept(tx);
          const change = work(kept);
          apply(tx, change, kept);
          return change;
        },
        order,
      ),
    dropDay: () => database.write(["day"], (tx) => tx.objectStore("day").clear()),
    async bytes(id, offset, length) {
      const blob = await blobOf(id);
      return new Uint8Array((await blob?.slice(offset, offset + length).arrayBuffer()) ?? []);
    },
    keepDraftFile: (file, blob, isNewPhoto) =>
      write(
        ["file"],
        async (tx) => void (await tx.objectStore("file").put({ ...file, blob })),
        isNewPhoto ? GIVEN_UP_FOR_PHOTOS : undefined,
      ),
    dropDraftFile: (id) =>
      write(["file"], async (tx) => {
        const file = await tx.objectStore("file").get(id);
        if (file?.state === "draft") await tx.objectStore("file").delete(id);
      }),
    blob: blobOf,
    drafts: () =>
      database.read(["draft"], async (tx) => {
        const store = tx.objectStore("draft");
        const [names, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
        return new Map(names.map((one, at) => [one, values[at]]));
      }),
    saveDraft: (key, value) =>
      write(["draft"], async (tx) => void (await tx.objectStore("draft").put(value, key))),
    keepPosition: (position) =>
      database.write(["trace"], async (tx) => {
        const trace = tx.objectStore("trace");
        await trace.put(position);
        await trace.delete(IDBKeyRange.upperBound(position.atMs - POSITIONS_KEPT_MS));
      }),
    positions: () => database.read(["trace"], (tx) => tx.objectStore("trace").getAll()),
    dropPositions: (moments) =>
      database.write(["trace"], async (tx) => {
        for (const moment of moments) await tx.objectStore("trace").delete(moment);
      }),
    hasReserve: () =>
      database.read(["meta"], async (tx) => (await tx.objectStore("meta").count("ballast")) > 0),
    keepReserve: async (bytes) => {
      if (!isClosed)
        await database.write(
          ["meta"],
          async (tx) => void (await tx.objectStore("meta").put(bytes, "ballast")),
        );
    },
    wipe: (everything) =>
      write([...ALL, "trace"], async (tx) => {
        for (const name of ["day", "trace", "draft"] as const) await tx.objectStore(name).clear();
        if (everything) await tx.objectStore("meta").delete("ballast");
        for (const op of await tx.objectStore("op").getAll())
          if (everything || (op.state === "done" && !needsLook(op)))
            await tx.objectStore("op").delete(op.command.id);
        for (const file of await tx.objectStore("file").getAll())
          if (everything || !(isUnsent(file) || isRefused(file)))
            await tx.objectStore("file").delete(file.id);
      }),
    close() {
      isClosed = true;
      database.close();
    },
  };
}

const newMeta = (): Meta => ({ deviceId: newId(), seq: 0, epoch: null, withdrawn: 0 });

async function readKept(tx: Tx): Promise<Kept<CourierDay>> {
  const [meta, ops, files, samples, day] = await Promise.all([
    tx.objectStore("meta").get("meta"),
    tx.objectStore("op").getAll(),
    tx.objectStore("file").getAll(),
    tx.objectStore("sample").get("all"),
    tx.objectStore("day").get("day"),
  ]);
  return {
    meta: meta instanceof Blob || meta === undefined ? newMeta() : meta,
    ops: ops.toSorted((a, b) => a.command.seq - b.command.seq),
    files,
    samples: samples ?? [],
    day: day ?? null,
  };
}

/** Asks for all writes at once and then for the commit, so that none waits for another's answer; a refused one aborts all. */
function apply(tx: Tx, change: Change<CourierDay>, kept: Kept<CourierDay>): void {
  const {
    ops = [],
    droppedOps = [],
    files = [],
    droppedFiles = [],
    droppedDrafts = [],
    drafts = [],
  } = change;
  // Safe: what was read of a file has its bytes.
  const stored = new Map((kept.files as readonly FileRecord[]).map((file) => [file.id, file]));
  const asked: Promise<unknown>[] = [
    ...ops.map((op) => tx.objectStore("op").put(op)),
    ...droppedOps.map((id) => tx.objectStore("op").delete(id)),
    ...files.map((file) => {
      const known = stored.get(file.id);
      return known
        ? tx.objectStore("file").put({ ...known, ...file, blob: known.blob })
        : Promise.resolve("");
    }),
    ...droppedFiles.map((id) => tx.objectStore("file").delete(id)),
    ...droppedDrafts.map((name) => tx.objectStore("draft").delete(name)),
    ...drafts.map(([name, values]) => tx.objectStore("draft").put(values, name)),
    tx.objectStore("meta").put(change.meta ?? kept.meta, "meta"),
  ];
  if (change.samples) asked.push(tx.objectStore("sample").put(change.samples, "all"));
  if (change.day) asked.push(tx.objectStore("day").put(change.day, "day"));
  tx.commit();
  // The transaction's end says whether they are stored.
  Promise.all(asked).catch(() => undefined);
}
