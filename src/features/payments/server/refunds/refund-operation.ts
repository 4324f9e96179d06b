import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import type { RefundSnapshot } from "../../domain/refund.ts";
import type { PaymentProvider } from "../gateway.ts";
import { planOperation, refundKey } from "../operation.ts";
import type { Operation } from "../operation.ts";
import type { PaymentRow } from "../payment-row.ts";
import { refundById, saveRefundSums, setRefund } from "./refund-row.ts";
import type { RefundRow } from "./refund-row.ts";

/** Writes the one operation of a refund. */
export const planRefund = (
  tx: Tx,
  now: Instant,
  refund: Pick<RefundRow, "id" | "paymentId" | "amountMinor">,
  fresh: { readonly id: string; readonly instance: string },
): Promise<Operation> =>
  planOperation(tx, now, {
    ...fresh,
    paymentId: refund.paymentId,
    kind: "refund",
    logicalKey: refundKey(refund.id),
    amountMinor: refund.amountMinor,
    refundId: refund.id,
  });

/** The refund that this operation gave, if it did. `unclear`: the list itself got no answer. */
export async function lookForRefund(
  { provider }: { readonly provider: PaymentProvider },
  op: Operation,
  payment: PaymentRow,
): Promise<RefundSnapshot | undefined | "unclear"> {
  const listed = await provider.listRefunds(payment.ref ?? "");
  if (listed.kind !== "ok") return "unclear";
  return listed.value.find(({ opId }) => opId === op.id);
}

/** The provider gives nothing back: what was set aside for it is free again. */
export async function refuseRefund(
  tx: Tx,
  op: Operation,
  payment: PaymentRow,
  now: Instant,
  code: string,
): Promise<void> {
  const refund = op.refundId === null ? undefined : await refundById(tx, op.refundId);
  if (refund?.state !== "sending") return;
  await setRefund(tx, refund.id, now, { state: "refused", providerRef: null, code });
  await saveRefundSums(tx, payment, now);
}
