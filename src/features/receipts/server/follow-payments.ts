import type { Follower } from "#features/payments/server/public.ts";
import { issueCreditNotes } from "./credit-notes.ts";
import { issueReceipts } from "./issue.ts";

export const receiptsFollower: Follower = {
  async changed(tx, now, { before, after, refunds }) {
    await issueReceipts(tx, before, after, now);
    if (refunds) await issueCreditNotes(tx, after, refunds, now);
  },
};
