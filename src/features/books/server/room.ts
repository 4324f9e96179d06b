import { Refusal } from "#kernel/refusal.ts";
import { on, type Route } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { disputesApi } from "#features/payments/contract/disputes.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import {
  reopenPayments,
  type Cards,
  type MoneyParts,
  type PaymentDeps,
} from "#features/payments/server/public.ts";
import { findingsApi } from "../contract/findings.ts";
import { moneyApi } from "../contract/money.ts";
import { traceApi } from "../contract/trace.ts";
import { listFindings, readMoneyHealth } from "./findings/list-findings.ts";
import { resolveFinding } from "./findings/resolve-finding.ts";
import { listDisputes, listRefunds } from "./list-refunds.ts";
import { listPayments } from "./list-payments.ts";
import { readMoney } from "./read-money.ts";
import { readTrace } from "./read-trace.ts";
import type { RoomJobs } from "#server/jobs/jobs.ts";
import { checkAllBooks } from "./findings/check-books.ts";
import type { CheckDeps } from "./findings/check-run.ts";
import { reconcilePayments } from "./findings/reconcile.ts";
import { catchUpAll } from "./lists/catch-up.ts";

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
  on(findingsApi.reopenPayments, async ({ account }, context) => {
    if (!cards) throw new Refusal("payments.not-offered");
    await reopenPayments(cards.deps, account, context);
    return readMoneyHealth(context);
  });

const RECONCILE_JOB = "payments.reconcile";
const EVENTS_JOB = "payments.events";

export const booksJobs = (deps: PaymentDeps): RoomJobs => ({
  jobs: { [RECONCILE_JOB]: () => reconcilePayments(deps), [EVENTS_JOB]: () => catchUpAll(deps) },
  every: { [RECONCILE_JOB]: 10, [EVENTS_JOB]: 5 },
});

export const ownBooksJobs = (parts: CheckDeps): RoomJobs => ({
  jobs: { [RECONCILE_JOB]: () => checkAllBooks(parts) },
  every: { [RECONCILE_JOB]: 10 },
});
