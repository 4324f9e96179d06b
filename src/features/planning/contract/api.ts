import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Id, LocalDate, Nothing, page, PageSize } from "#contract/schemas.ts";
import { Reason } from "#features/dispatch/contract/quotes.ts";
import * as z from "zod/mini";
import { USUAL } from "#kernel/plan-wishes.ts";
import { AskedIds, CourierGaps, GroupQuotes } from "./group-quotes.ts";
import { OwnPlan, OwnPlanAnswer } from "./own-plan.ts";
import { Plan, PlanLine, PlanScope, PlanWay, SeenRoutes, Wishes } from "./plans.ts";

const PATH = "/api/plans/runs";

export const planningApi = {
  startPlan: endpoint({
    id: "startPlan",
    method: "POST",
    path: PATH,
    needs: "plan:make",
    summary: "Begin a plan of a day; nothing of it is published",
    input: z.strictObject({
      date: LocalDate,
      scope: z._default(PlanScope, { kind: "all" }),
      way: z._default(PlanWay, "anew"),
      wishes: z._default(Wishes, USUAL),
      seconds: z._default(z.int().check(z.gte(1), z.lte(300)), 10),
    }),
    reply: Plan,
    refusals: ["planning.busy", "planning.nothing"],
    limitPerMinute: 30,
  }),
  listPlans: endpoint({
    id: "listPlans",
    method: "GET",
    path: PATH,
    needs: "plan:make",
    summary: "Plans of a day, the newest first",
    input: z.strictObject({ date: LocalDate, cursor: z.optional(Cursor), limit: PageSize }),
    reply: page(PlanLine),
    refusals: [],
  }),
  readPlan: endpoint({
    id: "readPlan",
    method: "GET",
    path: `${PATH}/:id`,
    needs: "plan:make",
    summary: "One plan: the best so far while it is made, then its routes, changes and reasons",
    input: z.strictObject({ id: Id }),
    reply: Plan,
    refusals: ["planning.not-found"],
  }),
  cancelPlan: endpoint({
    id: "cancelPlan",
    method: "POST",
    path: `${PATH}/:id/cancel`,
    needs: "plan:make",
    summary: "End a search at once; its best so far becomes the draft",
    input: z.strictObject({ id: Id }),
    reply: Nothing,
    refusals: ["planning.not-found", "planning.not-running"],
  }),
  publishPlan: endpoint({
    id: "publishPlan",
    method: "POST",
    path: `${PATH}/:id/publish`,
    needs: "plan:publish",
    summary: "Make a draft the plan of its day, laid over what was begun since; all of it or nothing",
    input: z.strictObject({
      id: Id,
      /** Revision of every route of the plan. */
      seen: SeenRoutes,
      /** Couriers whose part of the change is left out. */
      without: z._default(z.array(Id).check(z.maxLength(300)), []),
    }),
    reply: z.strictObject({
      plan: Plan,
      /** Deliveries that stay as they are because of what happened since. */
      overtaken: z.array(Id),
    }),
    refusals: [
      "planning.not-found",
      "planning.not-draft",
      "dispatch.conflict",
      "dispatch.courier-unknown",
      "dispatch.order-of-stops",
      "deliveries.wrong-state",
      "deliveries.money-unsafe",
    ],
  }),
  undoPlan: endpoint({
    id: "undoPlan",
    method: "POST",
    path: `${PATH}/:id/undo`,
    needs: "plan:publish",
    summary: "Put the day back as it was before a plan was published; refused whole where it went on",
    input: z.strictObject({ id: Id }),
    reply: Plan,
    refusals: [
      "planning.not-found",
      "planning.not-published",
      "planning.begun",
      "planning.pinned",
      "dispatch.conflict",
      "dispatch.courier-unknown",
      "dispatch.order-of-stops",
      "deliveries.wrong-state",
      "deliveries.money-unsafe",
    ],
  }),
  askWhyNot: endpoint({
    id: "askWhyNot",
    method: "GET",
    path: "/api/plans/why/:id",
    needs: "plan:make",
    summary: "Why a courier does not have a delivery, on the day as it is or in a plan",
    input: z.strictObject({ id: Id, courierId: Id, date: LocalDate, planId: z.optional(Id) }),
    reply: z.strictObject({
      /** None where the courier has it. */
      reasons: z.array(Reason),
    }),
    refusals: ["planning.not-found", "planning.not-planned"],
  }),
  quoteGroup: endpoint({
    id: "quoteGroup",
    method: "POST",
    path: "/api/board/quotes",
    needs: "route:plan",
    summary:
      "Several deliveries that are not begun, over all couriers of a day: added time and way of all together, promises that would break",
    input: z.strictObject({ deliveryIds: AskedIds, date: z.optional(LocalDate) }),
    reply: GroupQuotes,
    refusals: ["planning.too-many"],
    keyedByContent: true,
    limitPerMinute: 120,
  }),
  quoteGaps: endpoint({
    id: "quoteGaps",
    method: "POST",
    path: "/api/board/quotes/gaps",
    needs: "route:plan",
    summary: "Deliveries that are not begun, at each place of a courier's route: what they would add there",
    input: z.strictObject({ deliveryIds: AskedIds, courierId: Id, date: z.optional(LocalDate) }),
    reply: CourierGaps,
    refusals: ["planning.too-many", "planning.not-open"],
    keyedByContent: true,
    limitPerMinute: 120,
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
