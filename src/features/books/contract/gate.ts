import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { MoneyHealth } from "./findings.ts";

export const gateApi = {
  reopenPayments: endpoint({
    id: "reopenPayments",
    method: "POST",
    path: "/api/money/reopen",
    needs: "money:mend",
    audit: "money.reopened",
    summary: "Asks the card provider whether it takes our key again, and lets calls out if it does",
    input: z.strictObject({
      /** The account that payments are to be in from now on, where it is another one than before. */
      account: z.optional(z.string().check(z.maxLength(100))),
    }),
    reply: MoneyHealth,
    refusals: ["payments.misconfigured", "payments.provider-silent", "payments.not-offered"],
  }),
};
