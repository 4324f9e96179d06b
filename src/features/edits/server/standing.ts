import type { Tx } from "#server/db/db.ts";
import type { OrderRecord } from "#features/deliveries/server/public.ts";
import {
  isDeciding,
  isKnown,
  isUnpaid,
  lockPayment,
  operationOf,
  paymentsOf,
  type PaymentRow,
} from "#features/payments/server/public.ts";
import { dueStateOf } from "#features/payments/domain/due.ts";
import { settleKey } from "#features/payments/domain/settlement.ts";
import type { Standing } from "../domain/price-decision.ts";

export interface OrderMoney {
  readonly standing: Standing;
  readonly payments: readonly PaymentRow[];
  readonly booking: PaymentRow | undefined;
}

/** Holds every payment of an order until the transaction ends. */
export async function lockPaymentsOf(tx: Tx, orderId: string): Promise<void> {
  for (const { id } of await paymentsOf(tx, orderId)) await lockPayment(tx, id);
}

/** Reads the money of an order as a decision about its price needs it. */
export async function moneyOf(
  tx: Tx,
  order: OrderRecord,
  { takesCards, hasCourier }: { readonly takesCards: boolean; readonly hasCourier: boolean },
): Promise<OrderMoney> {
  const payments = await paymentsOf(tx, order.id);
  const booking = payments.find(({ purpose }) => purpose === "booking");
  const beside = payments.filter(isBeside);
  const unopened: Standing["unopened"][number][] = [];
  for (const one of beside.toReversed())
    if (isUnpaid(one) && !(await isKnown(tx, one.id))) unopened.push({ id: one.id, minor: one.amountMinor });
  const priceMinor = order.total.minor;
  const isTaken =
    booking !== undefined && (isMadeGood(payments, booking) || (await isTakenFrom(tx, booking)));
  const isHeld = booking?.way === null && booking.state === "authorized" && !isTaken;
  const keptWhy = keptWhyOf(payments, booking, hasCourier);
  return {
    payments,
    booking,
    standing: {
      priceMinor,
      besideMinor: beside.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      headroomMinor: isHeld ? Math.max(0, booking.authorizedMinor - priceMinor) : 0,
      booking: kindOf(booking, isTaken),
      takesCards,
      unopened,
      ...(keptWhy && { keptWhy }),
    },
  };
}

/** A lost hold asks for its own amount by a link; a courier without a network reports the cash that was due before. */
function keptWhyOf(
  payments: readonly PaymentRow[],
  booking: PaymentRow | undefined,
  hasCourier: boolean,
): Standing["keptWhy"] {
  const isLost = (one: PaymentRow) => one.purpose !== "recovery" && one.state === "expired";
  if (payments.some((one) => isLost(one) && !isMadeGood(payments, one))) return "in-doubt";
  const isCash = booking?.way === "cash-collection" || booking?.way === "cash-delivery";
  return isCash && hasCourier && dueStateOf(booking) === "promised" ? "with-courier" : undefined;
}

/** A surcharge for a change that is paid, or may still be; one whose hold was lost is asked for again. */
const isBeside = ({ purpose, reason, canceledSeen, state }: PaymentRow): boolean =>
  purpose === "surcharge" && reason === "changed" && (!canceledSeen || state === "expired");

/** Whether a lost hold was paid anew. */
const isMadeGood = (payments: readonly PaymentRow[], { id }: PaymentRow): boolean =>
  payments.some(({ forPaymentId, capturedMinor }) => forPaymentId === id && capturedMinor > 0);

/** @param isTaken the card gave its money, or its capture is decided for an amount, whether the bank answered or not */
function kindOf(booking: PaymentRow | undefined, isTaken: boolean): Standing["booking"] {
  if (!booking || booking.way === null) return isTaken ? "taken" : "card";
  return dueStateOf(booking) === "promised" ? "due" : "received";
}

async function isTakenFrom(tx: Tx, { id, capturedMinor }: PaymentRow): Promise<boolean> {
  if (capturedMinor > 0) return true;
  const settling = await operationOf(tx, settleKey(id));
  return settling !== undefined && isDeciding(settling);
}
