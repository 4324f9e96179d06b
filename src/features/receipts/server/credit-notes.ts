import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import { sumsOf, type ReceiptContent } from "../domain/receipt.ts";
import { noteDue, type RefundNote, type RefundRow } from "#features/payments/domain/refund.ts";
import type { PaymentRow } from "#features/payments/server/public.ts";
import { issue, pricedOf } from "./issue.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

interface Note {
  readonly id: string;
  readonly refundId: string | null;
  readonly number: string;
  readonly totalMinor: number;
  readonly taxMinor: number;
  readonly content: ReceiptContent;
  readonly isCancelled: boolean;
}

type Refunded = Pick<RefundRow, "id" | "state" | "amountMinor">;

/**
 * Issues what the refunds of a payment call for: one credit note for each that goes back, and one that cancels it where
 * nothing went back in the end. Asked again it finds nothing to do.
 *
 * @param payment as it stands after the change, locked by this transaction
 */
export async function issueCreditNotes(
  tx: Tx,
  payment: PaymentRow,
  refunds: readonly Refunded[],
  now: Instant,
): Promise<void> {
  for (const refund of refunds) {
    const notes = await notesOf(tx, payment.id);
    const own = notes.find(({ refundId }) => refundId === refund.id);
    const due = noteDue(refund.state, noteOf(own));
    if (due === "credit-note") await credit({ tx, now }, payment, refund, notes);
    if (due === "cancel-note" && own) await cancel(tx, payment, own, now);
  }
}

function noteOf(own: Note | undefined): RefundNote {
  if (!own) return "none";
  return own.isCancelled ? "cancelled" : "standing";
}

const notesOf = (tx: Tx, paymentId: string): Promise<Note[]> =>
  rows(
    tx,
    sql<Note>`
      select n.id, n.refund_id as "refundId", n.number, n.total_minor as "totalMinor", n.tax_minor as "taxMinor",
        n.content, exists (select from receipt c where c.org_id = n.org_id and c.cancels = n.id) as "isCancelled"
      from receipt n where n.org_id = app_org() and n.payment_id = ${paymentId} and n.kind = 'credit-note'`,
  );

async function credit(
  { tx, now }: TimedTx,
  payment: PaymentRow,
  { id, amountMinor }: Refunded,
  notes: readonly Note[],
): Promise<void> {
  const standing = notes.filter(({ isCancelled }) => !isCancelled);
  const before = standing.reduce((all, note) => all + note.totalMinor, 0);
  const taxBefore = standing.reduce((all, note) => all + note.taxMinor, 0);
  // More than was taken can only be the provider's doing: the books stop at what was taken, and so does this.
  const minor = Math.min(amountMinor, payment.capturedMinor - before);
  if (minor <= 0) return;
  await issue(tx, payment, now, {
    kind: "credit-note",
    sums: (order) => sumsOf(pricedOf(payment, order), { before, minor, taxBefore }, "returned"),
    corrects: await receiptOf(tx, payment.id),
    refundId: id,
  });
}

/** Issues the note for a refund in cash. @param payment as it stood before, locked by this transaction */
export const creditCash = async (
  tx: Tx,
  payment: PaymentRow,
  { id, amountMinor: minor }: Pick<Refunded, "id" | "amountMinor">,
  now: Instant,
): Promise<void> =>
  issue(tx, payment, now, {
    kind: "credit-note",
    sums: (order) => sumsOf(pricedOf(payment, order), { before: 0, minor, taxBefore: 0 }, "returned"),
    corrects: await receiptOf(tx, payment.id),
    refundId: id,
  });

const cancel = (tx: Tx, payment: PaymentRow, note: Note, now: Instant): Promise<void> => {
  const { lines, netMinor, taxes, totalMinor } = note.content;
  return issue(tx, payment, now, {
    kind: "cancel-note",
    sums: () => ({
      lines: lines.map(({ minor }) => ({ title: "kept", rule: "kept", minor })),
      netMinor,
      taxes,
      totalMinor,
    }),
    corrects: note.number,
    ...(note.refundId !== null && { refundId: note.refundId }),
    cancels: note.id,
  });
};

const receiptOf = async (tx: Tx, paymentId: string): Promise<string | null> =>
  (
    await first(
      tx,
      sql<{ number: string }>`
        select number from receipt where org_id = app_org() and payment_id = ${paymentId} and kind = 'receipt'
        order by payment_version desc limit 1`,
    )
  )?.number ?? null;
