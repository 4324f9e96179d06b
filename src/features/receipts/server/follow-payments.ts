import type { Follower } from "#features/payments/server/public.ts";
import { issueCreditNotes } from "./credit-notes.ts";
import { issueReceipts } from "./issue.ts";

/** Issues the receipt for what a change took, and the credit note for each refund. */
export const receiptsFollower: Follower = {
  async changed(tx, now, { before, after, refunds }) {
    await issueReceipts(tx, before, after, now);
    if (refunds) await issueCreditNotes(tx, after, refunds, now);
  },
};
