import type { DisputeSnapshot } from "../../domain/dispute.ts";
import type { RefundSnapshot } from "../../domain/refund.ts";
import type { Answer } from "./books.ts";
import type { BankDispute } from "./dispute.ts";
import type { BankRefund } from "./refund.ts";

type Body = Answer["body"];
type Told<T> = T & { readonly currency: string };

/** Safe: the bank is our own code and writes these fields; a wrong shape is refused. */
const told = <T>(value: unknown): Told<T> | undefined =>
  typeof value === "object" && value !== null && Number.isSafeInteger(Reflect.get(value, "amountMinor"))
    ? (value as Told<T>)
    : undefined;

/** Snapshot of one refund of the sandbox bank. */
export const oneRefund = (body: Body): RefundSnapshot | undefined => {
  const refund = told<BankRefund>(body["refund"]);
  return refund && refundOf(refund);
};

export const allRefunds = (body: Body): readonly RefundSnapshot[] | undefined =>
  listed<BankRefund>(body["refunds"])?.map(refundOf);

export const allDisputes = (body: Body): readonly DisputeSnapshot[] | undefined =>
  listed<BankDispute>(body["disputes"])?.map(disputeOf);

function listed<T>(list: unknown): Told<T>[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const read = list.map((one) => told<T>(one)).filter((one) => one !== undefined);
  return read.length === list.length ? read : undefined;
}

/** Snapshot of a refund of the sandbox bank. */
export const refundOf = (refund: Told<BankRefund>): RefundSnapshot => ({
  ref: refund.id,
  intentRef: refund.intentId,
  opId: refund.mark,
  currency: refund.currency.trim(),
  amountMinor: refund.amountMinor,
  status: refund.status,
  failure: refund.failure,
});

/** Snapshot of a dispute. */
export const disputeOf = (dispute: Told<BankDispute>): DisputeSnapshot => ({
  ref: dispute.id,
  intentRef: dispute.intentId,
  reason: dispute.reason,
  state: dispute.status,
  currency: dispute.currency.trim(),
  amountMinor: dispute.amountMinor,
  withdrawnMinor: dispute.withdrawnMinor,
  feeMinor: dispute.feeMinor,
  settled: null,
  evidenceDue: dispute.evidenceDue,
  openedAt: dispute.openedAt,
});
