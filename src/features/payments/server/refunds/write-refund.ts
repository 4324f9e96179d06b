import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import type { PaymentDeps } from "../base/payment-deps.ts";
import { planOperation, refundKey } from "../operations/operation.ts";
import type { PaymentRow } from "../../domain/payment.ts";
import { isOn } from "../base/safeguards.ts";
import { addRefund, saveRefundSums } from "./refund-row.ts";
import type { RefundRow } from "../../domain/refund.ts";

/**
 * Writes a refund and reserves its amount; one that needs no second person is planned at once.
 *
 * @param payment locked by this transaction
 * @returns the operation to carry out
 */
export async function writeRefund(
  deps: Pick<PaymentDeps, "instance" | "safeguards">,
  tx: Tx,
  payment: PaymentRow,
  row: Parameters<typeof addRefund>[1],
): Promise<string | undefined> {
  await addRefund(tx, row);
  if (isOn(deps, "refund-reservation")) await saveRefundSums(tx, payment, row.askedAt);
  return row.state === "sending" ? planRefund(deps, tx, row, row.askedAt) : undefined;
}

/** Writes the one operation of a refund. @returns its id */
export async function planRefund(
  { instance }: Pick<PaymentDeps, "instance">,
  tx: Tx,
  { id, paymentId, amountMinor }: Pick<RefundRow, "id" | "paymentId" | "amountMinor">,
  now: Instant,
): Promise<string> {
  const logicalKey = refundKey(id);
  const plan = { paymentId, kind: "refund", logicalKey, amountMinor, refundId: id, instance } as const;
  return (await planOperation(tx, now, plan)).id;
}
