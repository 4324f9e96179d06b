import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import { decideOnRefund, withCards, type MoneyParts } from "#features/payments/server/public.ts";
import { receivablesApi } from "../contract/receivables.ts";
import { askSurcharge } from "./ask-surcharge.ts";
import { chooseWay, noWays, someWays } from "./choose-way.ts";
import { linkJobs } from "./link-mail.ts";
import { readReceivables } from "./receivables.ts";
import { recordCash, recordReceived } from "./receive.ts";
import { agreeToCashBack, giveCashBack } from "./refund-cash.ts";
import { sendPayLink } from "./send-pay-link.ts";
import { dueJobs } from "./settle-due.ts";
import { writeOff } from "./write-off.ts";

/** Amounts that are owed beside a hold, and orders that are paid in cash or by invoice. */
export function debtsRoom(parts: MoneyParts): Room {
  const { publicUrl } = parts;
  const deps = parts.cards?.deps;
  const due = dueJobs(parts);
  // No other way can be chosen where cards are taken, and those chosen before are still paid.
  const ways = deps ? noWays : (parts.payWays ?? someWays);
  return {
    name: "debts",
    routes: [
      on(receivablesApi.readReceivables, readReceivables),
      on(receivablesApi.chooseWay, (input, context) => chooseWay(ways, input, context)),
      on(receivablesApi.recordCash, recordCash),
      on(receivablesApi.recordReceived, recordReceived),
      on(
        receivablesApi.sendPayLink,
        withCards(deps, (_, input, context) => sendPayLink(publicUrl, input, context)),
      ),
      on(receivablesApi.writeOff, withCards(deps, writeOff)),
      on(
        receivablesApi.askSurcharge,
        withCards(deps, (cards, input, context) => askSurcharge(cards, publicUrl, input, context)),
      ),
      on(refundsApi.decideRefund, (input, context) =>
        decideOnRefund({ deps, agreeToCashBack }, input, context),
      ),
      on(refundsApi.giveCashBack, (input, context) => giveCashBack(parts, input, context)),
    ],
    jobs: { ...due, jobs: { ...due.jobs, ...linkJobs(parts) } },
    refusals: {},
  };
}
