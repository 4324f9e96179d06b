export {
  type Cards,
  type MoneyChoices,
  type MoneyParts,
  openCards,
  paymentsRoom,
  withCards,
} from "./room.ts";
export { orderPayments } from "./base/order-payments.ts";
export { moneyProblem } from "./holds/money-problem.ts";
export { workGuard } from "./holds/work-guard.ts";
export { haltGauge, markRestored } from "./gate/gate-row.ts";
export { queueSettlement, leaveReview } from "./merge/merge-snapshot.ts";
export { mergeDisputes } from "./merge/merge-disputes.ts";
export { noteMissing } from "./check.ts";
export { pullKnown, orRefuse } from "./merge/read-and-merge.ts";
export {
  closeFinding,
  closeMended,
  closeOutdated,
  noteAmounts,
  noteFinding,
  openAmounts,
} from "./base/finding-row.ts";
export { endIntent, endOrReport, operationsInReview, takeUpAgain } from "./operations/end-intent.ts";
export { isOtherAccount } from "./gate/guard.ts";
export { forgetNews, noteNews } from "./inbox/inbox-row.ts";
export { NEWS_JOB } from "./inbox/inbox.ts";
export { operationOf } from "./base/operation.ts";
export { dropUnopened, isKnown, outstandingOf, owedFor, owedOf } from "./base/orders.ts";
export { isUnpaid, unpaidOf } from "../domain/payable.ts";
export { PAID, heldPayments, noteAsked, paymentsInReview } from "./base/payment-lists.ts";
export {
  bookingOf,
  lockBookingOf,
  lockPayment,
  paymentsOf,
  paymentsWhere,
  readPayment,
} from "./base/payment-row.ts";
export type { PaymentRow, IntentSnapshot, IntentStatus } from "../domain/payment.ts";
export { mergeRefunds } from "./merge/merge-refunds.ts";
export { aloneMinor, isSame, rowOf, sumAlone } from "./refunds/ask-refund.ts";
export { isDeciding } from "./refunds/release.ts";
export {
  shownRefund,
  shownRefunds,
  addRefund,
  decideRefund,
  refundById,
  refundsOf,
} from "./base/refund-row.ts";
export { type PaymentDeps, isOn } from "./base/payment-deps.ts";
export {
  systemOf,
  emitPaymentEvent,
  type Follower,
  connectFollowers,
  savePayment,
} from "./base/save-payment.ts";
export { forgetTries } from "./tries/card-tries.ts";
export { reopenPayments } from "./gate/reopen.ts";
export { addExtra, changeAmount, notePerson, paymentFor } from "./base/add-payment.ts";
export { onEnds, paymentsIn } from "./reactions.ts";
export { decideOnRefund } from "./refunds/decide-refund.ts";
export type { RefundRow, RefundSnapshot, RefundStatus } from "../domain/refund.ts";
export type * from "./base/gateway.ts";
export type { DisputeSnapshot, DisputeState } from "../domain/dispute.ts";
export { fromCardUnits, toCardUnits } from "#features/quotes/domain/card-units.ts";
