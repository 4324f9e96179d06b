/** What later rooms, `main` and the demo may use of payments. */
export { paymentsRoom } from "./room.ts";
export { cashOf } from "./dues/cash-of.ts";
export type { CashToTake } from "./dues/cash-of.ts";
export { moneyProblem } from "./holds/money-problem.ts";
export { workGuard } from "./holds/work-guard.ts";
export { haltGauge } from "./gate/gauge.ts";
export { localeOf, mailPage } from "./receipts/mail-page.ts";
export { receiptFormats } from "./receipts/receipt-formats.ts";
export { RECEIPT_WORDS, fill } from "./receipts/receipt-words.ts";
export { cardGauges } from "./tries/watch-declines.ts";
export { saveSeller } from "./seller/seller-row.ts";
