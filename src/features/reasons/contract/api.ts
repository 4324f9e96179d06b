import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { InstantText, Nothing } from "#contract/schemas.ts";
import { FAILURE_REASONS } from "#features/parcels/domain/reasons.ts";
import { MAX_OWN_REASONS } from "../domain/terms.ts";
import { ReasonTerms } from "./shapes.ts";

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
