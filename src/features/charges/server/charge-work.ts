import { sendLink, settleDue } from "#features/debts/server/public.ts";
import { type LaterWork, askedWork } from "#features/delivery-pages/domain/later-work.ts";
import { lockOrder, readDelivery } from "#features/deliveries/server/public.ts";
import type { OrderRecord } from "#features/deliveries/server/public.ts";
import {
  type PaymentRow,
  addExtra,
  dropUnopened,
  isUnpaid,
  lockPayment,
  paymentsOf,
  queueSettlement,
  savePayment,
} from "#features/payments/server/public.ts";
import { LATER_KINDS, type LaterKind } from "#features/quotes/domain/price-rule.ts";
import { type Money, isZero, share, sum } from "#kernel/money.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { derivedId } from "#server/ids.ts";

const REASON_OF = { extraAttempt: "extra-attempt", return: "return" } as const satisfies Record<
  LaterKind,
  PaymentRow["reason"]
>;

/** Id of the charge that stands, or is to be asked for: one that was dropped or became free leaves its place to the next. */
function chargeIdOf(work: LaterWork, payments: readonly PaymentRow[], nth = 0): string {
  const id = derivedId(work.taskId, `charge ${work.kind} ${nth}`);
  const isGone = payments.some((one) => one.id === id && (one.state === "voided" || one.isFree));
  return isGone ? chargeIdOf(work, payments, nth + 1) : id;
}

/**
 * Brings the charges of a delivery in line with the work that was done for it: each is asked for once. One that holds no
 * more is dropped while nobody followed its link, released while a card holds it, and refunded once it was paid.
 *
 * @param provider that takes the cards; undefined where none are taken
 */
export async function chargeWork(
  context: TxContext,
  provider: string | undefined,
  deliveryId: string,
): Promise<void> {
  const { tx } = context;
  const seen = await readDelivery(tx, deliveryId);
  if (!seen?.price.later) return;
  // Payments before their order, as everywhere.
  for (const { id } of await paymentsOf(tx, seen.orderId)) await lockPayment(tx, id);
  const order = await lockOrder(tx, seen.orderId);
  const delivery = await readDelivery(tx, deliveryId);
  if (!order || !delivery) return;
  const payments = await paymentsOf(tx, order.id);
  const isBilled = payments.some(({ purpose, way }) => purpose === "booking" && way === "invoice");
  const owed = askedWork(delivery);
  for (const { id: taskId } of delivery.tasks)
    for (const kind of LATER_KINDS) {
      const id = chargeIdOf({ taskId, kind }, payments);
      const isOwed = owed.some((work) => work.taskId === taskId && work.kind === kind);
      const standing = payments.find((one) => one.id === id);
      await follow(context, { order, provider: isBilled ? undefined : provider, id, kind, isOwed, standing });
    }
}

interface Charge {
  readonly order: OrderRecord;
  /** Of the card that pays it; without one it is billed. */
  readonly provider: string | undefined;
  readonly id: string;
  readonly kind: LaterKind;
  readonly isOwed: boolean;
  readonly standing: PaymentRow | undefined;
}

async function follow(context: TxContext, charge: Charge): Promise<void> {
  const { order, provider, id, kind, isOwed, standing } = charge;
  if (standing) return isOwed ? undefined : setFree(context, id);
  const amount = order.price.later?.[kind];
  if (!isOwed || !amount || isZero(amount)) return;
  const asked = { reason: REASON_OF[kind], note: null, by: null };
  const by = provider === undefined ? ({ provider: "none", way: "invoice" } as const) : { provider };
  const { tx, orgId, now } = context;
  await addExtra(tx, now, {
    id,
    orderId: order.id,
    asked,
    ...by,
    amount,
    taxMinor: taxWithin(amount, order.price),
  });
  await (provider === undefined ? settleDue(tx, orgId, id, now) : sendLink(tx, orgId, id, now));
}

/** Ends what was asked for: its money goes back by the same way as that of any payment that is not owed. */
export async function setFree({ tx, orgId, now }: TxContext, id: string): Promise<void> {
  const standing = await lockPayment(tx, id);
  if (!standing) return;
  const free = await savePayment({ tx, now }, standing, { ...standing, isFree: true });
  if (free.way !== null) return settleDue(tx, orgId, id, now);
  if (isUnpaid(free) && (await dropUnopened(tx, free, now))) return;
  await queueSettlement(tx, orgId, id);
}

/** Tax within an amount that has the taxes of the price on it. */
export function taxWithin(amount: Money, { subtotal, taxes }: OrderRecord["price"]): number {
  const tax = sum(
    taxes.map((one) => one.amount),
    amount.currency,
  );
  const whole = subtotal.minor + tax.minor;
  return whole === 0 ? 0 : share(amount, tax.minor, whole).minor;
}
