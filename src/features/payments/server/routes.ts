import { Refusal } from "#kernel/refusal.ts";
import { on } from "#server/http/route.ts";
import type { Route } from "#server/http/route.ts";
import { paymentsApi } from "../contract/api.ts";
import { disputesApi } from "../contract/disputes.ts";
import { findingsApi } from "../contract/findings.ts";
import { gateApi } from "../contract/gate.ts";
import { moneyApi } from "../contract/money.ts";
import { owedApi } from "../contract/owed.ts";
import { receiptsApi } from "../contract/receipts.ts";
import { refundsApi } from "../contract/refunds.ts";
import { sellerApi } from "../contract/seller.ts";
import { traceApi } from "../contract/trace.ts";
import { checkPayment, showPayment } from "./check.ts";
import { listDisputes } from "./disputes/list-disputes.ts";
import { giveCashBack } from "./dues/give-back.ts";
import { listFindings, readMoneyHealth } from "./findings/list-findings.ts";
import { reopenPayments } from "./gate/reopen.ts";
import { resolveFinding } from "./findings/resolve-finding.ts";
import { listPayments } from "./list-payments.ts";
import { listMyPayments, listReceipts } from "./receipts/my-payments.ts";
import { openPayment } from "./open.ts";
import { askSurcharge } from "./owed/ask-surcharge.ts";
import { sendPayLink } from "./owed/send-pay-link.ts";
import { writeOff } from "./owed/write-off.ts";
import { readMoney } from "./read-money.ts";
import { readTrace } from "./read-trace.ts";
import { askRefund } from "./refunds/ask-refund.ts";
import { closeReturned, decideOnRefund } from "./refunds/decide-refund.ts";
import { listRefunds } from "./refunds/list-refunds.ts";
import type { Desk } from "./run-operation.ts";
import { changeSeller, showSeller } from "./seller/change-seller.ts";

/** What the office and the payer see; also where nobody takes cards any more. */
const moneyRoutes: readonly Route[] = [
  on(moneyApi.readMoney, (_, context) => readMoney(context)),
  on(moneyApi.listPayments, listPayments),
  on(receiptsApi.listMyPayments, listMyPayments),
  on(receiptsApi.listReceipts, listReceipts),
  on(refundsApi.listRefunds, listRefunds),
  on(refundsApi.closeRefund, closeReturned),
  on(disputesApi.listDisputes, listDisputes),
  on(sellerApi.readSeller, (_, context) => showSeller(context)),
  on(sellerApi.changeSeller, changeSeller),
  on(findingsApi.readMoneyHealth, (_, context) => readMoneyHealth(context)),
  on(findingsApi.listFindings, listFindings),
];

export const paymentRoutes = (desk: Desk, publicUrl: string): Route[] => [
  ...moneyRoutes,
  on(traceApi.readTrace, (input, context) => readTrace(desk, input, context)),
  on(refundsApi.askRefund, (input, context) => askRefund(desk, input, context)),
  on(refundsApi.decideRefund, (input, context) => decideOnRefund(desk, input, context)),
  on(refundsApi.giveCashBack, (input, context) => giveCashBack(desk, input, context)),
  on(findingsApi.resolveFinding, (input, context) => resolveFinding(desk, input, context)),
  on(gateApi.reopenPayments, (input, context) => reopenPayments(desk, input, context)),
  on(paymentsApi.openPayment, ({ id, ...asked }, context) => openPayment(desk, context, id, asked)),
  on(paymentsApi.checkPayment, (input, context) => checkPayment(desk, context, input)),
  on(owedApi.sendPayLink, (input, context) => sendPayLink(publicUrl, input, context)),
  on(owedApi.writeOff, (input, context) => writeOff(desk, input, context)),
  on(owedApi.askSurcharge, (input, context) => askSurcharge(desk, publicUrl, input, context)),
  on(paymentsApi.readPayment, (input, context) => showPayment(desk, context, input)),
];

/** Where nobody takes cards: every call about them says so. */
export function closedRoutes(limits: Pick<Desk, "refundLimits">): Route[] {
  const refuse = (): Promise<never> => Promise.reject(new Refusal("payments.not-offered"));
  const none = (): Promise<never> => Promise.reject(new Refusal("payments.none"));
  return [
    ...moneyRoutes,
    on(traceApi.readTrace, (input, context) => readTrace({}, input, context)),
    on(refundsApi.askRefund, refuse),
    on(refundsApi.decideRefund, (input, context) => decideOnRefund(undefined, input, context)),
    on(refundsApi.giveCashBack, (input, context) => giveCashBack(limits, input, context)),
    on(findingsApi.resolveFinding, (input, context) => resolveFinding(undefined, input, context)),
    on(gateApi.reopenPayments, refuse),
    on(owedApi.sendPayLink, refuse),
    on(owedApi.writeOff, refuse),
    on(owedApi.askSurcharge, refuse),
    on(paymentsApi.openPayment, refuse),
    on(paymentsApi.checkPayment, none),
    on(paymentsApi.readPayment, none),
  ];
}
