import type { Money } from "#kernel/money.ts";
import type { LeftParcel } from "#features/parcels/domain/left.ts";
import type { ScanExcuse } from "#features/proofs/domain/needs.ts";

/** A command as the phone froze it at the tap, with its clocks. */
export interface Report {
  readonly id: string;
  /** Counts the commands of this device and person from 1. */
  readonly seq: number;
  readonly type: string;
  readonly v: number;
  /** JSON as written at the tap. */
  readonly body: string;
  readonly wall: number;
  readonly mono: number;
  readonly life: string;
}

export interface NamedProof {
  readonly id: string;
  readonly kind: "photo" | "signature";
  /** SHA-256 of the bytes as the phone keeps them, in hex. */
  readonly sha256: string;
  readonly bytes: number;
  /** Proof of another stop of the same tap whose bytes these are. */
  readonly of?: string | undefined;
}

interface OnTask {
  readonly deliveryId: string;
  readonly taskId: string;
}
interface Ended extends OnTask {
  readonly note: string | null;
  readonly proofs: readonly NamedProof[];
}

interface StepBody extends OnTask {
  readonly type: "start" | "arrive";
}
/** Evidence besides pictures, name and note. */
interface Shown {
  readonly codes?: readonly string[] | undefined;
  readonly notScanned?: ScanExcuse | undefined;
  readonly ofAge?: true | undefined;
  readonly pin?: string | undefined;
}
interface SucceedBody extends Ended, Shown {
  readonly type: "succeed";
  readonly recipientName: string | null;
  /** Parcels that did not change hands; absent: all of them did. */
  readonly left?: readonly LeftParcel[] | undefined;
  /** The address as the phone showed it. */
  readonly addressTag?: string | undefined;
}
interface FailBody extends Ended {
  readonly type: "fail";
  readonly reason: string;
}
interface CorrectBody extends OnTask, Shown {
  readonly type: "correct";
  readonly to: "succeeded" | "failed";
  readonly left?: readonly LeftParcel[] | undefined;
  readonly reason: string | null;
  readonly recipientName: string | null;
  readonly note: string | null;
  readonly proofs?: readonly NamedProof[] | undefined;
}
/** Fact of a stop. */
export type TaskBody = StepBody | SucceedBody | FailBody | CorrectBody;

export interface ShiftBody {
  readonly type: "shift";
  readonly onDuty: boolean;
}

export interface CashBody extends OnTask {
  readonly type: "cash";
  readonly amount: Money;
}

/** Command of a later room, as that room read it: no fact of one stop. */
export interface OtherBody {
  readonly type: "other";
  readonly deliveryId: string | null;
  readonly taskId: string | null;
  readonly said: unknown;
}

/** A body, read by itself: one of a later version waits, a malformed one never gets better. */
export type ReadBody =
  | { readonly kind: "read"; readonly body: TaskBody | ShiftBody | CashBody | OtherBody }
  | { readonly kind: "newer"; readonly deliveryId: string | null }
  | { readonly kind: "malformed"; readonly deliveryId: string | null };

/** The fact of a stop that was read; null for a shift, for cash and for what cannot be read. */
export function taskBodyOf(read: ReadBody): TaskBody | null {
  if (read.kind !== "read") return null;
  const { body } = read;
  return body.type === "shift" || body.type === "cash" || body.type === "other" ? null : body;
}

/** The delivery that a command is about, as far as it can be read. */
export const deliveryIdOf = (read: ReadBody): string | null =>
  read.kind === "read" ? ("deliveryId" in read.body ? read.body.deliveryId : null) : read.deliveryId;

/** The task that a command is about; null where it is about none, or cannot be read. */
export const taskIdOf = (read: ReadBody): string | null =>
  read.kind === "read" && "taskId" in read.body ? read.body.taskId : null;

/** Subject within which the commands of a device keep their order; null where it cannot be read. */
export const subjectOf = (read: ReadBody): string | null =>
  read.kind === "read" && read.body.type === "shift" ? "shift" : deliveryIdOf(read);

/** The proofs of a command whose bytes travel with another command of the same tap. */
export function sharedIn(read: ReadBody): (NamedProof & OnTask & { readonly of: string })[] {
  const body = taskBodyOf(read);
  if (!body || !("proofs" in body)) return [];
  const { deliveryId, taskId, proofs = [] } = body;
  return proofs.flatMap((proof) =>
    proof.of === undefined ? [] : [{ ...proof, of: proof.of, deliveryId, taskId }],
  );
}
