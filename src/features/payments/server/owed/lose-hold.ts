import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { money, share } from "#kernel/money.ts";
import type { Money } from "#kernel/money.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { addJob } from "#server/jobs/jobs.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import type { OrderRecord } from "#features/deliveries/server/public.ts";
import { isCardAmount } from "#kernel/card-amount.ts";
import { noteFinding } from "../findings/finding-row.ts";
import { dueOf } from "../orders.ts";
import { readPayment, savePayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";

/** Sends the link to pay with to whoever owes. */
export const LINK_JOB = "payments.mail-link";

/**
 * A hold is gone before it was taken: what the order owes in its place is written down, and a payment is opened that
 * makes it good. A recovery that is lost itself is followed by the next one of the same hold.
 *
 * @param before the row as it stands, locked by this transaction
 */
export async function loseHold(
  tx: Tx,
  orgId: string,
  before: PaymentRow,
  payment: PaymentRow,
  now: Instant,
): Promise<PaymentRow> {
  const order = await readOrderRecord(tx, orgId, payment.orderId);
  const owedMinor = order && payment.purpose !== "recovery" ? owedFor(order, payment) : payment.owedMinor;
  const after = await savePayment(tx, before, { ...payment, owedMinor }, now, "expired");
  const lost = after.forPaymentId === null ? after : await readPayment(tx, after.forPaymentId);
  if (order && lost && before.state !== "expired") await openRecovery(tx, orgId, now, lost, order);
  return after;
}

/** Amount that an order owes for a lost hold: as its end makes due, else the whole amount. */
export function owedFor(order: OrderRecord, payment: PaymentRow): number {
  if (payment.purpose === "surcharge") return isUndone(order) ? 0 : payment.amountMinor;
  const due = dueOf(order, payment);
  if (due === undefined) return payment.amountMinor;
  return due.kind === "void" ? 0 : due.amount.minor;
}

/** Amount that a surcharge or a recovery may still capture: a surcharge as asked, a recovery as owed. */
export async function takeableOf(tx: Tx, order: OrderRecord, payment: PaymentRow): Promise<number> {
  if (payment.purpose === "surcharge") return owedFor(order, payment);
  const lost = payment.forPaymentId === null ? undefined : await readPayment(tx, payment.forPaymentId);
  return lost ? outstandingOf(tx, lost) : 0;
}

/** Nothing was carried: what was to come on top of it is not owed. */
const isUndone = ({ state, deliveryState }: OrderRecord): boolean =>
  deliveryState === "cancelled" ||
  deliveryState === "lost" ||
  (deliveryState === null && state !== "confirmed");

/** Part of a lost hold that is neither paid nor written off. */
export async function outstandingOf(tx: Tx, lost: PaymentRow): Promise<number> {
  const paid = await first(
    tx,
    sql<{ minor: number }>`
      select coalesce(sum(captured_minor), 0)::bigint as minor from payment
      where org_id = app_org() and for_payment_id = ${lost.id}`,
  );
  return lost.owedMinor - lost.writtenOffMinor - (paid?.minor ?? 0);
}

/**
 * Opens the payment that makes a lost hold good, unless one stands, and asks for it by its link.
 *
 * @returns its id; `undefined` where nothing is owed, or less than a card can pay
 */
export async function openRecovery(
  tx: Tx,
  orgId: string,
  now: Instant,
  lost: PaymentRow,
  order: OrderRecord,
): Promise<string | undefined> {
  const minor = await outstandingOf(tx, lost);
  const amount = money(minor, lost.currency);
  if (minor <= 0) return undefined;
  if (!isCardAmount(amount)) {
    await noteTooLittle(tx, now, lost.id, amount);
    return undefined;
  }
  const taxMinor = share(amount, lost.taxMinor, lost.amountMinor).minor;
  await sql`
    insert into payment (org_id, id, order_id, purpose, for_payment_id, state, provider, amount_minor, tax_minor,
                         currency, created_at)
    values (app_org(), ${newId(now)}, ${order.id}, 'recovery', ${lost.id}, 'created', ${lost.provider}, ${minor},
            ${taxMinor}, ${lost.currency}, ${toIso(now)})
    on conflict (org_id, for_payment_id) where purpose = 'recovery' and state not in ('voided', 'expired')
    do nothing`.execute(tx);
  const live = await liveRecovery(tx, lost.id);
  if (live !== undefined) await sendLink(tx, orgId, live, now);
  return live;
}

/** No link can ask for it: the office writes it off. */
const noteTooLittle = (tx: Tx, now: Instant, lostId: string, amount: Money): Promise<void> =>
  noteFinding(tx, now, {
    kind: "owed-too-little",
    about: lostId,
    paymentId: lostId,
    facts: { ...amount },
    isFixed: false,
  });

/** The payment that is to make a lost hold good. */
export const liveRecovery = async (tx: Tx, lostId: string): Promise<string | undefined> =>
  (
    await first(
      tx,
      sql<{ id: string }>`
        select id from payment
        where org_id = app_org() and for_payment_id = ${lostId} and state not in ('voided', 'expired')`,
    )
  )?.id;

/** Asks for the mail with the link; many wishes within one minute are one mail. */
export function sendLink(tx: Tx, orgId: string, paymentId: string, now: Instant): Promise<void> {
  const mail = `${paymentId}-${Math.floor(now / 60_000)}`;
  return addJob(tx, LINK_JOB, { orgId, paymentId, mail }, { key: `${LINK_JOB}:${mail}` });
}
