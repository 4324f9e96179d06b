import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { first, type Tx } from "#server/db/db.ts";
import { readPayment, type Follower, type PaymentRow } from "#features/payments/server/public.ts";
import { lowerOwed } from "./lower-owed.ts";
import { openRecovery } from "./recovery.ts";

/** Opens a recovery for a hold that was lost, and lowers what is owed once the order has ended. */
export const debtsFollower: Follower = {
  async changed(tx, now, { before, after }) {
    if (after.state === "expired" && before.state !== "expired") await makeGood(tx, now, after);
  },
  async ended(tx, now, payment) {
    if (payment.state === "expired") await lowerOwed(tx, await orgOf(tx), payment, now);
  },
};

/** A recovery that is lost itself is followed by the next one of the same hold. */
async function makeGood(tx: Tx, now: Instant, expired: PaymentRow): Promise<void> {
  const orgId = await orgOf(tx);
  const lost = expired.forPaymentId === null ? expired : await readPayment(tx, expired.forPaymentId);
  if (lost) await openRecovery({ tx, orgId, now }, lost);
}

async function orgOf(tx: Tx): Promise<string> {
  const row = await first(tx, sql<{ id: string }>`select app_org() as id`);
  if (!row) throw new Error("a transaction without an organisation");
  return row.id;
}
