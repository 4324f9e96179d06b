import type {
  CorrectCommand,
  FailCommand,
  StepCommand,
  SucceedCommand,
} from "#features/deliveries/domain/command.ts";
import type { DeliveryState } from "#features/deliveries/domain/delivery.ts";
import type { Instant } from "#kernel/instant.ts";
import type { TapTimes, TimedTap } from "#kernel/outbox/tap-times.ts";
import type { CashBody, NamedProof, OtherBody, Report, ShiftBody } from "./report.ts";
import type { Carried, Facts, Verdict } from "./verdict.ts";

export type FactCommand = StepCommand | SucceedCommand | FailCommand | CorrectCommand;

/** A command of this call with all that is known of it. */
export interface Claim {
  readonly report: Report;
  readonly times: TapTimes;
  readonly deliveryId: string | null;
  readonly taskId: string | null;
}

/** `new` is to be judged; `known` has its verdict; `other` is an id that came before with another text. */
export type Claimed =
  | {
      readonly kind: "new";
      /** False where the courier was certainly off duty. */
      readonly maybeOnDuty: boolean;
      /** Another command of this device had the number before. */
      readonly isSeqReused: boolean;
    }
  | { readonly kind: "known"; readonly verdict: Verdict }
  | { readonly kind: "other" };

/** Contradiction that a person must settle. */
export interface Contradiction {
  readonly kind: "plan_conflict" | "proof_missing" | "command_refused" | "phone_began_anew";
  /** Opened once per key. */
  readonly key: string;
  readonly deliveryId: string | null;
  readonly taskId: string | null;
  readonly happenedAt: Instant;
  readonly facts: Facts;
  /** The refused command, for a person to apply. */
  readonly command: FactCommand | null;
}

/** Command of a later room, with the time of its tap. */
export interface OtherReport {
  readonly id: string;
  readonly body: OtherBody;
  readonly happenedAt: Instant;
}

/** Proof of a task that has its bytes from another one. */
export interface SharedProof extends NamedProof {
  readonly of: string;
  readonly deliveryId: string;
  readonly taskId: string;
}

/** One transaction. */
export interface SyncTx {
  /** Takes the command for this transaction: another with the same id waits for its end. */
  claim(claim: Claim): Promise<Claimed>;
  /** The newest recorded end of a task by a phone; null where none is. */
  endOf(taskId: string): Promise<TimedTap | null>;
  /** Lets the rules decide and writes what follows. @throws Refusal after which nothing of it is written */
  carryOut(deliveryId: string, command: FactCommand): Promise<Carried>;
  /** The delivery as this transaction sees it. */
  deliveryOf(id: string): Promise<DeliveryState | undefined>;
  /** Lets the later room record its command. @throws Refusal after which nothing of it is written */
  recordOther(report: OtherReport): Promise<Verdict>;
  /** Whether the courier took the delivery over by their own word, and the giver's word is still awaited. */
  isAwaited(deliveryId: string): Promise<boolean>;
  keepShift(shift: ShiftBody & { readonly commandId: string; readonly occurredAt: Instant }): Promise<void>;
  /** Records cash that was handed over. @throws Refusal after which nothing of it is written */
  takeCash(cash: CashBody): Promise<void>;
  /** Names kept bytes for other tasks too; those that are still on their way are named when they are kept. */
  shareProofs(shared: readonly SharedProof[]): Promise<void>;
  keepVerdict(id: string, verdict: Verdict): Promise<void>;
  openException(found: Contradiction): Promise<void>;
}

/** Storage of one person's phone, for the length of a call. */
export interface SyncStore {
  /** Runs the work as one transaction: all of it or nothing. */
  once<T>(work: (tx: SyncTx) => Promise<T>): Promise<T>;
  /** Whether the storage was out of reach: nothing is known of the command, and the call fails. */
  isOutOfReach(error: unknown): boolean;
  reportBug(commandId: string, error: unknown): void;
}
