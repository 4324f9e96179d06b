import { FAILURE_REASONS, type Fault } from "#features/parcels/domain/reasons.ts";

export const FAULTS = ["sender", "recipient", "carrier", "nobody"] as const satisfies readonly Fault[];

/** Faults by the code of a reason; a reason that is not named has its usual one. */
export type Faults = Readonly<Partial<Record<string, Fault>>>;

/** The faults that differ from the usual ones. */
export const differing = (faults: Faults): Faults =>
  Object.fromEntries(
    FAILURE_REASONS.flatMap(({ code, fault }) => {
      const own = faults[code];
      return own === undefined || own === fault ? [] : [[code, own]];
    }),
  );

/** The outcome of a failed try with the fault as the organisation sees it. */
export function withFault<O extends { readonly reason: string | null; readonly fault: Fault | null }>(
  outcome: O,
  faults: Faults,
): O {
  const own = outcome.reason === null ? undefined : faults[outcome.reason];
  return own === undefined ? outcome : { ...outcome, fault: own };
}
