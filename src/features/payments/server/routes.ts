import { Refusal } from "#kernel/refusal.ts";
import { on, type Context, type Route } from "#server/http/route.ts";
import { paymentsApi } from "../contract/api.ts";
import { refundsApi } from "../contract/refunds.ts";
import { checkPayment, showPayment } from "./check.ts";
import { openPayment } from "./open.ts";
import { askRefund } from "./refunds/ask-refund.ts";
import { closeReturned } from "./refunds/decide-refund.ts";
import type { PaymentDeps } from "./base/payment-deps.ts";

/** A call that needs the card provider: refused where no cards are taken. */
export const withCards =
  <I, R>(
    deps: PaymentDeps | undefined,
    run: (deps: PaymentDeps, input: I, context: Context) => Promise<R>,
    refusal: "payments.not-offered" | "payments.none" = "payments.not-offered",
  ) =>
  (input: I, context: Context): Promise<R> =>
    deps ? run(deps, input, context) : Promise.reject(new Refusal(refusal));

/** @param deps absent where no cards are taken: calls about them are refused */
export const paymentRoutes = (deps: PaymentDeps | undefined): Route[] => [
  on(refundsApi.closeRefund, closeReturned),
  on(refundsApi.askRefund, withCards(deps, askRefund)),
  on(
    paymentsApi.openPayment,
    withCards(deps, (cards, { id, ...asked }, context) => openPayment(cards, context, id, asked)),
  ),
  on(
    paymentsApi.checkPayment,
    withCards(deps, (cards, input, context) => checkPayment(cards, context, input), "payments.none"),
  ),
  on(
    paymentsApi.readPayment,
    withCards(deps, (cards, input, context) => showPayment(cards, context, input), "payments.none"),
  ),
];
