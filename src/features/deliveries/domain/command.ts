import type { Instant } from "#kernel/instant.ts";
import type { LeftParcel } from "#features/parcels/domain/left.ts";
import type { PictureKind, PinCheck, ScanExcuse } from "#features/proofs/domain/needs.ts";

/** Made by the client: sending a command twice is harmless. `occurredAt` is when it happened, by the sender's clock. */
interface Head {
  readonly commandId: string;
  readonly occurredAt: Instant;
}

interface OnTask extends Head {
  readonly taskId: string;
}

/** Recorded without a network: the outcome stands even when a proof is still missing. */
interface Recorded extends OnTask {
  readonly offline: boolean;
}

interface Noted extends Head {
  readonly note: string | null;
}

export interface AssignCommand extends Head {
  readonly type: "assign";
  readonly taskIds: readonly string[];
  readonly courierId: string;
}
export interface UnassignCommand extends Head {
  readonly type: "unassign";
  readonly taskIds: readonly string[];
}
export interface DeclineCommand extends OnTask {
  readonly type: "decline";
  readonly reason: string;
}
export interface StepCommand extends Recorded {
  readonly type: "start" | "arrive";
}
interface Proven extends Recorded, Pick<Evidence, "proofIds" | "pictures"> {
  readonly note: string | null;
  /** A dispatcher records it without the proofs that are missing; the note says why. */
  readonly unproven?: true | undefined;
}
/** Evidence of an end besides name and note. */
export interface Evidence {
  readonly proofIds: readonly string[];
  /** Kinds of what `proofIds` name, where the one who speaks knows them. */
  readonly pictures?: readonly PictureKind[] | undefined;
  /** Codes of parcels that were scanned; older phones name none. */
  readonly codes?: readonly string[] | undefined;
  readonly notScanned?: ScanExcuse | undefined;
  readonly ofAge?: true | undefined;
  /** As typed; compared before the rules decide. */
  readonly pin?: string | undefined;
  readonly pinCheck?: PinCheck | undefined;
}
export interface SucceedCommand extends Proven, Evidence {
  readonly type: "succeed";
  readonly recipientName: string | null;
  /** Parcels that did not change hands, while the others did; absent: all of them did. */
  readonly left?: readonly LeftParcel[] | undefined;
}
export interface FailCommand extends Proven {
  readonly type: "fail";
  readonly reason: string;
}
/** Its proofs are added to those of the outcome; a phone of an earlier build brings none. */
export interface CorrectCommand extends OnTask, Partial<Omit<Evidence, "proofIds">> {
  readonly type: "correct";
  readonly to: "succeeded" | "failed";
  /** Parcels that were not delivered; the others stay delivered. */
  readonly left?: readonly LeftParcel[] | undefined;
  /** Needed towards `failed`, unless the parcels that were left give one. */
  readonly reason: string | null;
  readonly recipientName: string | null;
  readonly proofIds?: readonly string[] | undefined;
  /** Needed from a dispatcher, unless it is a courier's report. */
  readonly note: string | null;
  readonly isReported?: boolean;
  /** Least time between both taps, where clocks of a phone bound it; otherwise the times themselves count. */
  readonly sinceOutcomeMs?: number;
}
/** Parcels are handed to their recipient at the hub, by whoever stands there with the delivery as they saw it. */
export interface HandOutCommand extends Head, Evidence {
  readonly type: "hand_out";
  readonly taskId: string;
  /** Version of the delivery that was seen. */
  readonly version: number;
  readonly recipientName: string | null;
  readonly note: string | null;
  /** Without the proofs that are missing; the note says why. */
  readonly unproven?: true | undefined;
}
/** Takes a cancellation back: the delivery goes on with the courier who has its parcels all the same. */
export interface ReopenCommand extends OnTask {
  readonly type: "reopen";
  readonly courierId: string;
}
export interface HandleCommand extends Noted {
  readonly type:
    | "retry"
    | "send_back"
    | "withdraw"
    | "cancel"
    | "to_hub"
    | "load"
    | "lose"
    | "find"
    | "dispose";
}

/** Everything that can be asked of a delivery. */
export type DeliveryCommand =
  | AssignCommand
  | UnassignCommand
  | DeclineCommand
  | StepCommand
  | SucceedCommand
  | FailCommand
  | CorrectCommand
  | HandOutCommand
  | ReopenCommand
  | HandleCommand;
export type DeliveryCommandName = DeliveryCommand["type"];
