import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, Nothing } from "#contract/schemas.ts";
import { ParcelSize, ServiceLevel } from "#features/quotes/contract/api.ts";
import { PROOF_ENDS, PROOF_NEEDS, PROOF_PHASES } from "../domain/needs.ts";

/** Most rules of a policy. */
export const POLICY_RULES = 50;
const MAX_MASS_G = 1_000_000;
const MAX_VALUE_MINOR = 10_000_000_000;

/** PIN as typed: a wrong one is text of any kind, so that no outcome is refused for it. */
export const Pin = z.string().check(z.minLength(1), z.maxLength(10));

const ProofNeeds = z.readonly(z.array(z.enum(PROOF_NEEDS)).check(z.maxLength(PROOF_NEEDS.length)));

export const Needs = z.strictObject({ required: ProofNeeds, preferred: ProofNeeds });
const Ends = z.strictObject({ succeed: Needs, fail: Needs });
export const DeliveryNeeds = z.strictObject({ collect: Ends, deliver: Ends, return: Ends });

export const ProofRule = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  phase: z.enum(PROOF_PHASES),
  end: z.enum(PROOF_ENDS),
  required: ProofNeeds,
  preferred: ProofNeeds,
  when: z.strictObject({
    serviceLevels: z.array(ServiceLevel).check(z.maxLength(20)),
    sizes: z.array(ParcelSize).check(z.maxLength(20)),
    fragile: z.boolean(),
    minMassG: z.nullable(z.int().check(z.gte(1), z.lte(MAX_MASS_G))),
    minValueMinor: z._default(z.nullable(z.int().check(z.gte(1), z.lte(MAX_VALUE_MINOR))), null),
    ageRestricted: z._default(z.boolean(), false),
  }),
});
export type ProofRule = z.output<typeof ProofRule>;

export const ProofPolicy = z.strictObject({
  /** 0 until the policy was changed for the first time. */
  version: z.int(),
  rules: z.array(ProofRule).check(z.maxLength(POLICY_RULES)),
  changedAt: z.nullable(InstantText),
  changedBy: z.nullable(Id),
});
export type ProofPolicy = z.output<typeof ProofPolicy>;

export const proofsApi = {
  readProofPolicy: endpoint({
    id: "readProofPolicy",
    method: "GET",
    path: "/api/proof-policy",
    needs: "policy:edit",
    summary: "The rules that say which proofs the end of a stop needs",
    input: Nothing,
    reply: ProofPolicy,
    refusals: [],
  }),
  editProofPolicy: endpoint({
    id: "editProofPolicy",
    method: "PUT",
    path: "/api/proof-policy",
    needs: "policy:edit",
    audit: "rules.proofs-changed",
    summary: "Replace the rules; deliveries that are booked keep the needs that they were booked with",
    input: z.strictObject({ version: z.int(), rules: ProofPolicy.shape.rules }),
    reply: ProofPolicy,
    refusals: ["proofs.changed-meanwhile", "proofs.not-at-failure", "proofs.pin-elsewhere"],
  }),
  checkPin: endpoint({
    id: "checkPin",
    method: "POST",
    path: "/api/deliveries/:id/pin-checks",
    needs: "task:perform",
    summary: "Compare what the recipient said with the delivery's PIN; five wrong ones are checked, no more",
    input: z.strictObject({ id: Id, pin: Pin }),
    reply: Nothing,
    refusals: ["deliveries.not-found", "proofs.no-pin", "proofs.pin-wrong", "proofs.pin-locked"],
    limitPerMinute: 30,
  }),
};
