import { MessageChannel } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { dayOf } from "#test/support/planner/day-of-points.ts";
import type { PlanJob } from "#server/planning/planner.ts";
import { type Answer, type Asked, work } from "./plan-work.ts";
import { travelOn } from "./travel.ts";

/** A day without its first order, and that order. */
function openDay(orders: number, couriers: number) {
  const job = dayOf(orders, couriers);
  const [order, ...rest] = job.request.orders;
  if (!order) throw new Error("a day without orders");
  return { order, job: { ...job, request: { ...job.request, orders: rest } } };
}

/** A thread's work in this one. Ways of the first job are found when `open` is called; `fails` says so of a job. */
async function started(fails: (job: number) => boolean = () => false) {
  const roads = await travelOn({ mapFolder: "/nowhere/map" })();
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let jobs = 0;
  const { port1: near, port2: far } = new MessageChannel();
  onTestFinished(() => near.close());
  work(far, async () => ({
    ...roads,
    between: async (points, profile) => {
      const job = ++jobs;
      if (job === 1) await opened;
      if (fails(job)) throw new Error("no way");
      return roads.between(points, profile);
    },
  }));
  const answers: Answer[] = [];
  near.on("message", (answer: Answer) => answers.push(answer));
  const ask = (asked: Asked) => near.postMessage(asked);
  return { ask, open, answers };
}

const quote = (id: number, { order, job }: { order: PlanJob["request"]["orders"][number]; job?: PlanJob }) =>
  ({ kind: "quote", id, order, ...(job && { job }) }) satisfies Asked;
const couriersIn = (answer: Answer | undefined): number =>
  answer?.kind === "quotes" ? answer.quotes.quotes.length + answer.quotes.because.length : -1;

test("questions are answered one after the other, each against the job of the one before it", async () => {
  const { ask, open, answers } = await started();
  const [one, other] = [openDay(8, 2), openDay(8, 3)];
  ask(quote(1, one));
  ask(quote(2, { order: one.order }));
  ask(quote(3, other));
  ask(quote(4, { order: other.order }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(answers).toEqual([]);
  open();
  await expect.poll(() => answers.length).toBe(4);
  expect(answers.map((answer) => ("id" in answer ? answer.id : 0))).toEqual([1, 2, 3, 4]);
  expect(answers.map(couriersIn)).toEqual([2, 2, 3, 3]);
});

test("a job that fails leaves no plan of the day before to the questions behind it", async () => {
  const { ask, open, answers } = await started((job) => job === 2);
  open();
  const [one, other] = [openDay(8, 2), openDay(8, 3)];
  ask(quote(1, one));
  ask(quote(2, other));
  ask(quote(3, { order: other.order }));
  await expect.poll(() => answers.length).toBe(3);
  expect(answers.map(({ kind }) => kind)).toEqual(["quotes", "failed", "quotes"]);
  expect(answers.map(couriersIn)).toEqual([2, -1, 3]);
});
