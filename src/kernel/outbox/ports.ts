import type { Instant } from "#kernel/instant.ts";
import type { Change, FrozenCommand, Kept, KeptFile, Result, Sample } from "./op.ts";

export interface OutboxStore<D> {
  read(): Promise<Kept<D>>;
  /**
   * One transaction over everything kept, safe from a power cut when it resolves. `work` sees what all earlier
   * transactions left, those of other tabs included.
   */
  change<C extends Change<D>>(work: (kept: Kept<D>) => C): Promise<C>;
  bytes(fileId: string, offset: number, length: number): Promise<Uint8Array>;
}

export interface SyncCall {
  readonly deviceId: string;
  readonly epoch: string | null;
  readonly dayTag: string | null;
  readonly samples: readonly Sample[];
  /** Unsent on the phone and not in this call. */
  readonly waiting: {
    readonly commands: number;
    readonly proofs: number;
    readonly nextSeq: number;
    readonly withdrawn: number;
  };
  readonly commands: readonly FrozenCommand[];
}

export interface SyncAnswer<D> {
  readonly serverNow: Instant;
  readonly epoch: string;
  readonly results: readonly Result[];
  /** Null where the phone's `dayTag` still names it. */
  readonly day: D | null;
  readonly dayTag: string;
}

/** Bytes of a picture from `offset` on; none at 0 asks how many the server has. */
export interface Part {
  readonly file: KeptFile;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * A call's end. `no-network` is every silence, a captive portal's page included; `busy` a server that cannot now;
 * `signed-out` a session that must be renewed first; `epoch` a server that was restored and read nothing. `isBroken`: the bytes of a
 * picture arrived damaged and were dropped there, so it starts anew.
 */
export type Answer<T> =
  | { readonly kind: "ok"; readonly value: T }
  | { readonly kind: "no-network" | "busy" | "signed-out" | "too-large" }
  | { readonly kind: "epoch"; readonly epoch: string }
  | { readonly kind: "refused"; readonly code: string; readonly isBroken?: boolean };

export interface Transport<D> {
  sync(call: SyncCall): Promise<Answer<SyncAnswer<D>>>;
  upload(part: Part): Promise<Answer<{ readonly next: number; readonly complete: boolean }>>;
}

export interface Clock {
  wall(): Instant;
  /** Milliseconds that never run back within one life. */
  mono(): number;
  readonly life: string;
}

export interface OutboxPorts<D> {
  readonly store: OutboxStore<D>;
  readonly transport: Transport<D>;
  readonly clock: Clock;
  /** UUIDv7 of a moment. */
  readonly newId: (at: Instant) => string;
  /** Runs once verdicts of commands are stored; more of them may follow in the same drain. */
  readonly onSettled?: () => void;
}
