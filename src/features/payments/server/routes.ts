import { Refusal } from "#kernel/refusal.ts";
import { on } from "#server/http/route.ts";
import type { Route } from "#server/http/route.ts";
import { paymentsApi } from "../contract/api.ts";
import { checkPayment, showPayment } from "./check.ts";
import { openPayment } from "./open.ts";
import type { Desk } from "./run-operation.ts";

export const paymentRoutes = (desk: Desk): Route[] => [
  on(paymentsApi.openPayment, ({ id }, context) => openPayment(desk, context, id)),
  on(paymentsApi.checkPayment, ({ id }, context) => checkPayment(desk, context, id)),
  on(paymentsApi.readPayment, ({ id }, context) => showPayment(desk, context, id)),
];

/** Where nobody takes cards: every call says so. */
export function closedRoutes(): Route[] {
  const refuse = (): Promise<never> => Promise.reject(new Refusal("payments.not-offered"));
  const none = (): Promise<never> => Promise.reject(new Refusal("payments.none"));
  return [
    on(paymentsApi.openPayment, refuse),
    on(paymentsApi.checkPayment, none),
    on(paymentsApi.readPayment, none),
  ];
}
