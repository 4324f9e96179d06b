import type { Job, RoomJobs } from "#server/jobs/jobs.ts";
import type { StoredEvent } from "#server/db/events.ts";
import type { Tx } from "#server/db/db.ts";
import type { Room } from "#server/room.ts";

/** The rooms' reactions, carried out at the demo's own time instead of by the queue. */
export interface LateJobs {
  react(tx: Tx, event: StoredEvent): Promise<void>;
  work(): Promise<void>;
}

export function lateJobs(rooms: readonly Room[]): LateJobs {
  const byType = new Map<string, Job[]>();
  for (const { jobs, reactions } of rooms.flatMap((room): RoomJobs[] => (room.jobs ? [room.jobs] : [])))
    for (const [type, name] of Object.entries(reactions ?? {})) {
      const job = jobs[name];
      if (job) byType.set(type, [...(byType.get(type) ?? []), job]);
    }
  const waiting: (() => Promise<void>)[] = [];
  return {
    async react(_tx, { orgId, aggregateId, seq, type, data }) {
      for (const job of byType.get(type) ?? [])
        waiting.push(() => job({ orgId, aggregateId, seq, type, data }));
    },
    async work() {
      for (let job = waiting.shift(); job; job = waiting.shift()) await job();
    },
  };
}
