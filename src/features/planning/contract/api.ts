import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, LocalDate } from "#contract/schemas.ts";
import * as z from "zod/mini";
import { Because, OwnPlan, OwnPlanAnswer } from "./own-plan.ts";

/** An open delivery with each courier who can take it on a day, the cheapest first. */
export const DeliveryQuotes = z.strictObject({
  /** Ways of the imported map, or straight lines 1.4 times as long. */
  travel: z.enum(["roads", "estimated"]),
  quotes: z.array(
    z.strictObject({
      courierId: Id,
      addedSeconds: z.int(),
      addedMetres: z.int(),
      /** When the recipient's stop begins. */
      eta: InstantText,
      pOnTime: z.number(),
    }),
  ),
  /** Why the other couriers cannot. */
  because: Because,
});
export type DeliveryQuotes = z.output<typeof DeliveryQuotes>;

export const planningApi = {
  quoteDelivery: endpoint({
    id: "quoteDelivery",
    method: "GET",
    path: "/api/board/quotes/:id",
    needs: "route:plan",
    summary:
      "An open delivery over all couriers of a day: added time and way, arrival, odds of being on time",
    input: z.strictObject({ id: Id, date: z.optional(LocalDate) }),
    reply: DeliveryQuotes,
    refusals: ["planning.not-open"],
  }),
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
