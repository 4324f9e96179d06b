import { failedJobs, retryFailed } from "#server/jobs/failed-jobs.ts";
import { toIso } from "#kernel/instant.ts";
import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { operationsApi } from "../contract/api.ts";
import { readOperations } from "./read-operations.ts";

/** The installation in the eyes of whoever looks after it. */
export const operationsRoom = (parts: RoomParts): Room => ({
  name: "operations",
  routes: [
    on(operationsApi.readOperations, (_input, context) => readOperations(parts, context)),
    on(operationsApi.listFailedJobs, async ({ cursor, limit }, { db }) => {
      const found = await failedJobs(db, cursor, limit + 1);
      const items = found.slice(0, limit).map(({ isGivenUp, nextAt, ...job }) => ({
        ...job,
        nextAt: isGivenUp ? null : toIso(nextAt),
      }));
      return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    }),
    on(operationsApi.retryJob, async ({ id }, { db, actor }) => {
      const retried = await retryFailed(db, id);
      if (retried) parts.log.info({ job: id, by: actor.userId }, "a failed job is tried again");
      return { retried };
    }),
  ],
  refusals: {},
});
