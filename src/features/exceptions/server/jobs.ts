import type { RoomJobs } from "#server/jobs/jobs.ts";
import type { RoomParts } from "#server/room.ts";
import { checkLate } from "./check-late.ts";
import { checkProofs, followProof } from "./check-proofs.ts";
import { followDelivery } from "./follow-deliveries.ts";

const FOLLOW = "followDelivery";

/** Events that report against the plan, end a task, or decide what becomes of a try that failed. */
const FOLLOWED = [
  "delivery.taken_over",
  "delivery.collected",
  "delivery.pickup_failed",
  "delivery.delivered",
  "delivery.attempt_failed",
  "delivery.returned",
  "delivery.return_failed",
  "delivery.corrected",
  "delivery.retry_planned",
  "delivery.returning",
  "delivery.plan_withdrawn",
  "delivery.cancelled",
  "delivery.lost",
  "delivery.disposed",
];

/** Opens and closes exceptions by what deliveries report and by the clock. */
export const exceptionsJobs = ({ db, clock }: Pick<RoomParts, "db" | "clock">): RoomJobs => ({
  jobs: {
    [FOLLOW]: ({ orgId, aggregateId, seq }) =>
      followDelivery(
        db,
        { orgId: String(orgId), deliveryId: String(aggregateId), seq: Number(seq) },
        clock(),
      ),
    followProof: async ({ orgId, data }) => {
      if (typeof data === "object" && data !== null && "taskId" in data)
        await followProof(db, String(orgId), String(data.taskId), clock());
    },
    checkLate: () => checkLate(db, clock()),
    checkProofs: () => checkProofs(db, clock()),
  },
  reactions: {
    ...Object.fromEntries(FOLLOWED.map((type) => [type, FOLLOW])),
    "proof.available": "followProof",
  },
  every: { checkLate: 1, checkProofs: 10 },
});
