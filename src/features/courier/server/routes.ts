import { acknowledgeRoute } from "#features/dispatch/server/public.ts";
import { on, type Context, type Route } from "#server/http/route.ts";
import type { RoomParts } from "#server/room.ts";
import type { Tx } from "#server/db/db.ts";
import { courierApi, type CourierDay } from "../contract/api.ts";
import { syncApi } from "../contract/sync.ts";
import { courierOf } from "./courier-of.ts";
import type { LaterRoom } from "./later-room.ts";
import { keepShift } from "./keep-shift.ts";
import { positionBatcher } from "./position-batcher.ts";
import { positionTicker } from "./position-ticker.ts";
import { readDay } from "./read-day.ts";
import { sync } from "./sync/sync.ts";

/** Does something for the courier and answers with their day. */
const dayAfter =
  (laterRoom: LaterRoom) =>
  (
    { db, actor, now }: Context,
    work: (tx: Tx) => Promise<void> = () => Promise.resolve(),
  ): Promise<CourierDay> => {
    const { orgId } = actor;
    const courierId = courierOf(actor);
    return db.as(actor, async (tx) => {
      await work(tx);
      return readDay(tx, { orgId, courierId }, now, laterRoom);
    });
  };

export function courierRoutes(
  { db, hub, log, workGuard }: RoomParts,
  laterRoom: LaterRoom,
): readonly Route[] {
  const thenDay = dayAfter(laterRoom);
  const moved = positionTicker(hub);
  const keepPositions = positionBatcher(db);
  return [
    on(courierApi.readDay, (_input, context) => thenDay(context)),
    on(syncApi.sync, (input, context) => sync({ log, guard: workGuard, laterRoom }, input, context)),
    on(courierApi.acknowledgeRoute, (input, context) =>
      thenDay(context, (tx) =>
        acknowledgeRoute(tx, context, { ...input, courierId: courierOf(context.actor) }),
      ),
    ),
    on(courierApi.keepShift, (input, context) => thenDay(context, (tx) => keepShift(tx, context, input))),
    on(courierApi.sendPositions, async ({ positions }, { actor, now }) => {
      const result = await keepPositions(actor.orgId, { courierId: courierOf(actor), positions, now });
      if (result.moved) moved(actor.orgId, result.moved);
      return { kept: result.kept };
    }),
  ];
}
