/**
 * Tables that a room still reaches past their own room; both lists only shrink. A room is entered by its public.ts, a
 * table is read through a view in its room's migration.
 */
export const CROSSINGS: Readonly<Record<"writes" | "reads", readonly string[]>> = {
  writes: [
    "books → payment_finding",
    "debts → payment",
    "debts → payment_finding",
    "main → payment_gate",
    "main → sandbox_bank.answered",
    "main → sandbox_bank.intent",
  ],
  reads: [
    "books → delivery",
    "books → dispute",
    "books → ledger_line",
    "books → payment",
    "books → payment_finding",
    "books → payment_gate",
    "books → payment_inbox",
    "books → payment_op",
    "books → payment_snapshot",
    "books → person",
    "books → refund_request",
    "books → sales_order",
    "debts → delivery",
    "debts → payment",
    "debts → sales_order",
    "main → payment_gate",
    "main → seller",
    "payments → delivery",
    "payments → payment_pass",
    "payments → person",
    "payments → sales_order",
    "payments → task",
    "receipts → delivery",
    "receipts → payment",
    "receipts → person",
    "receipts → sales_order",
  ],
};
