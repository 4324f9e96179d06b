import { type PayWay, dueStateOf, openMinor, owedBy } from "#features/payments/domain/due.ts";
import { toIso } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import type { Due } from "../contract/dues.ts";
import { bookingOf, type PaymentRow } from "#features/payments/server/public.ts";

/** Amount due or paid, as people read it. */
export function shownDue(payment: PaymentRow, way: PayWay): Due {
  const state = dueStateOf(payment);
  return {
    orderId: payment.orderId,
    way,
    owedBy: owedBy(way),
    state,
    amount: money(state === "received" ? payment.capturedMinor : openMinor(payment), payment.currency),
    receivedAt: state === "received" && payment.settledAt !== null ? toIso(payment.settledAt) : null,
  };
}

/** Amount due for an order without a card; `undefined` where a card pays, or no way was chosen. */
export async function dueOfOrder(tx: Tx, { id }: { readonly id: string }): Promise<Due | undefined> {
  const payment = await bookingOf(tx, id);
  return payment?.way ? shownDue(payment, payment.way) : undefined;
}
