import { slot } from "#web/shell/slot.tsx";
import type { ForeseenAct } from "../../domain/foreseen-acts.ts";

interface FollowsProps {
  readonly deliveryId: string;
  /** Version that the dialog stands on: read again where it changes. */
  readonly version?: number;
  readonly act: ForeseenAct;
  /** Task whose outcome is corrected, or that goes to the courier who took its parcels over. */
  readonly taskId?: string | undefined;
  /** Reason of a correction to failed. */
  readonly reason?: string | undefined;
  /** Courier to whom the parcels are handed over. */
  readonly courierId?: string | undefined;
}

/** Consequences of an act, in its dialog before it is done. */
export const follows = slot<FollowsProps>();
export const Follows = follows.Parts;
