import { dueStateOf, openMinor, type DueState, type PayWay } from "#features/payments/domain/due.ts";
import { isUnpaid } from "#features/payments/domain/payable.ts";
import type { PaymentRow } from "#features/payments/domain/payment.ts";

export interface Standing {
  readonly kind: "lost-hold" | "surcharge" | PayWay;
  readonly state: DueState;
  readonly owedMinor: number;
  readonly outstandingMinor: number;
  readonly payBy?: string | undefined;
}

const OVER: ReadonlySet<PaymentRow["state"]> = new Set(["voided", "expired"]);

/**
 * Receivable that a payment stands for: a way without a card, a surcharge, or a hold that was lost. `undefined` where it
 * owes nothing of the kind, and for a recovery, which pays another payment's.
 *
 * @param all payments of its order, recoveries among them
 */
export function receivableOf(payment: PaymentRow, all: readonly PaymentRow[]): Standing | undefined {
  if (payment.way !== null) return withoutCard(payment, payment.way);
  if (payment.purpose === "recovery") return undefined;
  if (payment.state === "expired") return payment.owedMinor > 0 ? lostHold(payment, all) : undefined;
  return payment.purpose === "surcharge" ? surcharge(payment) : undefined;
}

function withoutCard(payment: PaymentRow, kind: PayWay): Standing {
  const state = dueStateOf(payment);
  const outstandingMinor = openMinor(payment);
  const owedMinor = state === "received" ? payment.capturedMinor : outstandingMinor;
  return { kind, state, owedMinor, outstandingMinor };
}

function surcharge(payment: PaymentRow): Standing {
  const { id, state, amountMinor: owedMinor, capturedMinor } = payment;
  const kind = "surcharge";
  if (isUnpaid(payment)) return { kind, state: "due", owedMinor, outstandingMinor: owedMinor, payBy: id };
  if (capturedMinor > 0) return { kind, state: "received", owedMinor, outstandingMinor: 0 };
  if (OVER.has(state) || state === "failed_final")
    return { kind, state: "nothing", owedMinor: 0, outstandingMinor: 0 };
  return { kind, state: "promised", owedMinor, outstandingMinor: owedMinor };
}

function lostHold(lost: PaymentRow, all: readonly PaymentRow[]): Standing {
  const paying = all.filter(({ forPaymentId }) => forPaymentId === lost.id);
  const paidMinor = paying.reduce((sum, { capturedMinor }) => sum + capturedMinor, 0);
  const { owedMinor, writtenOffMinor } = lost;
  const outstandingMinor = Math.max(0, owedMinor - writtenOffMinor - paidMinor);
  const standing = { kind: "lost-hold", owedMinor, outstandingMinor } as const;
  if (outstandingMinor === 0)
    return { ...standing, state: writtenOffMinor >= owedMinor ? "nothing" : "received" };
  const live = paying.find(({ state, capturedMinor }) => !OVER.has(state) && capturedMinor === 0);
  if (live && !isUnpaid(live)) return { ...standing, state: "promised" };
  return { ...standing, state: "due", payBy: live?.id };
}
