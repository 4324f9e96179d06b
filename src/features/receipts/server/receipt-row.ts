import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import type { Receipt } from "../contract/receipts.ts";
import type { ReceiptContent, ReceiptKind } from "../domain/receipt.ts";

export interface ReceiptRow {
  readonly id: string;
  readonly kind: ReceiptKind;
  readonly number: string;
  readonly paymentId: string;
  readonly orderId: string;
  readonly totalMinor: number;
  readonly currency: string;
  readonly content: ReceiptContent;
  readonly issuedAt: Instant;
}

const COLUMNS = sql`r.id, r.kind, r.number, r.payment_id as "paymentId", p.order_id as "orderId",
  r.total_minor as "totalMinor", trim(r.currency) as currency, r.content, r.issued_at as "issuedAt"`;

export const readReceipt = (tx: Tx, id: string): Promise<ReceiptRow | undefined> =>
  first(
    tx,
    sql<ReceiptRow>`
      select ${COLUMNS} from receipt r join payments p on p.org_id = r.org_id and p.id = r.payment_id
      where r.org_id = app_org() and r.id = ${id}`,
  );

export const receiptsOf = (tx: Tx, paymentIds: readonly string[]): Promise<ReceiptRow[]> =>
  rows(
    tx,
    sql<ReceiptRow>`
      select ${COLUMNS} from receipt r join payments p on p.org_id = r.org_id and p.id = r.payment_id
      where r.org_id = app_org() and r.payment_id = any(${[...paymentIds]}::uuid[])
      order by r.issued_at, r.id`,
  );

export const shownReceipt = (row: ReceiptRow): Receipt => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  total: money(row.totalMinor, row.currency),
  issuedAt: toIso(row.issuedAt),
});
