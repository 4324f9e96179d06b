import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import type { RefundSnapshot } from "../../domain/refund.ts";
import type { PaymentProvider } from "../gateway.ts";
import { planOperation, refundKey } from "../operation.ts";
import type { Operation } from "../operation.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { Desk } from "../run-operation.ts";
import { isOn } from "../safeguards.ts";
import { addRefund, refundById, saveRefundSums, setRefund } from "./refund-row.ts";
import type { RefundRow } from "./refund-row.ts";

/**
 * Writes a refund and sets its amount aside; what waits for nobody is planned at once.
 *
 * @param payment locked by this transaction
 * @returns the operation to carry out
 */
export async function writeRefund(
  desk: Pick<Desk, "instance" | "safeguards">,
  tx: Tx,
  payment: PaymentRow,
  row: Parameters<typeof addRefund>[1],
): Promise<string | undefined> {
  await addRefund(tx, row);
  if (isOn(desk, "refund-reservation")) await saveRefundSums(tx, payment, row.askedAt);
  if (row.state !== "sending") return undefined;
  const fresh = { id: newId(row.askedAt), instance: desk.instance };
  return (await planRefund(tx, row.askedAt, row, fresh)).id;
}

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

/**
 * The provider gives nothing back: what was set aside for it is free again. Where no person asked, it stays set aside
 * until one decides how it reaches the payer.
 */
export async function refuseRefund(
  tx: Tx,
  op: Operation,
  payment: PaymentRow,
  now: Instant,
  code: string,
): Promise<void> {
  const refund = op.refundId === null ? undefined : await refundById(tx, op.refundId);
  if (refund?.state !== "sending") return;
  await setRefund(tx, refund.id, now, {
    state: refund.askedBy === null ? "failed" : "refused",
    providerRef: null,
    code,
  });
  await saveRefundSums(tx, payment, now);
}
