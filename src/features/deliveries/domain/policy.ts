import type { Instant } from "#kernel/instant.ts";
import type { FailureReason } from "#features/parcels/domain/reasons.ts";
import type { Doer } from "./doer.ts";
import { COURIER_CORRECTION_MS } from "./limits.ts";

/** Settings of an organisation. */
export interface DeliveryPolicy {
  readonly courierMayDecline: boolean;
  /** Milliseconds between the outcome and its correction, by the times of both taps. */
  readonly courierCorrectionMs: number;
}

export const DEFAULT_POLICY: DeliveryPolicy = {
  courierMayDecline: false,
  courierCorrectionMs: COURIER_CORRECTION_MS,
};

/** Inputs of a decision besides the delivery and the command. */
export interface Context {
  readonly actor: Doer;
  readonly now: Instant;
  readonly policy: DeliveryPolicy;
  /** The id for a task that the command may create. */
  readonly newTaskId: string;
  /** The company's reasons of failed tries; those that every company begins with where absent. */
  readonly reasons?: readonly FailureReason[] | undefined;
}
