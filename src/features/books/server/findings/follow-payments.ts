import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { closeMended, noteFinding, type Follower } from "#features/payments/server/public.ts";

/** Notes a payment that a change put under review, and closes the finding of a debt that was written off. */
export const booksFollower: Follower = {
  async changed(tx, now, { before, after }) {
    if (after.state === "review" && before.state !== "review") await noteReview(tx, now, before);
    if (after.writtenOffMinor > before.writtenOffMinor)
      await closeMended(tx, now, "owed-too-little", after.id);
  },
};

export const noteReview = (
  tx: Tx,
  now: Instant,
  { id, state }: { readonly id: string; readonly state: string },
): Promise<void> => noteFinding(tx, now, { kind: "payment-review", paymentId: id, facts: { from: state } });
