import { Refusal } from "#kernel/refusal.ts";
import { on } from "#server/http/route.ts";
import type { Route } from "#server/http/route.ts";
import { paymentsApi } from "../contract/api.ts";
import { refundsApi } from "../contract/refunds.ts";
import { checkPayment, showPayment } from "./check.ts";
import { openPayment } from "./open.ts";
import { askRefund } from "./refunds/ask-refund.ts";
import { closeReturned } from "./refunds/decide-refund.ts";
import type { PaymentDeps } from "./operations/run-operation.ts";

/** Calls that stay where no cards are taken any more. */
const moneyRoutes: readonly Route[] = [on(refundsApi.closeRefund, closeReturned)];

export const paymentRoutes = (deps: PaymentDeps): Route[] => [
  ...moneyRoutes,
  on(refundsApi.askRefund, (input, context) => askRefund(deps, input, context)),
  on(paymentsApi.openPayment, ({ id, ...asked }, context) => openPayment(deps, context, id, asked)),
  on(paymentsApi.checkPayment, (input, context) => checkPayment(deps, context, input)),
  on(paymentsApi.readPayment, (input, context) => showPayment(deps, context, input)),
];

/** Routes where no cards are taken: every call about them is refused. */
export function closedRoutes(): Route[] {
  const refuse = (): Promise<never> => Promise.reject(new Refusal("payments.not-offered"));
  const none = (): Promise<never> => Promise.reject(new Refusal("payments.none"));
  return [
    ...moneyRoutes,
    on(refundsApi.askRefund, refuse),
    on(paymentsApi.openPayment, refuse),
    on(paymentsApi.checkPayment, none),
    on(paymentsApi.readPayment, none),
  ];
}
