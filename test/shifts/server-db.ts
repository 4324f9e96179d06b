import type { Report } from "#features/courier/domain/sync/report.ts";
import type { TapTimes } from "#kernel/outbox/tap-times.ts";
import type { Contradiction } from "#features/courier/domain/sync/store.ts";
import type { Verdict } from "#features/courier/domain/sync/verdict.ts";
import type { DeliveryState } from "#features/deliveries/domain/delivery.ts";
import type { Instant } from "#kernel/instant.ts";
import type { TrueFix } from "./positions.ts";

export interface StoredReport {
  readonly report: Report;
  readonly user: string;
  readonly device: string;
  readonly deliveryId: string | null;
  readonly taskId: string | null;
  readonly times: TapTimes;
  readonly receivedAt: Instant;
  readonly verdict: Verdict;
}

/** Delivery with the task that its parcels wait for. */
export interface Parcels {
  readonly deliveryId: string;
  readonly taskId: string;
}

/** One courier's half of a handover. `parcels` is null where the digits were typed. */
export interface StoredHalf {
  readonly id: string;
  readonly code: string;
  readonly side: "given" | "taken";
  readonly courierId: string;
  readonly parcels: Parcels | null;
  readonly happenedAt: Instant;
  readonly receivedAt: Instant;
  readonly isJoined: boolean;
  /** The office was told that it is alone. */
  readonly isTold: boolean;
  /** The office decided about it. */
  readonly isDecided: boolean;
}

/** A command that changed a delivery. */
export interface Applied {
  readonly commandId: string;
  readonly device: string;
  readonly user: string;
  readonly deliveryId: string;
  readonly seq: number;
}

export interface StoredShot {
  readonly taskId: string;
  readonly total: number;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

export interface StoredShift {
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
}

/** Rows by their key; values are never changed in place. What a transaction changed can be taken back. */
export class Table<V> extends Map<string, V> {
  /** Counts the changes. */
  version = 0;
  #undo: (() => void)[] | null = null;

  override set(key: string, value: V): this {
    this.#note(key);
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.#note(key);
    return super.delete(key);
  }

  #note(key: string): void {
    this.version = (this.version ?? 0) + 1;
    if (!this.#undo) return;
    const before = super.get(key);
    this.#undo.push(before === undefined ? () => super.delete(key) : () => super.set(key, before));
  }

  begin(): void {
    this.#undo = [];
  }

  commit(): void {
    this.#undo = null;
  }

  rollBack(): void {
    const undo = this.#undo ?? [];
    this.#undo = null;
    for (const step of undo.toReversed()) step();
    this.version += 1;
  }
}

const copied = <V>(from: Table<V>): Table<V> => {
  const table = new Table<V>();
  for (const [key, value] of from) table.set(key, value);
  return table;
};

/** One state of the server's data. */
export interface Data {
  readonly deliveries: Table<DeliveryState>;
  readonly addressTags: Table<string>;
  readonly reports: Table<StoredReport>;
  readonly exceptions: Table<Contradiction>;
  readonly shots: Table<StoredShot>;
  /** By courier, in the order of their beginning. */
  readonly shifts: Table<readonly StoredShift[]>;
  /** By courier and time. */
  readonly tracks: Table<TrueFix & { readonly user: string }>;
  readonly halves: Table<StoredHalf>;
  /** Couriers by what their last load check found. */
  readonly loads: Table<string>;
  applied: readonly Applied[];
}

export const copyOf = (data: Data): Data => ({
  deliveries: copied(data.deliveries),
  addressTags: copied(data.addressTags),
  reports: copied(data.reports),
  exceptions: copied(data.exceptions),
  shots: copied(data.shots),
  shifts: copied(data.shifts),
  tracks: copied(data.tracks),
  halves: copied(data.halves),
  loads: copied(data.loads),
  applied: data.applied,
});

export const emptyData = (): Data => ({
  deliveries: new Table(),
  addressTags: new Table(),
  reports: new Table(),
  exceptions: new Table(),
  shots: new Table(),
  shifts: new Table(),
  tracks: new Table(),
  halves: new Table(),
  loads: new Table(),
  applied: [],
});

const tablesOf = (data: Data): readonly Table<unknown>[] =>
  Object.values(data).filter((value): value is Table<unknown> => value instanceof Table);

/** All of the work or nothing; nobody else writes meanwhile. */
export async function inTransaction<T>(data: Data, work: () => Promise<T>): Promise<T> {
  const tables = tablesOf(data);
  const { applied } = data;
  for (const table of tables) table.begin();
  try {
    const done = await work();
    for (const table of tables) table.commit();
    return done;
  } catch (error) {
    for (const table of tables) table.rollBack();
    data.applied = applied;
    throw error;
  }
}

export const openShift = (data: Data, user: string): StoredShift | undefined =>
  data.shifts.get(user)?.find((shift) => shift.endedAt === null);
