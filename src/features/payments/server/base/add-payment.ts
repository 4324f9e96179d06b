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

export interface ExtraPayment {
  readonly id: string;
  readonly orderId: string;
  readonly lostId?: string;
  readonly asked?: { readonly reason: string; readonly note: string | null; readonly by: string | null };
  readonly provider: string;
  readonly way?: PayWay | undefined;
  readonly amount: Money;
  readonly taxMinor: number;
}

/** Adds a payment beside the booking's; a recovery only where none stands. */
export async function addExtra(tx: Tx, now: number, extra: ExtraPayment): Promise<void> {
  const { asked, amount } = extra;
  await sql`
    insert into payment (org_id, id, order_id, purpose, for_payment_id, reason, note, asked_by, state, provider, way,
                         amount_minor, tax_minor, currency, created_at)
    values (app_org(), ${extra.id}, ${extra.orderId}, ${asked ? "surcharge" : "recovery"}, ${extra.lostId ?? null},
            ${asked?.reason ?? null}, ${asked?.note ?? null}, ${asked?.by ?? null}, 'created', ${extra.provider}, ${extra.way ?? null},
            ${amount.minor}, ${extra.taxMinor}, ${amount.currency}, ${toIso(now)})
    on conflict (org_id, for_payment_id) where purpose = 'recovery' and state not in ('voided', 'expired')
    do nothing`.execute(tx);
}

/** Changes the amount of a locked payment that the provider does not know yet. */
export const changeAmount = (tx: Tx, id: string, minor: number, taxMinor: number): Promise<unknown> =>
  sql`update payment set amount_minor = ${minor}, tax_minor = ${taxMinor}, version = version + 1
      where org_id = app_org() and id = ${id}`.execute(tx);

type Noted = "received_by" | "write_off_asked_by";

/** Notes who took a payment's money, or who asks to write its debt off; null once nobody does. */
export const notePerson = (tx: Tx, id: string, column: Noted, userId: string | null): Promise<unknown> =>
  sql`update payment set ${sql.ref(column)} = ${userId} where org_id = app_org() and id = ${id}`.execute(tx);
