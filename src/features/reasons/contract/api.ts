import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { InstantText, Nothing } from "#contract/schemas.ts";
import { FAILURE_PHASES, FAILURE_REASONS } from "#features/parcels/domain/reasons.ts";
import {
  FAULTS,
  MAX_OWN_REASONS,
  MAX_REASON_NAME,
  REASON_PROOFS,
  type ReasonTerms as Terms,
} from "../domain/terms.ts";

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

const reasons = z.array(ReasonTerms).check(z.maxLength(FAILURE_REASONS.length + MAX_OWN_REASONS));

/** Reasons for which a try can fail, in the order in which they are offered. */
export const ReasonList = z.strictObject({
  /** 0 until they were changed for the first time. */
  version: z.int(),
  reasons,
  changedAt: z.nullable(InstantText),
  changedBy: z.nullable(z.string()),
});
export type ReasonList = z.output<typeof ReasonList>;

/** The rules return readonly lists, the contract's types are plain ones. */
export const writableReason = (reason: Terms): ReasonTerms => ({
  ...reason,
  proofs: [...reason.proofs],
  names: { ...reason.names },
});

export const reasonsApi = {
  readReasons: endpoint({
    id: "readReasons",
    method: "GET",
    path: "/api/failure-reasons",
    needs: "policy:edit",
    summary: "Reasons for which a try can fail, with their consequences, and who changed them last",
    input: Nothing,
    reply: ReasonList,
    refusals: [],
  }),
  listReasons: endpoint({
    id: "listReasons",
    method: "GET",
    path: "/api/failure-reasons/list",
    needs: "delivery:read",
    summary: "Reasons for which a try can fail, for whoever records one or reads of it",
    input: Nothing,
    reply: z.strictObject({ reasons }),
    refusals: [],
  }),
  editReasons: endpoint({
    id: "editReasons",
    method: "PUT",
    path: "/api/failure-reasons",
    needs: "policy:edit",
    audit: "rules.reasons-changed",
    summary:
      "Replace the reasons and their consequences: add, rename, reorder or switch off; what was recorded before keeps its fault",
    input: z.strictObject({ version: z.int().check(z.gte(0), z.lte(2_147_483_647)), reasons }),
    reply: ReasonList,
    refusals: ["reasons.changed-meanwhile", "reasons.bad-terms"],
  }),
};
