/** Parts of receipts that later rooms and `main` use. */
export { receiptsRoom } from "./room.ts";
export { localeOf, mailPage } from "./mail-page.ts";
export { receiptFormats } from "./receipt-formats.ts";
export { RECEIPT_WORDS, fill } from "./receipt-words.ts";
