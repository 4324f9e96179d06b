import { Refusal } from "#kernel/refusal.ts";
import { on, type Route } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { disputesApi } from "#features/payments/contract/disputes.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import { reopenPayments, type Cards, type MoneyParts } from "#features/payments/server/public.ts";
import { findingsApi } from "../contract/findings.ts";
import { gateApi } from "../contract/gate.ts";
import { moneyApi } from "../contract/money.ts";
import { traceApi } from "../contract/trace.ts";
import { listFindings, readMoneyHealth } from "./findings/list-findings.ts";
import { resolveFinding } from "./findings/resolve-finding.ts";
import { booksJobs, ownBooksJobs } from "./jobs.ts";
import { listDisputes } from "./list-disputes.ts";
import { listPayments } from "./list-payments.ts";
import { listRefunds } from "./list-refunds.ts";
import { readMoney } from "./read-money.ts";
import { readTrace } from "./read-trace.ts";

/** The office's view of all money, and the checks of the books. */
export const booksRoom = (parts: MoneyParts): Room => ({
  name: "books",
  routes: [
    on(moneyApi.readMoney, (_, context) => readMoney(context)),
    on(moneyApi.listPayments, listPayments),
    on(refundsApi.listRefunds, listRefunds),
    on(disputesApi.listDisputes, listDisputes),
    on(findingsApi.readMoneyHealth, (_, context) => readMoneyHealth(context)),
    on(findingsApi.listFindings, listFindings),
    on(findingsApi.resolveFinding, (input, context) => resolveFinding(parts.cards?.deps, input, context)),
    on(traceApi.readTrace, (input, context) => readTrace(parts.cards?.deps ?? {}, input, context)),
    reopenRoute(parts.cards),
  ],
  jobs: parts.cards ? booksJobs(parts.cards.deps) : ownBooksJobs(parts),
  refusals: {},
});

const reopenRoute = (cards: Cards | undefined): Route =>
  on(gateApi.reopenPayments, async ({ account }, context) => {
    if (!cards) throw new Refusal("payments.not-offered");
    await reopenPayments(cards.deps, account, context);
    return readMoneyHealth(context);
  });
