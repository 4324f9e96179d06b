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
    "books → card_try",
    "books → dispute",
    "books → ledger_line",
    "books → payment",
    "books → payment_finding",
    "books → payment_gate",
    "books → payment_inbox",
    "books → payment_op",
    "books → payment_snapshot",
    "books → refund_request",
    "debts → payment",
    "main → payment_gate",
    "main → seller",
    "payments → payment_pass",
    "receipts → payment",
  ],
};
