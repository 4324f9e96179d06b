import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { planningApi } from "../contract/api.ts";
import { PLANNING_REFUSALS } from "../contract/refusals.ts";
import { planOwnOrders } from "./own-plan.ts";
import { quoteDelivery } from "./quote-delivery.ts";
import { Places } from "./places.ts";

/** Plans of a day, and of orders that others bring. */
export function planningRoom({ planner }: RoomParts): Room {
  const places = new Places();
  return {
    name: "planning",
    routes: [
      on(planningApi.planOwnOrders, (plan) => planOwnOrders(planner, places, plan)),
      on(planningApi.quoteDelivery, (asked, context) => quoteDelivery(planner, context, asked)),
    ],
    refusals: PLANNING_REFUSALS,
  };
}
