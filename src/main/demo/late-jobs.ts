import { AsyncLocalStorage } from "node:async_hooks";
import { type NewJob, type RoomJobs, jobsToDo, reactionsOf } from "#server/jobs/jobs.ts";
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
  const parts = rooms.flatMap((room): RoomJobs[] => (room.jobs ? [room.jobs] : []));
  const byName = new Map(parts.flatMap(({ jobs }) => Object.entries(jobs)));
  const asked = reactionsOf(parts);
  const waiting = new AsyncLocalStorage<NewJob[]>();
  return {
    async react(tx, events) {
      const mine = waiting.getStore();
      if (mine === undefined) return;
      for (const job of await jobsToDo(tx, asked(events))) {
        // As in the queue: the newest of those with one key.
        const known = mine.findIndex(({ key }) => key !== undefined && key === job.key);
        if (known !== -1) mine.splice(known, 1);
        mine.push(job);
      }
    },
    after(step) {
      const mine: NewJob[] = [];
      return waiting.run(mine, async () => {
        await step();
        for (let job = mine.shift(); job; job = mine.shift()) await byName.get(job.name)?.(job.payload);
      });
    },
  };
}
