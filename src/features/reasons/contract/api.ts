import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Nothing } from "#contract/schemas.ts";
import { FAILURE_REASONS } from "#features/parcels/domain/reasons.ts";
import { FAULTS } from "../domain/faults.ts";

const Fault = z.enum(FAULTS);
const Code = z.enum(FAILURE_REASONS.map(({ code }) => code));

/** Reasons for which a try can fail, each with the fault as the company sees it. */
export const ReasonList = z.strictObject({
  /** 0 until it was changed for the first time. */
  version: z.int(),
  reasons: z.array(
    z.strictObject({
      code: z.string(),
      phase: z.enum(["pickup", "dropoff", "transit"]),
      fault: Fault,
      /** Fault where the company says nothing else. */
      usual: Fault,
    }),
  ),
});
export type ReasonList = z.output<typeof ReasonList>;

export const reasonsApi = {
  readReasons: endpoint({
    id: "readReasons",
    method: "GET",
    path: "/api/failure-reasons",
    needs: "policy:edit",
    summary: "Reasons for which a try can fail, and whose fault each is",
    input: Nothing,
    reply: ReasonList,
    refusals: [],
  }),
  editReasons: endpoint({
    id: "editReasons",
    method: "PUT",
    path: "/api/failure-reasons",
    needs: "policy:edit",
    audit: "rules.reasons-changed",
    summary: "Say whose fault each reason is; what was recorded before keeps its fault",
    input: z.strictObject({
      version: z.int(),
      faults: z
        .array(z.strictObject({ code: Code, fault: Fault }))
        .check(z.maxLength(FAILURE_REASONS.length)),
    }),
    reply: ReasonList,
    refusals: ["reasons.changed-meanwhile"],
  }),
};
