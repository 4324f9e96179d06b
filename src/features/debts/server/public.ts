export { debtsRoom } from "./room.ts";
export { debtsFollower, sendLink } from "./follow-payments.ts";
export { noteCashToGiveBack } from "./refund-cash.ts";
export { cashOf, receivablesOf, type CashToTake } from "./receivables.ts";
export { settleDue } from "./settle-due.ts";
export { takeCash } from "./receive.ts";
export { bookBy, someWays } from "./choose-way.ts";
