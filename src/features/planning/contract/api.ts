import { endpoint } from "#contract/endpoint.ts";
import { OwnPlan, OwnPlanAnswer } from "./own-plan.ts";

export const planningApi = {
  planOwnOrders: endpoint({
    id: "planOwnOrders",
    method: "POST",
    path: "/api/plans",
    needs: "route:plan",
    summary:
      "Plan orders and couriers of one's own; nothing is stored, and the answer comes when the time is over",
    input: OwnPlan,
    reply: OwnPlanAnswer,
    refusals: ["planning.busy"],
    keyedByContent: true,
    limitPerMinute: 12,
  }),
};
