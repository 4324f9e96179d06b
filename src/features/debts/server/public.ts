export { debtsRoom } from "./room.ts";
export { debtsFollower } from "./follow-payments.ts";
export { noteCashToGiveBack } from "./refund-cash.ts";
export { cashOf } from "./receivables.ts";
export type { CashToTake } from "./receivables.ts";
export { receivablesOf } from "./receivables.ts";
