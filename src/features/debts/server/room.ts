import { on } from "#server/http/route.ts";
import type { RoomJobs } from "#server/jobs/jobs.ts";
import type { Room } from "#server/room.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import { decideOnRefund, withCards, type MoneyParts } from "#features/payments/server/public.ts";
import { owedApi } from "../contract/owed.ts";
import { askSurcharge } from "./ask-surcharge.ts";
import { noWays, someWays } from "./choose-way.ts";
import { dueJobs } from "./due-jobs.ts";
import { dueRoutes } from "./due-routes.ts";
import { agreeToCashBack, giveCashBack } from "./refund-cash.ts";
import { linkJobs } from "./link-mail.ts";
import { sendPayLink } from "./send-pay-link.ts";
import { writeOff } from "./write-off.ts";

/** Amounts that are owed beside a hold, and orders that are paid in cash or by invoice. */
export const debtsRoom = (parts: MoneyParts): Room => ({
  name: "debts",
  routes: [
    on(
      owedApi.sendPayLink,
      withCards(parts.cards?.deps, (_, input, context) => sendPayLink(parts.publicUrl, input, context)),
    ),
    on(owedApi.writeOff, withCards(parts.cards?.deps, writeOff)),
    on(
      owedApi.askSurcharge,
      withCards(parts.cards?.deps, (deps, input, context) =>
        askSurcharge(deps, parts.publicUrl, input, context),
      ),
    ),
    on(refundsApi.decideRefund, (input, context) =>
      decideOnRefund({ deps: parts.cards?.deps, agreeToCashBack }, input, context),
    ),
    on(refundsApi.giveCashBack, (input, context) => giveCashBack(parts, input, context)),
    ...dueRoutes(parts.cards ? noWays : (parts.payWays ?? someWays)),
  ],
  jobs: jobsOf(parts),
  refusals: {},
});

function jobsOf(parts: MoneyParts): RoomJobs {
  const due = dueJobs(parts);
  return { ...due, jobs: { ...due.jobs, ...linkJobs(parts).jobs } };
}
