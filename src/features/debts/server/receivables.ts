import type { Actor } from "#kernel/actor.ts";
import { toIso } from "#kernel/instant.ts";
import { money, type Money } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { orderFor } from "#features/deliveries/server/public.ts";
import { owedBy, cashStop } from "#features/payments/domain/due.ts";
import { openAmounts, paymentsOf, type PaymentRow } from "#features/payments/server/public.ts";
import type { Receivable } from "../contract/receivables.ts";
import { receivableOf, type Standing } from "../domain/receivable.ts";

/** Reads what an order owes, for whoever may see the order. @throws Refusal `deliveries.not-found` */
export const readReceivables = ({ id }: { readonly id: string }, context: Context) =>
  context.db.as(context.actor, async (tx) => {
    const order = await orderFor(context, id, tx);
    const items = await receivablesOf(tx, [order.id]);
    return {
      number: order.number,
      items: items.some(isReceivedByWay) ? await withGiveBack(tx, items) : items,
    };
  });

const isReceivedByWay = ({ kind, state }: Receivable): boolean =>
  state === "received" && kind !== "surcharge" && kind !== "lost-hold";

/** Says of each receivable of one order what of it a person has to pay back. */
async function withGiveBack(tx: Tx, items: readonly Receivable[]): Promise<Receivable[]> {
  const amounts = await openAmounts(tx, "cash-to-give-back", items[0]?.orderId ?? "");
  return items.map((one) => {
    const minor = amounts.get(one.paymentId ?? "");
    return minor === undefined ? one : { ...one, giveBack: money(minor, one.owed.currency) };
  });
}

/**
 * Receivables of these orders; what waits longest to be paid comes first.
 *
 * @param office who of the office reads: they see what is to be written off, and whether they asked for it
 */
export async function receivablesOf(
  tx: Tx,
  orderIds: readonly string[],
  office?: Pick<Actor, "userId">,
): Promise<Receivable[]> {
  const all = await paymentsOf(tx, ...orderIds);
  const place = new Map(all.map(({ id }, nth) => [id, nth]));
  const placeOf = ({ payBy, paymentId }: Receivable) => place.get(payBy ?? paymentId ?? "") ?? 0;
  return all
    .flatMap((payment) => {
      const standing = receivableOf(payment, all);
      return standing ? [{ ...shownReceivable(payment, standing), writeOff: askedBy(payment, office) }] : [];
    })
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

function askedBy(
  { writeOffAskedBy: by }: PaymentRow,
  office?: Pick<Actor, "userId">,
): Receivable["writeOff"] {
  if (by === null || !office) return null;
  return by === office.userId ? "asked-by-me" : "asked";
}

export async function receivableFor(
  tx: Tx,
  { id, orderId }: Pick<PaymentRow, "id" | "orderId">,
  office: Pick<Actor, "userId">,
): Promise<Receivable> {
  const found = (await receivablesOf(tx, [orderId], office)).find(({ paymentId }) => paymentId === id);
  if (!found) throw new Error("a payment without a receivable");
  return found;
}

type Owing = Pick<PaymentRow, "orderId" | "currency" | "writtenOffMinor" | "settledAt"> & {
  readonly id?: string;
  readonly reason?: PaymentRow["reason"];
};

export function shownReceivable(payment: Owing, standing: Standing): Receivable {
  const { kind, state, owedMinor, outstandingMinor, payBy = null } = standing;
  const { id = null, orderId, reason = null, currency, settledAt } = payment;
  return {
    orderId,
    paymentId: id,
    kind,
    reason,
    owedBy: owedBy(kind),
    state,
    owed: money(owedMinor, currency),
    outstanding: money(outstandingMinor, currency),
    writtenOff: money(payment.writtenOffMinor, currency),
    writeOff: null,
    receivedAt: state === "received" && settledAt !== null ? toIso(settledAt) : null,
    payBy,
    giveBack: null,
  };
}

export interface CashToTake {
  readonly at: "collect" | "deliver";
  readonly amount: Money;
  readonly isReceived: boolean;
}

/** Amounts that couriers take in cash for these orders; orders paid otherwise, or owing nothing, are not in it. */
export async function cashOf(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, CashToTake>> {
  const all = await receivablesOf(tx, orderIds);
  return new Map(
    all.flatMap(({ orderId, kind, state, owed: amount }): [string, CashToTake][] => {
      const at = cashStop(kind);
      if (at === undefined || state === "nothing") return [];
      return [[orderId, { at, amount, isReceived: state === "received" }]];
    }),
  );
}
