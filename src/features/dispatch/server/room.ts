import type { RoomJobs } from "#server/jobs/jobs.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { DISPATCH_REFUSALS } from "../contract/refusals.ts";
import { followFacts } from "./follow-facts.ts";
import type { TellHandover } from "./held.ts";
import type { OnDuty } from "./read-board.ts";
import { dispatchRoutes } from "./routes.ts";

const FOLLOW = "followFacts";

/** Planning a day: the board and its edits. */
export function dispatchRoom(
  { db, clock, workGuard: guard }: RoomParts,
  { onDuty, tellHandover }: { readonly onDuty: OnDuty; readonly tellHandover: TellHandover },
): Room {
  const jobs: RoomJobs = {
    jobs: {
      [FOLLOW]: ({ orgId, aggregateId }) => followFacts(db, String(orgId), String(aggregateId), clock()),
    },
    reactions: {
      "delivery.taken_over": FOLLOW,
      "delivery.declined": FOLLOW,
      "delivery.cancelled": FOLLOW,
      "delivery.returning": FOLLOW,
      "delivery.lost": FOLLOW,
      "delivery.disposed": FOLLOW,
      "delivery.corrected": FOLLOW,
      "delivery.plan_withdrawn": FOLLOW,
    },
  };
  return {
    name: "dispatch",
    routes: dispatchRoutes({ guard, tellHandover }, onDuty),
    jobs,
    refusals: DISPATCH_REFUSALS,
  };
}
