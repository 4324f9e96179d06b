import type { ParsedOf } from "#contract/endpoint.ts";
import { money, share, sum } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import { lockOrder, orderFor, type OrderRecord } from "#features/deliveries/server/public.ts";
import type { SentLink, receivablesApi } from "../contract/receivables.ts";
import { isCardAmount } from "#features/quotes/domain/card-amount.ts";
import {
  addExtra,
  readPayment,
  type PaymentDeps,
  type PaymentRow,
} from "#features/payments/server/public.ts";
import { mailLink } from "./send-pay-link.ts";
import { writeContext, type WriteContext } from "#server/db/tx-context.ts";

type Asked = ParsedOf<typeof receivablesApi.askSurcharge>;

/**
 * Asks the sender for more than the price: a payment of its own. The hold of the booking is never taken for more than it
 * was given for. A link to pay it with is sent.
 */
export const askSurcharge = (
  deps: Pick<PaymentDeps, "provider">,
  publicUrl: string,
  asked: Asked,
  context: Context,
): Promise<SentLink> =>
  context.db.as(context.actor, async (tx) => {
    await orderFor(context, asked.id, tx);
    const order = await lockOrder(tx, asked.id);
    const standing = await readPayment(tx, asked.paymentId);
    if (standing && !isSame(standing, asked)) throw new Refusal("payments.refund-conflict");
    if (!order || (!standing && !mayCostMore(order))) throw new Refusal("payments.order-closed");
    const amount = money(asked.amount.minor, asked.amount.currency);
    if (!standing) {
      if (amount.currency !== order.total.currency || !isCardAmount(amount))
        throw new Refusal("payments.amount-not-possible");
      await write(writeContext(tx, context), deps.provider.id, order, asked);
    }
    const { minor: amountMinor, currency } = amount;
    const payment = { id: asked.paymentId, amountMinor, currency };
    return mailLink(writeContext(tx, context), publicUrl, order, payment);
  });

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
  { tx, now, actor }: WriteContext,
  provider: string,
  { price, total }: OrderRecord,
  { id, paymentId, amount, reason, note }: Asked,
): Promise<void> {
  const tax = sum(
    price.taxes.map((one) => one.amount),
    total.currency,
  );
  const taxMinor = share(money(amount.minor, amount.currency), tax.minor, total.minor).minor;
  await addExtra(tx, now, {
    id: paymentId,
    orderId: id,
    asked: { reason, note: note ?? null, by: actor.userId ?? null },
    provider,
    amount,
    taxMinor,
  });
}
