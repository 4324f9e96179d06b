import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { lockOrder } from "#features/deliveries/server/public.ts";
import { settleKey } from "../../domain/settlement.ts";
import type { Settlement } from "../../domain/settlement.ts";
import { wantSettled } from "../absorb.ts";
import { operationOf } from "../operation.ts";
import { hasEnded } from "../orders.ts";
import { savePayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";
import { liveRecovery, owedFor, takeableOf } from "./lose-hold.ts";

/**
 * What is to become of a surcharge or a recovery: taken at once when it is held, let go when nothing is owed any more.
 * Decided under the order's lock, as is every change of what is owed.
 */
export async function extraDue(
  tx: Tx,
  orgId: string,
  payment: PaymentRow,
): Promise<(Settlement & { readonly isEarly: boolean }) | undefined> {
  const order = await lockOrder(tx, orgId, payment.orderId);
  if (!order) return undefined;
  const minor = await takeableOf(tx, order, payment);
  if (minor <= 0) return { kind: "void", isEarly: false };
  if (payment.authorizedMinor === 0) return undefined;
  const amount = money(Math.min(minor, payment.authorizedMinor), payment.currency);
  return { kind: "capture", amount, isEarly: !hasEnded(order) };
}

/**
 * Once an order has ended, a lost hold's debt falls to what its end calls for, unless somebody pays it already: then
 * what is too much goes back.
 */
export async function lowerOwed(tx: Tx, orgId: string, lost: PaymentRow, now: Instant): Promise<void> {
  const order = await lockOrder(tx, orgId, lost.orderId);
  if (!order || lost.owedMinor === 0) return;
  const owedMinor = Math.max(owedFor(order, lost), lost.writtenOffMinor);
  const live = await liveRecovery(tx, lost.id);
  const isBeingPaid = live !== undefined && (await operationOf(tx, settleKey(live)))?.kind === "capture";
  if (owedMinor >= lost.owedMinor || isBeingPaid) return;
  await savePayment(tx, lost, { ...lost, owedMinor }, now, "expired");
  if (live !== undefined) await wantSettled(tx, orgId, live);
}

/** A link that nobody followed, for what is not owed any more: the provider never heard of it, and never will. */
export async function dropUnopened(tx: Tx, payment: PaymentRow, now: Instant): Promise<boolean> {
  const isKnown = await first(
    tx,
    sql`select 1 from payment_op where org_id = app_org() and payment_id = ${payment.id} limit 1`,
  );
  if (payment.purpose === "booking" || isKnown) return false;
  await savePayment(tx, payment, { ...payment, canceledSeen: true }, now);
  return true;
}
