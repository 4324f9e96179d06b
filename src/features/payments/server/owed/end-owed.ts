import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { isCardAmount } from "#kernel/card-amount.ts";
import { money, share } from "#kernel/money.ts";
import type { Money } from "#kernel/money.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { lockOrder } from "#features/deliveries/server/public.ts";
import { settleKey } from "../../domain/settlement.ts";
import type { Settlement } from "../../domain/settlement.ts";
import { wantSettled } from "../absorb.ts";
import { operationOf } from "../operation.ts";
import { lockPayment, savePayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";
import { liveRecovery, outstandingOf, owedFor, sendLink, takeableOf } from "./lose-hold.ts";

/**
 * Decides about a surcharge or a recovery: captured at once when it is held, released when nothing is owed any
 * more. Decided under the order's lock, as is every change of what is owed.
 */
export async function extraDue(tx: Tx, orgId: string, payment: PaymentRow): Promise<Settlement | undefined> {
  const order = await lockOrder(tx, orgId, payment.orderId);
  if (!order) return undefined;
  const minor = await takeableOf(tx, order, payment);
  if (minor <= 0) return { kind: "void" };
  if (payment.authorizedMinor === 0) return undefined;
  const amount = money(Math.min(minor, payment.authorizedMinor), payment.currency);
  return { kind: "capture", amount };
}

/**
 * Once an order has ended, a lost hold's debt falls to what its end calls for, unless somebody pays it already: then
 * what is too much goes back. A link that nobody followed yet asks for what is owed now.
 */
export async function lowerOwed(tx: Tx, orgId: string, lost: PaymentRow, now: Instant): Promise<void> {
  if (lost.owedMinor === 0) return;
  // Payments before their order, as everywhere.
  const liveId = await liveRecovery(tx, lost.id);
  const live = liveId === undefined ? undefined : await lockPayment(tx, liveId);
  const order = await lockOrder(tx, orgId, lost.orderId);
  if (!order) return;
  const owedMinor = Math.max(owedFor(order, lost), lost.writtenOffMinor);
  const isBeingPaid = live !== undefined && (await operationOf(tx, settleKey(live.id)))?.kind === "capture";
  if (owedMinor >= lost.owedMinor || isBeingPaid) return;
  const after = await savePayment(tx, lost, { ...lost, owedMinor }, now, "expired");
  if (!live) return;
  const open = money(await outstandingOf(tx, after), after.currency);
  if (isCardAmount(open) && !(await isKnown(tx, live.id))) await askForLess(tx, orgId, live, open, now);
  else await wantSettled(tx, orgId, live.id);
}

/** @param live locked by this transaction; the provider never heard of it */
async function askForLess(tx: Tx, orgId: string, live: PaymentRow, open: Money, now: Instant): Promise<void> {
  const taxMinor = share(open, live.taxMinor, live.amountMinor).minor;
  await sql`update payment set amount_minor = ${open.minor}, tax_minor = ${taxMinor}, version = version + 1
            where org_id = app_org() and id = ${live.id}`.execute(tx);
  await sendLink(tx, orgId, live.id, now);
}

/** Whether the provider may know of a payment. */
const isKnown = async (tx: Tx, id: string): Promise<boolean> =>
  (await first(tx, sql`select 1 from payment_op where org_id = app_org() and payment_id = ${id} limit 1`)) !==
  undefined;

/** A link that nobody followed, for what is not owed any more: the provider never heard of it, and never will. */
export async function dropUnopened(tx: Tx, payment: PaymentRow, now: Instant): Promise<boolean> {
  if (payment.purpose === "booking" || (await isKnown(tx, payment.id))) return false;
  await savePayment(tx, payment, { ...payment, canceledSeen: true }, now);
  return true;
}
