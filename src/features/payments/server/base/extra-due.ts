import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { first, type Tx } from "#server/db/db.ts";
import { lockOrder } from "#features/deliveries/server/public.ts";
import type { Settlement } from "../../domain/settlement.ts";
import { savePayment } from "./payment-row.ts";
import type { PaymentRow } from "../../domain/payment.ts";
import { capturableAmount } from "./lose-hold.ts";

/**
 * Decides about a surcharge or a recovery: captured at once when it is held, released when nothing is owed any
 * more. Decided under the order's lock, as is every change of what is owed.
 */
export async function extraDue(tx: Tx, orgId: string, payment: PaymentRow): Promise<Settlement | undefined> {
  const order = await lockOrder(tx, orgId, payment.orderId);
  if (!order) return undefined;
  const minor = await capturableAmount(tx, order, payment);
  if (minor <= 0) return { kind: "void" };
  if (payment.authorizedMinor === 0) return undefined;
  const amount = money(Math.min(minor, payment.authorizedMinor), payment.currency);
  return { kind: "capture", amount };
}

/** Whether the provider may know of a payment. */
export const isKnown = async (tx: Tx, id: string): Promise<boolean> =>
  (await first(tx, sql`select 1 from payment_op where org_id = app_org() and payment_id = ${id} limit 1`)) !==
  undefined;

/** A link that nobody followed, for what is not owed any more: the provider never heard of it, and never will. */
export async function dropUnopened(tx: Tx, payment: PaymentRow, now: Instant): Promise<boolean> {
  if (payment.purpose === "booking" || (await isKnown(tx, payment.id))) return false;
  await savePayment({ tx, now }, payment, { ...payment, canceledSeen: true });
  return true;
}
