export { receiptsRoom } from "./room.ts";
export { receiptsFollower } from "./follow-payments.ts";
export { creditCash } from "./credit-notes.ts";
export { saveSeller } from "./seller-row.ts";
export { RECEIPT_WORDS } from "./words.ts";
