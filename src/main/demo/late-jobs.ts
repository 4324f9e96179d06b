import { AsyncLocalStorage } from "node:async_hooks";
import type { Job, RoomJobs } from "#server/jobs/jobs.ts";
import type { StoredEvent } from "#server/db/events.ts";
import type { Tx } from "#server/db/db.ts";
import type { Room } from "#server/room.ts";

/** The rooms' reactions, carried out at the demo's own time instead of by the queue. */
export interface LateJobs {
  react(tx: Tx, events: readonly StoredEvent[]): Promise<void>;
  /**
   * Takes a step, then carries out what it asked for: after its commit, as the queue would. Of steps that are taken side
   * by side each has its own jobs; a job taken up by another one would look before there is anything to see.
   */
  after(step: () => Promise<void>): Promise<void>;
}

export function lateJobs(rooms: readonly Room[]): LateJobs {
  const byType = new Map<string, Job[]>();
  for (const { jobs, reactions } of rooms.flatMap((room): RoomJobs[] => (room.jobs ? [room.jobs] : [])))
    for (const [type, name] of Object.entries(reactions ?? {})) {
      const job = jobs[name];
      if (job) byType.set(type, [...(byType.get(type) ?? []), job]);
    }
  const waiting = new AsyncLocalStorage<(() => Promise<void>)[]>();
  return {
    async react(_tx, events) {
      for (const { orgId, aggregateId, seq, type, data } of events)
        for (const job of byType.get(type) ?? [])
          waiting.getStore()?.push(() => job({ orgId, aggregateId, seq, type, data }));
    },
    after(step) {
      const mine: (() => Promise<void>)[] = [];
      return waiting.run(mine, async () => {
        await step();
        for (let job = mine.shift(); job; job = mine.shift()) await job();
      });
    },
  };
}
