import type { RoomJobs } from "#server/jobs/jobs.ts";
import type { RoomParts } from "#server/room.ts";
import { onEnds, paymentsIn } from "#features/payments/server/public.ts";
import { settleDue } from "./settle-due.ts";

const DUE_JOB = "payments.settle-due";

/** Ends of a delivery or an order that make cash or an invoice due. */
export const dueJobs = (parts: Pick<RoomParts, "db" | "clock">): RoomJobs => ({
  jobs: {
    [DUE_JOB]: async (payload) => {
      const orgId = String(payload["orgId"]);
      for (const id of await paymentsIn(parts, orgId, payload)) await settleDue(parts, orgId, id);
    },
  },
  reactions: onEnds(DUE_JOB),
});
