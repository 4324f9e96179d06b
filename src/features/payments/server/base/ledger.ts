import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { type Standing, postings } from "../../domain/ledger.ts";
import type { PaymentRow } from "../../domain/payment.ts";

/** @returns what of a payment decides where its money stands */
export const standingOf = (payment: PaymentRow): Standing => ({
  ...payment,
  isDirect: payment.way !== null,
  isRecovery: payment.purpose === "recovery",
  isReleased: payment.canceledSeen || payment.state === "expired",
});

/** Writes what a change of a payment moved, as the entry of its new version; nothing where no money moved. */
export async function writeLedger(
  tx: Tx,
  before: PaymentRow,
  after: PaymentRow,
  now: Instant,
): Promise<void> {
  const lines = postings(standingOf(before), standingOf(after));
  if (lines.length === 0) return;
  await sql`
    insert into ledger_line (org_id, payment_id, version, account, minor, currency, at)
    values ${sql.join(
      lines.map(
        (line) => sql`(app_org(), ${after.id}, ${after.version}, ${line.account}, ${line.minor},
                       ${after.currency}, ${toIso(now)})`,
      ),
    )}`.execute(tx);
}
