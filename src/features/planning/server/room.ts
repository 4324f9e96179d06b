import { dispatchApi } from "#features/dispatch/contract/api.ts";
import type { Actor } from "#kernel/actor.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { planningApi } from "../contract/api.ts";
import { PLANNING_REFUSALS } from "../contract/refusals.ts";
import { planOwnOrders } from "./own-plan.ts";
import { Places } from "./places.ts";
import { askCancel, endLost, forgetPlans, listPlans, readPlan } from "./plan-records.ts";
import { publishPlan, undoPlan } from "./publish-plan.ts";
import { quoteDelivery } from "./quote-delivery.ts";
import { quoteGaps, quoteGroup } from "./quote-group.ts";
import { Runs, tellPlan } from "./runs.ts";
import { startPlan } from "./start-plan.ts";
import { askWhyNot } from "./why-not.ts";

const KEPT_DAYS = 30;

/** Plans of a day, and of orders that others bring. */
export function planningRoom(parts: RoomParts): Room {
  const { planner, db, clock, orgId, workGuard } = parts;
  const places = new Places();
  const runs = new Runs(parts);
  const waybill: Actor = { kind: "system", orgId, roles: [], name: "Waybill" };
  return {
    name: "planning",
    routes: [
      on(planningApi.startPlan, (asked, context) => startPlan({ runs, places }, asked, context)),
      on(planningApi.listPlans, (asked, { db: own, actor }) => own.read(actor, (tx) => listPlans(tx, asked))),
      on(planningApi.readPlan, ({ id }, { db: own, actor }) => own.read(actor, (tx) => readPlan(tx, id))),
      on(planningApi.cancelPlan, async ({ id }, { db: own, actor }) => {
        await own.as(actor, async (tx) => {
          if (await askCancel(tx, id)) return;
          const { state } = await readPlan(tx, id);
          throw new Refusal("planning.not-running", { state });
        });
        runs.cancel(id);
        return {};
      }),
      on(planningApi.publishPlan, (asked, context) => publishPlan(workGuard, asked, context)),
      on(planningApi.undoPlan, ({ id }, context) => undoPlan(workGuard, id, context)),
      on(planningApi.askWhyNot, (asked, context) => askWhyNot(planner, asked, context)),
      on(planningApi.planOwnOrders, (plan) => planOwnOrders(planner, places, plan)),
      on(planningApi.quoteGroup, (asked, context) => quoteGroup(planner, asked, context)),
      on(planningApi.quoteGaps, (asked, context) => quoteGaps(planner, asked, context)),
      on(dispatchApi.quoteDelivery, (asked, context) => quoteDelivery(planner, context, asked)),
    ],
    jobs: {
      jobs: {
        endLostPlans: () =>
          db.as(waybill, async (tx) => {
            const now = clock();
            for (const plan of await endLost(tx, now))
              await tellPlan(tx, { actor: waybill, now }, { ...plan, state: "failed" });
          }),
        forgetPlans: () => db.as(waybill, (tx) => forgetPlans(tx, clock() - KEPT_DAYS * DAY_MS)),
      },
      every: { endLostPlans: 1, forgetPlans: "hourly" },
    },
    refusals: PLANNING_REFUSALS,
  };
}
