import { DAY_MS, HOUR_MS, type Instant, SECOND_MS } from "#kernel/instant.ts";

/** Most commands of one call, and bytes of their bodies together; the contract's limits. */
export const BATCH = { commands: 50, bytes: 64_000 } as const;
/** Bytes of a picture that travel in one call. */
export const PART_BYTES = 128_000;
/** How long an outcome can be taken back before it is sent. */
export const UNDO_MS = 8 * SECOND_MS;
/** How long sent commands stay on the phone, for a server that was restored from a backup. */
export const COMMANDS_KEPT_MS = 7 * DAY_MS;
/** How long sent pictures stay on the phone, for the same. */
export const FILES_KEPT_MS = 48 * HOUR_MS;
/** How long the day may be read after its last confirmation. */
export const DAY_KEPT_MS = 48 * HOUR_MS;
/** How long positions wait for a network. */
export const POSITIONS_KEPT_MS = 48 * HOUR_MS;
/** Clock samples that a phone keeps, the newest. */
export const SAMPLES_KEPT = 50;

/** A command as it was frozen at the tap: the same bytes at each try. */
export interface FrozenCommand {
  readonly id: string;
  /** Counts the commands of this device and person from 1. */
  readonly seq: number;
  readonly type: string;
  readonly v: number;
  /** JSON as written at the tap. */
  readonly body: string;
  /** The phone's clock at the tap. */
  readonly wall: Instant;
  /** The page's monotonic clock at the tap, in milliseconds. */
  readonly mono: number;
  /** One life of the page, from its load until it ends. */
  readonly life: string;
}

export type Verdict = "accepted" | "replayed" | "noted" | "conflict" | "refused" | "later";

export type Facts = Readonly<Record<string, string | number>>;

/** The server's answer about one command. */
export interface Result {
  readonly id: string;
  readonly verdict: Verdict;
  readonly code: string | null;
  readonly facts: Facts;
}

/** One command on this phone, with what came of it. `look` waits for a person. */
export interface Op {
  readonly command: FrozenCommand;
  /** Null for a command about no delivery (shift). */
  readonly deliveryId: string | null;
  readonly taskId: string | null;
  /** Address at the tap, for lists. */
  readonly label: string;
  readonly fileIds: readonly string[];
  readonly state: "waiting" | "done" | "look";
  /** Not sent before; by the phone's clock. */
  readonly notBefore: Instant;
  readonly tries: number;
  readonly verdict: Verdict | null;
  readonly code: string | null;
  readonly facts: Facts;
  /** Receipt of the verdict by the phone's clock. */
  readonly endedAt: Instant | null;
  /** True once the courier confirmed a refusal or a conflict. */
  readonly isSeen: boolean;
}

/** A picture on this phone. `draft` belongs to no command yet; `look` was refused. */
export interface KeptFile {
  readonly id: string;
  readonly deliveryId: string;
  readonly taskId: string;
  readonly kind: "photo" | "signature";
  /** Of the bytes as they are kept, in hex. */
  readonly sha256: string;
  readonly bytes: number;
  readonly takenAt: Instant;
  readonly state: "draft" | "waiting" | "sent" | "look";
  readonly code: string | null;
  readonly endedAt: Instant | null;
  /** True once the courier confirmed the refusal. */
  readonly isSeen?: boolean;
}

/** One reading of both clocks: the server said `server` when the phone's clocks showed `wall` and `mono`. */
export interface Sample {
  readonly life: string;
  readonly mono: number;
  readonly wall: Instant;
  readonly server: Instant;
  readonly rtt: number;
  /** Number of the next command at that moment. */
  readonly seq: number;
}

export interface Meta {
  readonly deviceId: string;
  /** Number of the last command. */
  readonly seq: number;
  /** Of the last reply; renewed by each restore of the server. */
  readonly epoch: string | null;
  /** Numbers of commands that were withdrawn before they were ever sent, so that they are no gap. */
  readonly withdrawn: number;
}

/** The day as the server last told it. */
export interface StoredDay<D> {
  readonly tag: string;
  /** Null once it was deleted for its age. */
  readonly day: D | null;
  /** Time of the last reply that confirmed it, by the phone's clock. */
  readonly asOf: Instant;
}

/** Everything that the outbox decides over. Commands are in the order of `seq`. */
export interface Kept<D> {
  readonly meta: Meta;
  readonly ops: readonly Op[];
  readonly files: readonly KeptFile[];
  readonly samples: readonly Sample[];
  readonly day: StoredDay<D> | null;
}

/** Changes of one transaction; what is not named stays. */
export interface Change<D> {
  readonly meta?: Meta;
  readonly ops?: readonly Op[];
  readonly droppedOps?: readonly string[];
  readonly files?: readonly KeptFile[];
  readonly droppedFiles?: readonly string[];
  readonly samples?: readonly Sample[];
  readonly day?: StoredDay<D>;
  /** Names of forms whose typed text is now in a command. */
  readonly droppedDrafts?: readonly string[];
  /** Typed text of forms whose command was taken back. */
  readonly drafts?: readonly Draft[];
}

/** Name of a form and what was typed there. */
export type Draft = readonly [name: string, values: object];
