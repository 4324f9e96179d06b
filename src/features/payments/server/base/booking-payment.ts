import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { sum, type Money } from "#kernel/money.ts";
import type { PayWay } from "../../domain/due.ts";
import type { Tx } from "#server/db/db.ts";
import type { OrderRecord } from "#features/deliveries/server/public.ts";
import { lockBookingOf } from "./payment-row.ts";
import type { PaymentRow } from "../../domain/payment.ts";

const taxOf = ({ price, total }: Pick<OrderRecord, "price" | "total">): Money =>
  sum(
    price.taxes.map((tax) => tax.amount),
    total.currency,
  );

/** Writes the one booking payment of an order, or finds the one that stands, and holds it. */
export async function paymentFor(
  tx: Tx,
  order: Pick<OrderRecord, "id" | "total" | "price">,
  fresh: { readonly id: string; readonly provider: string; readonly now: Instant; readonly way?: PayWay },
): Promise<PaymentRow> {
  await sql`
    insert into payment (org_id, id, order_id, state, provider, way, amount_minor, tax_minor, currency,
                         created_at)
    values (app_org(), ${fresh.id}, ${order.id}, 'created', ${fresh.provider}, ${fresh.way ?? null},
            ${order.total.minor}, ${taxOf(order).minor}, ${order.total.currency}, ${toIso(fresh.now)})
    on conflict (org_id, order_id) where purpose = 'booking' do nothing`.execute(tx);
  const row = await lockBookingOf(tx, order.id);
  if (!row) throw new Error("a payment vanished");
  return row;
}
