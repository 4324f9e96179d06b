import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import type { KeptFile, Meta, Op, Sample, StoredDay } from "#kernel/outbox/op.ts";
import type { CourierDay, Position } from "../../contract/api.ts";
import type * as z from "zod/mini";

/** A position as the buffer keeps it, by its moment. */
export interface KeptPosition {
  readonly atMs: number;
  readonly position: z.output<typeof Position>;
}

/** A picture with its bytes. */
export type FileRecord = KeptFile & { readonly blob: Blob };

export interface PhoneSchema extends DBSchema {
  op: { key: string; value: Op; indexes: { order: [string, number] } };
  file: { key: string; value: FileRecord };
  draft: { key: string; value: unknown };
  day: { key: "day"; value: StoredDay<CourierDay> };
  sample: { key: "all"; value: readonly Sample[] };
  trace: { key: number; value: KeptPosition };
  meta: { key: "meta" | "ballast"; value: Meta | Blob };
}

export type PhoneStores = ("op" | "file" | "draft" | "day" | "sample" | "trace" | "meta")[];
export type Tx = IDBPTransaction<PhoneSchema, PhoneStores, "readwrite">;

const VERSION = 1;

/** Schemas only grow: a store or an index is added by the next number, none is taken away. */
function upgrade(database: IDBPDatabase<PhoneSchema>, from: number): void {
  if (from >= 1) return;
  database.createObjectStore("op", { keyPath: "command.id" }).createIndex("order", ["state", "command.seq"]);
  database.createObjectStore("file", { keyPath: "id" });
  database.createObjectStore("trace", { keyPath: "atMs" });
  for (const name of ["draft", "day", "sample", "meta"] as const) database.createObjectStore(name);
}

/** Refusal of the browser for lack of room: another try needs room first. */
export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "QuotaExceededError";

/** A connection that iOS dropped while the page slept, or that another build closed. */
const isLost = (error: unknown): boolean =>
  error instanceof DOMException && ["InvalidStateError", "UnknownError", "AbortError"].includes(error.name);

export interface Database {
  /** One transaction that is on the disk when it resolves. @throws what the browser says when it is not */
  write<T>(stores: PhoneStores, work: (tx: Tx) => Promise<T>): Promise<T>;
  read<T>(stores: PhoneStores, work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): void;
}

/** The database of one person on this phone, opened anew once when its connection was lost. */
export function openDatabase(name: string): Database {
  let opening: Promise<IDBPDatabase<PhoneSchema>> | undefined;

  function open(): Promise<IDBPDatabase<PhoneSchema>> {
    opening ??= openDB<PhoneSchema>(name, VERSION, {
      upgrade,
      blocking: (_current, _next, event) => {
        // Safe: the event's target is this very connection.
        (event.target as unknown as IDBDatabase).close();
        opening = undefined;
      },
      terminated: () => {
        opening = undefined;
      },
    }).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  type Run = <T>(stores: PhoneStores, work: (tx: Tx) => Promise<T>) => Promise<T>;

  const runIn =
    (mode: "readonly" | "readwrite"): Run =>
    async (stores, work) => {
      try {
        return await once(mode, stores, work);
      } catch (error) {
        if (!isLost(error)) throw error;
        opening = undefined;
        return once(mode, stores, work);
      }
    };

  async function once<T>(
    mode: "readonly" | "readwrite",
    stores: PhoneStores,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const database = await open();
    // Safe: what only reads never calls a method that writes.
    const tx = database.transaction(stores, mode, { durability: "strict" }) as Tx;
    // A transaction that aborts fails both: the work's own request and the end.
    const [value] = await Promise.all([work(tx), tx.done]);
    return value;
  }

  return {
    write: runIn("readwrite"),
    read: runIn("readonly"),
    close() {
      void opening?.then((database) => database.close());
      opening = undefined;
    },
  };
}
