import {
  HOWS_OF,
  type LeftParcel,
  codesAt,
  needsOfLeft,
  reasonOfLeft,
} from "#features/parcels/domain/left.ts";
import type { ProofNeed } from "#features/proofs/domain/needs.ts";
import { parseParcelCode } from "#kernel/parcel-code.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { DeliveryState, Outcome, Task } from "./delivery.ts";
import { needsAt } from "./needs-at.ts";
import { isTakenOff } from "./scanned.ts";
import {
  FAILURE_REASONS,
  type FailureReason,
  type Fault,
  reasonOf,
} from "#features/parcels/domain/reasons.ts";

/** End of a try by its parcels. */
export interface EndByParcels {
  readonly end: "succeeded" | "failed";
  /** Codes that changed hands. */
  readonly moved: readonly string[];
  readonly needs: readonly ProofNeed[];
  /** Part of the outcome; without `left` where everything changed hands. */
  readonly said: Pick<Outcome, "reason" | "fault" | "left">;
}

/**
 * Follows how a try ended from what was left. A pickup succeeds with a part, since the rest stays with its sender; a
 * handover fails for what is still with us, and the other parcels are delivered all the same. Parcels with which the try
 * had nothing to do are left out: a phone may not know yet that they were never sent.
 *
 * @throws Refusal `deliveries.code-unknown`, `deliveries.reason-unknown`
 */
export function endByParcels(
  delivery: DeliveryState,
  task: Task,
  given: readonly LeftParcel[] = [],
  reasons: readonly FailureReason[] = FAILURE_REASONS,
): EndByParcels {
  const { kind } = task;
  const here = codesAt(delivery, task);
  const left = given.flatMap((one) => known(delivery, task, one)).filter(({ code }) => here.includes(code));
  const moved = here.filter((code) => !left.some((one) => one.code === code));
  const needs = needsOfLeft(left);
  if (left.length === 0 || (kind === "collect" && moved.length > 0))
    return {
      end: "succeeded",
      moved,
      needs: merged(needsAt(delivery, kind, "succeed"), needs),
      said: { reason: null, fault: null, ...(left.length > 0 && { left }) },
    };
  const { reason, fault } = reasonOfLeft(kind, left);
  const own = reasonOf(kind, reason, reasons);
  // Whoever took the others signs for them; where nobody took any, it is a failure like others.
  const asks = moved.length > 0 ? needsAt(delivery, kind, "succeed") : needsAt(delivery, kind, "fail", own);
  const said = { reason, fault: faultAsSeen(own, fault), left };
  return { end: "failed", moved, needs: merged(asks, needs), said };
}

/** The fault by the parcels, unless the company says of their reason otherwise than usual. */
function faultAsSeen(own: FailureReason | undefined, byParcels: Fault): Fault {
  const usual = FAILURE_REASONS.find(({ code }) => code === own?.code);
  return own && own.fault !== usual?.fault ? own.fault : byParcels;
}

/** Name that an outcome keeps: only of somebody who took or gave parcels, and not of a try that moved none. */
export const nameAt = ({ moved, said }: Omit<EndByParcels, "end">, name: string | null): string | null =>
  moved.length === 0 && said.reason !== null ? null : name;

const merged = (...needs: readonly (readonly ProofNeed[])[]): ProofNeed[] => [...new Set(needs.flat())];

function known({ parcelCodes = [] }: DeliveryState, { kind }: Task, one: LeftParcel): LeftParcel[] {
  const code = parseParcelCode(one.code) ?? one.code;
  if (isTakenOff(parcelCodes, code)) return [];
  if (!parcelCodes.includes(code))
    throw new Refusal("deliveries.code-unknown", { field: "command.left", given: one.code });
  if (!HOWS_OF[kind].includes(one.how))
    throw new Refusal("deliveries.reason-unknown", { reason: one.how, kind });
  return [{ ...one, code }];
}
