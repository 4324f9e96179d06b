import { sql } from "kysely";
import { type RoomJobs, reactionsTo } from "#server/jobs/jobs.ts";
import type { RoomParts } from "#server/room.ts";
import { settleDue, settleOffer } from "./end-offers.ts";
import { SETTLE } from "./job-names.ts";

/** News of a delivery that end its offer. */
const NEWS = [
  "assigned",
  "taken_over",
  "edited",
  "cancelled",
  "lost",
  "disposed",
  "returning",
  "plan_withdrawn",
  "corrected",
  "collected",
  "delivered",
] as const;

const isOffered = sql<boolean>`exists (
  select from offer o where o.org_id = app_org() and o.delivery_id = (g.payload ->> 'aggregateId')::uuid
    and o.ended_at is null)`;

export const offersJobs = (parts: Pick<RoomParts, "db" | "clock">): RoomJobs => ({
  jobs: {
    [SETTLE]: ({ orgId, aggregateId }) => settleOffer(parts, String(orgId), String(aggregateId)),
    "offers.settle-due": () => settleDue(parts),
  },
  reactions: reactionsTo("delivery", NEWS, SETTLE),
  gathered: { [SETTLE]: { waitMs: 0, onlyIf: isOffered } },
  every: { "offers.settle-due": 1 },
});
