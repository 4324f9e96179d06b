import { on } from "#server/http/route.ts";
import type { Route } from "#server/http/route.ts";
import type { WorkGuard } from "#server/room.ts";
import { dispatchApi } from "../contract/api.ts";
import { dayOf } from "./day.ts";
import { editPlan } from "./edit-plan.ts";
import { readBoard } from "./read-board.ts";

export const dispatchRoutes = (guard: WorkGuard | undefined): readonly Route[] => [
  on(dispatchApi.readBoard, ({ date }, { db, actor, now }) =>
    db.read(actor, async (tx) => readBoard(tx, actor.orgId, await dayOf(tx, actor.orgId, now, date), now)),
  ),
  on(dispatchApi.editPlan, ({ edit }, context) => {
    const { db, actor, now } = context;
    return db.as(actor, async (tx) => {
      const day = await editPlan(tx, context, edit, guard);
      return (await readBoard(tx, actor.orgId, day, now)).parsed();
    });
  }),
];
