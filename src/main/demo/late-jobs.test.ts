import { expect, test } from "vitest";
import type { StoredEvent } from "#server/db/events.ts";
import type { Tx } from "#server/db/db.ts";
import type { Room } from "#server/room.ts";
import { lateJobs } from "./late-jobs.ts";

const rooms = (settle: () => Promise<void>): Room[] => [
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
