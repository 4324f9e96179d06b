import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { money, share, sum } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { lockOrder, orderFor } from "#features/deliveries/server/public.ts";
import type { OrderRecord } from "#features/deliveries/server/public.ts";
import type { SentLink, owedApi } from "../../contract/owed.ts";
import { isCardAmount } from "#kernel/card-amount.ts";
import { chargeLater } from "../away/away-consent.ts";
import { awayWayOf, chargeAwayNow, isForAway } from "../away/charge-away.ts";
import { readPayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { Desk } from "../run-operation.ts";
import { linkOf, tellLink } from "./send-pay-link.ts";

type Asked = ParsedOf<typeof owedApi.askSurcharge>;

/**
 * Asks the sender for more than the price: a payment of its own. The hold of the booking is never taken for more than it
 * was given for. Where its payer lets us charge a kept card that is tried first, and known when this returns; else, and
 * where it was declined, a link is sent.
 *
 * @throws Refusal `deliveries.not-found`, `payments.order-closed`, `payments.amount-not-possible`,
 *   `payments.refund-conflict`
 */
export async function askSurcharge(
  desk: Desk,
  publicUrl: string,
  asked: Asked,
  context: Context,
): Promise<SentLink> {
  const { sent, isForAway } = await context.db.as(context.actor, (tx) =>
    writeAndAsk(desk, tx, publicUrl, asked, context),
  );
  return isForAway
    ? { ...sent, away: await chargeAwayNow(desk, context.actor.orgId, asked.paymentId) }
    : sent;
}

async function writeAndAsk(
  desk: Desk,
  tx: Tx,
  publicUrl: string,
  asked: Asked,
  context: Context,
): Promise<{ readonly sent: SentLink; readonly isForAway: boolean }> {
  const { orgId } = context.actor;
  await orderFor(context, asked.id, tx);
  const order = await lockOrder(tx, orgId, asked.id);
  const standing = await readPayment(tx, asked.paymentId);
  if (standing && !isSame(standing, asked)) throw new Refusal("payments.refund-conflict");
  if (!order || (!standing && !mayCostMore(order))) throw new Refusal("payments.order-closed");
  const amount = money(asked.amount.minor, asked.amount.currency);
  if (!standing) {
    if (amount.currency !== order.total.currency || !isCardAmount(amount))
      throw new Refusal("payments.amount-not-possible");
    await write(tx, desk.provider.id, order, asked, context);
  }
  const { minor: amountMinor, currency } = amount;
  const payment = { id: asked.paymentId, amountMinor, currency };
  if (!(await isAwaited(desk, tx, order, payment.id)))
    return { sent: await tellLink(tx, publicUrl, order, payment, context), isForAway: false };
  // Only a crash before the card was charged leaves this to do.
  await chargeLater(tx, orgId, payment.id, MINUTE_MS);
  return { sent: await linkOf(tx, publicUrl, order, payment, context.now), isForAway: true };
}

/** The link waits for how the charge of a kept card goes; once that was declined it is asked for as ever. */
const isAwaited = async (desk: Desk, tx: Tx, order: OrderRecord, paymentId: string): Promise<boolean> =>
  (await isForAway(desk, tx, order)) && (await awayWayOf(tx, paymentId)) !== "declined";

/** Carried, or on its way: what was cancelled or lost costs nothing more. */
const mayCostMore = ({ deliveryState }: OrderRecord): boolean =>
  deliveryState !== null && deliveryState !== "cancelled" && deliveryState !== "lost";

const isSame = (row: PaymentRow, { id, amount, reason }: Asked): boolean =>
  row.orderId === id &&
  row.purpose === "surcharge" &&
  row.amountMinor === amount.minor &&
  row.currency === amount.currency &&
  row.reason === reason;

async function write(
  tx: Tx,
  provider: string,
  { price, total }: OrderRecord,
  { id, paymentId, amount, reason, note }: Asked,
  { actor, now }: Context,
): Promise<void> {
  const tax = sum(
    price.taxes.map((one) => one.amount),
    total.currency,
  );
  const taxMinor = share(money(amount.minor, amount.currency), tax.minor, total.minor).minor;
  await sql`
    insert into payment (org_id, id, order_id, purpose, reason, note, asked_by, state, provider, amount_minor,
                         tax_minor, currency, created_at)
    values (app_org(), ${paymentId}, ${id}, 'surcharge', ${reason}, ${note ?? null}, ${actor.userId ?? null},
            'created', ${provider}, ${amount.minor}, ${taxMinor}, ${amount.currency}, ${toIso(now)})`.execute(
    tx,
  );
}
