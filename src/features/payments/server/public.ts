export { type Cards, type MoneyChoices, type MoneyParts, openCards, paymentsRoom } from "./room.ts";
export { orderPayments } from "./base/order-payments.ts";
export { moneyProblem } from "./holds/money-problem.ts";
export { workGuard } from "./holds/work-guard.ts";
export { haltGauge } from "./gate/gate-row.ts";
export { queueSettlement } from "./merge-snapshot.ts";
export { mergeDisputes } from "./disputes/merge-disputes.ts";
export { noteMissing, pullKnown } from "./check.ts";
export { closeFinding, closeMended, closeOutdated } from "./base/finding-row.ts";
export { noteAmounts, noteFinding } from "./base/finding-row.ts";
export { endIntent, endOrReport } from "./operations/end-intent.ts";
export { isOtherAccount } from "./gate/guard.ts";
export { forgetNews, noteNews } from "./inbox/inbox-row.ts";
export { NEWS_JOB } from "./inbox/inbox.ts";
export { leaveReview } from "./merge-snapshot.ts";
export { operationOf } from "./operations/operation.ts";
export { dropUnopened, isKnown, outstandingOf, owedFor } from "./base/orders.ts";
export { isUnpaid, unpaidOf } from "../domain/payable.ts";
export { PAID } from "./base/payment-lists.ts";
export { heldPayments, noteAsked, paymentsInReview } from "./base/payment-lists.ts";
export {
  bookingOf,
  lockBookingOf,
  lockPayment,
  paymentsOf,
  paymentsWhere,
  readPayment,
} from "./base/payment-row.ts";
export type { PaymentRow } from "../domain/payment.ts";
export { orRefuse } from "./check.ts";
export { mergeRefunds } from "./refunds/merge-refunds.ts";
export { aloneMinor, isSame, rowOf, sumAlone } from "./refunds/ask-refund.ts";
export { isDeciding } from "./refunds/release.ts";
export { shownRefund, shownRefunds } from "./refunds/refund-row.ts";
export type { PaymentDeps } from "./base/payment-deps.ts";
export { isOn } from "./base/payment-deps.ts";
export { systemOf, emitPaymentEvent } from "./base/save-payment.ts";
export { forgetTries } from "./tries/card-tries.ts";
export { markRestored } from "./gate/gate-row.ts";
export { reopenPayments } from "./gate/reopen.ts";
export { type Follower, connectFollowers, savePayment } from "./base/save-payment.ts";
export { addExtra, changeAmount, notePerson, paymentFor } from "./base/add-payment.ts";
export { onEnds, paymentsIn } from "./reactions.ts";
export { decideOnRefund } from "./refunds/decide-refund.ts";
export { owedOf } from "./base/orders.ts";
export { addRefund, decideRefund, refundById, refundsOf } from "./refunds/refund-row.ts";
export type { RefundRow, RefundSnapshot, RefundStatus } from "../domain/refund.ts";
export { operationsInReview, takeUpAgain } from "./operations/end-intent.ts";
export type {
  Capture,
  Health,
  IntentAbout,
  ListPage,
  ListWindow,
  NewIntent,
  News,
  OpenIntent,
  Outcome,
  PastNews,
  PaymentProvider,
  ProviderLists,
  RefundOrder,
  WalletDomain,
  Wallets,
} from "./base/gateway.ts";
export type { DisputeSnapshot, DisputeState } from "../domain/dispute.ts";
export type { IntentSnapshot, IntentStatus } from "../domain/payment.ts";
export { fromCardUnits, toCardUnits } from "#features/quotes/domain/card-units.ts";
export { withCards } from "./room.ts";
