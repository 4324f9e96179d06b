import { sql } from "kysely";
import { wordLocale, type Locale } from "#kernel/locale.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { SurchargeReason } from "../../domain/purpose.ts";
import { LINK_WORDS } from "../owed/link-words.ts";
import { receiptFormats } from "../receipts/receipt-formats.ts";
import type { ReceiptRow } from "../receipts/receipt-row.ts";
import { fill } from "../receipts/receipt-words.ts";

/** Why a kept card was charged while its holder was away, in the words of the link; nothing for every other receipt. */
export async function chargedFor(
  tx: Tx,
  { paymentId, content }: Pick<ReceiptRow, "paymentId" | "content">,
  locale: Locale,
): Promise<string | undefined> {
  if (content.kind !== "receipt") return undefined;
  const charged = await first(
    tx,
    sql<{ reason: SurchargeReason | null; minor: number; currency: string }>`
      select p.reason, p.amount_minor as minor, trim(p.currency) as currency
      from payment p join payment_op o on o.org_id = p.org_id and o.payment_id = p.id
      where p.org_id = app_org() and p.id = ${paymentId} and o.consent_id is not null and o.state <> 'failed'`,
  );
  if (!charged) return undefined;
  const words = LINK_WORDS[wordLocale(locale)];
  return fill(words[charged.reason ?? "lostCharged"], {
    order: content.order.number,
    amount: receiptFormats(locale).money(charged.minor, charged.currency),
  });
}
