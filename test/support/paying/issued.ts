import { sql } from "kysely";
import type { ReceiptContent } from "#features/receipts/domain/receipt.ts";
import type { World } from "../world.ts";

/** A receipt, a credit note or a note that cancels one. */
export interface Issued {
  readonly id: string;
  readonly kind: string;
  readonly number: string;
  readonly nth: number;
  readonly year: number;
  readonly total: number;
  readonly tax: number;
  readonly refundId: string | null;
  readonly cancels: string | null;
  readonly content: ReceiptContent;
}

/** Documents that were issued for a payment, or for all. */
export const issuedIn = (world: World, paymentId?: string): Promise<Issued[]> =>
  world.run(sql<Issued>`
    select id, kind, number, nth, year, total_minor as total, tax_minor as tax, refund_id as "refundId", cancels, content
    from receipt where ${paymentId === undefined ? sql`true` : sql`payment_id = ${paymentId}`} order by kind, year, nth`);
