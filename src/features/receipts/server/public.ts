export { receiptsRoom } from "./room.ts";
export { receiptsFollower } from "./follow-payments.ts";
export { creditCash } from "./credit-notes.ts";
export { saveSeller } from "./seller-row.ts";
export { localeOf, localeSql, mailPage } from "./mail-page.ts";
export { receiptFormats } from "./receipt-formats.ts";
export { RECEIPT_WORDS } from "./words.ts";
