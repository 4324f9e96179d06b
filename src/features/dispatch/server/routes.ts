import { on, type Route } from "#server/http/route.ts";
import type { WorkGuard } from "#server/room.ts";
import { dispatchApi } from "../contract/api.ts";
import { editPlan } from "./edit-plan.ts";
import type { TellHandover } from "./held.ts";
import { pinDelivery } from "./pins.ts";
import { type OnDuty, readBoard } from "./read-board.ts";

export const dispatchRoutes = (
  means: { readonly guard: WorkGuard | undefined; readonly tellHandover: TellHandover },
  onDuty: OnDuty,
): readonly Route[] => [
  on(dispatchApi.readBoard, ({ date }, { db, actor, now }) =>
    db.read(actor, (tx) => readBoard({ tx, orgId: actor.orgId, now }, onDuty, date)),
  ),
  on(dispatchApi.pinDelivery, pinDelivery),
  on(dispatchApi.editPlan, ({ edit }, context) => {
    const { db, actor, now } = context;
    return db.as(actor, async (tx) => {
      const { date } = await editPlan(tx, context, edit, means);
      return (await readBoard({ tx, orgId: actor.orgId, now }, onDuty, date)).parsed();
    });
  }),
];
