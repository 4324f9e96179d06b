import { Refusal } from "#kernel/refusal.ts";
import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { replaysApi } from "../contract/api.ts";
import { REPLAYS_REFUSALS } from "../contract/refusals.ts";
import { exportRoute } from "./export-route.ts";
import { listOrders } from "./list-orders.ts";
import { endReplay, listReplays, readReplay } from "./replay-record.ts";
import { startReplay } from "./start-replay.ts";
import { replayJobs } from "./work.ts";

/** Past orders priced again by a draft of the price list. */
export const replaysRoom = (parts: RoomParts): Room => ({
  name: "replays",
  routes: [
    on(replaysApi.startReplay, startReplay),
    on(replaysApi.listReplays, async (_input, { db, actor, now }) => ({
      items: await db.read(actor, (tx) => listReplays(tx, now)),
    })),
    on(replaysApi.readReplay, ({ id }, { db, actor, now }) =>
      db.read(actor, (tx) => readReplay(tx, id, now)),
    ),
    on(replaysApi.cancelReplay, ({ id }, { db, actor, now }) =>
      db.as(actor, async (tx) => {
        if (!(await endReplay(tx, id, { state: "cancelled", at: now }))) {
          const { state } = await readReplay(tx, id, now);
          throw new Refusal("replays.not-running", { state });
        }
        return readReplay(tx, id, now);
      }),
    ),
    on(replaysApi.listReplayOrders, listOrders),
  ],
  rawRoutes: [exportRoute],
  jobs: replayJobs(parts),
  refusals: REPLAYS_REFUSALS,
});
