import { someWays } from "#features/debts/server/public.ts";
import type { MoneyParts } from "#features/payments/server/public.ts";
import type { CardsTaken } from "#features/quotes/server/public.ts";
import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { recurringApi } from "../contract/api.ts";
import { RECURRING_REFUSALS } from "../contract/refusals.ts";
import { planDay, skipDay } from "./change-day.ts";
import { listRules, readDays, readRule } from "./read-rules.ts";
import { addRule, editRule, turnRule } from "./save-rule.ts";
import { recurringJobs } from "./work.ts";

/** Deliveries that are due on days of the week. */
export function recurringRoom(parts: RoomParts & MoneyParts & CardsTaken): Room {
  const { db, orgId, clock, log, roads, takesCards = true, payWays } = parts;
  // As for imported files: nobody is there to hand over a card.
  const ways = payWays ?? someWays;
  return {
    name: "recurring",
    routes: [
      on(recurringApi.listRules, listRules),
      on(recurringApi.readRule, readRule),
      on(recurringApi.readDays, readDays),
      on(recurringApi.addRule, addRule(ways)),
      on(recurringApi.editRule, editRule(ways)),
      on(recurringApi.turnRule, turnRule),
      on(recurringApi.skipDay, skipDay),
      on(recurringApi.planDay, planDay),
    ],
    jobs: recurringJobs({ db, orgId, clock, log, pricing: { takesCards, roads }, ways }),
    refusals: RECURRING_REFUSALS,
  };
}
