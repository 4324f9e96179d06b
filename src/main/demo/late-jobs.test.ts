import { sql } from "kysely";
import { expect, test } from "vitest";
import type { StoredEvent } from "#server/db/events.ts";
import type { Tx } from "#server/db/db.ts";
import type { Job } from "#server/jobs/jobs.ts";
import type { Room } from "#server/room.ts";
import { openWorld } from "#test/support/world.ts";
import { lateJobs } from "./late-jobs.ts";

const rooms = (settle: Job): Room[] => [
  {
    name: "money",
    routes: [],
    refusals: {},
    jobs: { jobs: { settle }, reactions: { "delivery.cancelled": "settle" } },
  },
];
const cancelled: StoredEvent = {
  orgId: "o",
  aggregate: "delivery",
  aggregateId: "d",
  seq: 1,
  type: "delivery.cancelled",
  data: {},
  audience: {},
  occurredAt: 0,
  recordedAt: 0,
};
// Safe: the late jobs' reactor asks nothing of the transaction.
const tx = {} as Tx;

function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

test("what a story's transaction asks for is done after its commit, though another story is done meanwhile", async () => {
  const happened: string[] = [];
  const jobs = lateJobs(rooms(async () => void happened.push("settled")));
  const written = signal();
  const otherIsOver = signal();
  const one = jobs.after(async () => {
    await jobs.react(tx, [cancelled]);
    written.give();
    await otherIsOver.given;
    happened.push("committed");
  });
  await written.given;
  await jobs.after(() => Promise.resolve());
  otherIsOver.give();
  await one;
  expect(happened).toEqual(["committed", "settled"]);
});

test("what a job asks for is done too, and a step that failed asked for nothing", async () => {
  const happened: string[] = [];
  const jobs = lateJobs(
    rooms(async () => {
      happened.push("settled");
      if (happened.length < 3) await jobs.react(tx, [cancelled]);
    }),
  );
  await jobs.after(() => jobs.react(tx, [cancelled]));
  expect(happened).toEqual(["settled", "settled", "settled"]);
  await expect(
    jobs.after(async () => {
      await jobs.react(tx, [cancelled]);
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  expect(happened).toHaveLength(3);
});

test("a gathered job is done once for its aggregate, and where there is something to do alone", async () => {
  const done: unknown[] = [];
  const count =
    (name: string): Job =>
    async ({ aggregateId }) =>
      void done.push([name, aggregateId]);
  const gathering = (name: string, onlyIf: boolean): Room => ({
    name,
    routes: [],
    refusals: {},
    jobs: {
      jobs: { [name]: count(name) },
      reactions: { "delivery.cancelled": name },
      gathered: { [name]: { waitMs: 0, onlyIf: sql<boolean>`${onlyIf}::boolean` } },
    },
  });
  const world = await openWorld({ runJobs: false });
  try {
    const jobs = lateJobs([...rooms(count("settle")), gathering("heard", true), gathering("unheard", false)]);
    await jobs.after(() =>
      world.db.owner(async (other) => {
        for (const aggregateId of ["a", "a", "b"]) await jobs.react(other, [{ ...cancelled, aggregateId }]);
      }),
    );
  } finally {
    await world.close();
  }
  expect(done).toEqual([
    ["settle", "a"],
    ["settle", "a"],
    ["heard", "a"],
    ["settle", "b"],
    ["heard", "b"],
  ]);
});
