import { sendLink, settleDue } from "#features/debts/server/public.ts";
import { type DeliveryRecord, liftCancelFee } from "#features/deliveries/server/public.ts";
import { reopeningOf } from "#features/exceptions/domain/reopening.ts";
import { addExtra, lockPayment, paymentsOf, type PaymentRow } from "#features/payments/server/public.ts";
import { type Money, zero } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { WriteContext } from "#server/db/tx-context.ts";
import { setFree, taxWithin } from "./charge-work.ts";

interface Reopened {
  /** Cancelled, and locked by this transaction. */
  readonly delivery: DeliveryRecord;
  /** Of the cards that pay it; undefined where none are taken. */
  readonly provider: string | undefined;
  /** Id of the charge that may follow. */
  readonly paymentId: string;
  /** Amount that was shown; null waives it. */
  readonly charge: Money | null;
  /** Reopens the delivery, and stores these facts with its event. */
  readonly reopen: (facts: Readonly<Record<string, string | number>>) => Promise<void>;
}

/**
 * Reopens a cancelled delivery with the money that follows, in the caller's transaction. The booking's payment pays the fee of
 * cancelling and no more, and what was asked for beside it stays released or refunded; the rest of the price is one more
 * receivable. Without a card the booking owes its price anew.
 *
 * @throws Refusal `exceptions.charge-changed`
 */
export async function chargeReopened(context: WriteContext, reopened: Reopened): Promise<void> {
  const { tx, orgId, now } = context;
  const { delivery, charge, reopen } = reopened;
  // Between its delivery and its order, as in every transaction that holds more than one of them.
  for (const { id } of await paymentsOf(tx, delivery.orderId)) await lockPayment(tx, id);
  const payments = await paymentsOf(tx, delivery.orderId);
  const booking = payments.find(({ purpose }) => purpose === "booking");
  const { total } = delivery.price;
  const owed = reopeningOf({ total, feeMinor: delivery.cancelFeeMinor ?? 0, booking });
  refuseOther(charge, owed?.amount ?? zero(total.currency));
  for (const { id } of payments.filter(isBeside)) await setFree({ tx, orgId, now }, id);
  const what = charge ? "chargeMinor" : "waivedMinor";
  await reopen(owed ? { [what]: owed.amount.minor, currency: total.currency } : {});
  if (!charge || !owed || !booking) return;
  if (owed.by === "surcharge") return ask(context, reopened, booking);
  await liftCancelFee(tx, delivery.id);
  await settleDue(tx, orgId, booking.id, now);
}

/** @throws Refusal `exceptions.charge-changed` */
function refuseOther(charge: Money | null, owed: Money): void {
  if (charge && (charge.minor !== owed.minor || charge.currency !== owed.currency))
    throw new Refusal("exceptions.charge-changed", { ...owed });
}

/** Asked for beside the booking before it was cancelled. */
const isBeside = ({ purpose, state, isFree }: PaymentRow): boolean =>
  purpose === "surcharge" && state !== "voided" && !isFree;

/** Asks the sender for the rest of the price: by a link where a card paid the booking, else by an invoice. */
async function ask(
  { tx, orgId, now, actor }: WriteContext,
  { delivery, provider, paymentId: id, charge }: Reopened,
  { way }: PaymentRow,
): Promise<void> {
  if (!charge) return;
  const isByCard = way === null && provider !== undefined;
  await addExtra(tx, now, {
    id,
    orderId: delivery.orderId,
    asked: { reason: "reopened", note: null, by: actor.userId ?? null },
    ...(isByCard ? { provider } : { provider: "none", way: "invoice" as const }),
    amount: charge,
    taxMinor: taxWithin(charge, delivery.price),
  });
  await (isByCard ? sendLink(tx, orgId, id, now) : settleDue(tx, orgId, id, now));
}
