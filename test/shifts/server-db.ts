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

/** Parcels of a cancelled delivery in a courier's hands. */
export interface StoredInHand {
  readonly deliveryId: string;
  readonly taskId: string;
  readonly courierId: string;
  /** Of the exception of the refused report. */
  readonly key: string;
  readonly bringTo: "sender" | "hub" | null;
  readonly endedAs: "sender" | "hub" | "recipient" | "none" | null;
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
  /** Courier who sent it. */
  readonly user: string;
}

/** Price of a delivery that is paid in cash at one of its stops. */
export interface StoredCash {
  readonly at: "collect" | "deliver";
  readonly amountMinor: number;
  /** 0 until the price is another one. */
  readonly dueMinor: number;
  readonly capturedMinor: number;
  readonly canceledSeen: boolean;
}

export interface StoredShift {
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
}

/** Steps that take back the transaction under way; there is never more than one. */
interface Log {
  undo: (() => void)[] | null;
}

/** Rows by their key; values are never changed in place. What a transaction changed can be taken back. */
export class Table<V> extends Map<string, V> {
  /** Counts the changes. */
  version = 0;
  readonly #log: Log;

  constructor(log: Log) {
    super();
    this.#log = log;
  }

  override set(key: string, value: V): this {
    this.#note(key);
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.#note(key);
    return super.delete(key);
  }

  #note(key: string): void {
    this.version += 1;
    const { undo } = this.#log;
    if (!undo) return;
    const before = super.get(key);
    undo.push(() => {
      this.version += 1;
      if (before === undefined) super.delete(key);
      else super.set(key, before);
    });
  }

  copy(log: Log): Table<V> {
    const table = new Table<V>(log);
    for (const [key, value] of this) table.#take(key, value);
    return table;
  }

  #take(key: string, value: V): void {
    super.set(key, value);
  }
}

/** One state of the server's data. */
export interface Data {
  readonly log: Log;
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
  /** By delivery. */
  readonly inHand: Table<StoredInHand>;
  /** Digits by delivery. */
  readonly pins: Table<string>;
  /** Wrong digits that were compared online, by delivery. */
  readonly wrongPins: Table<number>;
  /** By delivery. */
  readonly cash: Table<StoredCash>;
  applied: readonly Applied[];
}

export function copyOf(data: Data): Data {
  const log: Log = { undo: null };
  return {
    log,
    deliveries: data.deliveries.copy(log),
    addressTags: data.addressTags.copy(log),
    reports: data.reports.copy(log),
    exceptions: data.exceptions.copy(log),
    shots: data.shots.copy(log),
    shifts: data.shifts.copy(log),
    tracks: data.tracks.copy(log),
    halves: data.halves.copy(log),
    loads: data.loads.copy(log),
    inHand: data.inHand.copy(log),
    pins: data.pins.copy(log),
    wrongPins: data.wrongPins.copy(log),
    cash: data.cash.copy(log),
    applied: data.applied,
  };
}

export function emptyData(): Data {
  const log: Log = { undo: null };
  return {
    log,
    deliveries: new Table(log),
    addressTags: new Table(log),
    reports: new Table(log),
    exceptions: new Table(log),
    shots: new Table(log),
    shifts: new Table(log),
    tracks: new Table(log),
    halves: new Table(log),
    loads: new Table(log),
    inHand: new Table(log),
    pins: new Table(log),
    wrongPins: new Table(log),
    cash: new Table(log),
    applied: [],
  };
}

/** All of the work or nothing; nobody else writes meanwhile. */
export async function inTransaction<T>(data: Data, work: () => Promise<T>): Promise<T> {
  const { applied, log } = data;
  log.undo = [];
  try {
    return await work();
  } catch (error) {
    const steps = log.undo;
    log.undo = null;
    for (const step of steps.toReversed()) step();
    data.applied = applied;
    throw error;
  } finally {
    log.undo = null;
  }
}

export const openShift = (data: Data, user: string): StoredShift | undefined =>
  data.shifts.get(user)?.find((shift) => shift.endedAt === null);
