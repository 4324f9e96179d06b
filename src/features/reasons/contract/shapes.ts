import * as z from "zod/mini";
import { FAILURE_PHASES } from "#features/parcels/domain/reasons.ts";
import { FAULTS, MAX_REASON_NAME, REASON_PROOFS, type ReasonTerms as Terms } from "../domain/terms.ts";

const name = z.string().check(z.trim(), z.maxLength(MAX_REASON_NAME));

/** A reason for which a try can fail, as the company has it. */
export const ReasonTerms = z.strictObject({
  /** Never changes; one of the company's own begins with `own_`. */
  code: z.string().check(z.regex(/^[a-z_]{3,40}$/)),
  /** Work at which it is offered; `transit`: the pickup and the door. */
  phase: z.enum(FAILURE_PHASES),
  /** Decides who pays another try and the way back. */
  fault: z.enum(FAULTS),
  /** Usual consequence. All reasons can have `retry`, `hub`, `return` and `settle`; others only the reason that begins with it. */
  nextAction: z.enum([
    "retry",
    "wait_then_retry",
    "contact",
    "hub",
    "return",
    "cancel",
    "requote",
    "settle",
    "reassign",
    "reschedule",
  ]),
  /** Proofs that the courier must bring. */
  proofs: z.array(z.enum(REASON_PROOFS)).check(z.maxLength(REASON_PROOFS.length)),
  /** Off: not offered. Commands that name it are accepted all the same. */
  isOn: z.boolean(),
  /** Name in each language; blank: the built-in one, or the name in the first language on offer. */
  names: z.strictObject({ ar: name, de: name, en: name, es: name, fr: name }),
});
export type ReasonTerms = z.output<typeof ReasonTerms>;

/** The rules return readonly lists, the contract's types are plain ones. */
export const writableReason = (reason: Terms): ReasonTerms => ({
  ...reason,
  proofs: [...reason.proofs],
  names: { ...reason.names },
});
