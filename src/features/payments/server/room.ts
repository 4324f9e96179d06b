import type { Room, RoomParts } from "#server/room.ts";
import type { PayWay } from "../domain/due.ts";
import { PAYMENTS_REFUSALS } from "../contract/refusals.ts";
import type { PaymentProvider } from "./base/gateway.ts";
import { guarded } from "./gate/guard.ts";
import { webhookRoute } from "./inbox/inbox.ts";
import { expiryJobs, paymentJobs } from "./reactions.ts";
import type { PaymentDeps } from "./base/payment-deps.ts";
import { Refusal } from "#kernel/refusal.ts";
import { on, type Context, type Route } from "#server/http/route.ts";
import { paymentsApi } from "../contract/api.ts";
import { refundsApi } from "../contract/refunds.ts";
import { checkPayment, showPayment } from "./check.ts";
import { openPayment } from "./open.ts";
import { askRefund } from "./refunds/ask-refund.ts";
import { closeReturned } from "./refunds/decide-refund.ts";

export interface Cards {
  readonly deps: PaymentDeps;
}

/** Choices of the operator that only rooms of money read. */
export interface MoneyChoices extends Pick<PaymentDeps, "refundLimits"> {
  /** How people may pay where no cards are taken; in cash where nothing is said. */
  readonly payWays?: readonly PayWay[];
  readonly onPaymentScript?: (news: { readonly outcome: string; readonly ms: number }) => void;
}

export interface MoneyParts extends RoomParts, MoneyChoices {
  readonly cards: Cards | undefined;
}

/** Puts the card provider behind its gate, once for all rooms. */
export const openCards = (parts: RoomParts & MoneyChoices, provider: PaymentProvider): Cards => ({
  deps: { ...parts, provider: guarded(provider, parts), instance: parts.orgId },
});

/** One payment per order, held at booking, captured at the doorstep. */
export function paymentsRoom(parts: MoneyParts): Room {
  const deps = parts.cards?.deps;
  const shared = { name: "payments", refusals: PAYMENTS_REFUSALS, routes: paymentRoutes(deps) };
  if (!deps) return { ...shared, jobs: expiryJobs(parts) };
  return { ...shared, rawRoutes: [webhookRoute(deps)], jobs: paymentJobs(deps) };
}

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
