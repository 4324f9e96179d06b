/** Parts of debts that later rooms and `main` use. */
export { debtsRoom } from "./room.ts";
export { debtsFollower } from "./follow-payments.ts";
export { noteCashToGiveBack } from "./refund-cash.ts";
export { cashOf } from "./cash-of.ts";
export type { CashToTake } from "./cash-of.ts";
export { receivablesOf } from "./receivables.ts";
