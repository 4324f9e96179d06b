import { expect, onTestFinished, test } from "vitest";
import { faultsOfPlan } from "#test/support/planner/check-plan.ts";
import { dayOf } from "#test/support/planner/day-of-points.ts";
import type { PlanRequest } from "#kernel/plan-request.ts";
import type { PlanJob, PlanProgress } from "#server/planning/planner.ts";
import { openPlanner } from "./plan-threads.ts";
import { travelOn } from "./travel.ts";

/** A folder without a map. */
const NOWHERE = "/nowhere/map";

function planner() {
  const opened = openPlanner(NOWHERE);
  onTestFinished(() => opened.close());
  return opened;
}

async function withTravel({ request, points }: PlanJob): Promise<PlanRequest> {
  const { between } = await travelOn({ mapFolder: NOWHERE })();
  return { ...request, travel: { bicycle: await between(points, "bicycle") } };
}

test("a plan is made beside the serving thread, which goes on meanwhile, and says its best so far", async () => {
  const job = dayOf(60, 6);
  const said: PlanProgress[] = [];
  let beats = 0;
  const heart = setInterval(() => beats++, 10);
  onTestFinished(() => clearInterval(heart));
  const plan = await planner().plan(job, 2500, (progress) => said.push(progress)).done;
  expect(faultsOfPlan(await withTravel(job), plan)).toEqual([]);
  expect(plan.travel).toBe("estimated");
  expect(beats).toBeGreaterThan(30);
  expect(said.length).toBeGreaterThan(0);
  expect(plan.cost).toBeLessThanOrEqual(said.at(-1)?.cost ?? 0);
});

test("a cancelled plan ends long before its time with the best so far", async () => {
  const job = dayOf(60, 6);
  const from = performance.now();
  const run = planner().plan(job, 600_000, () => run.cancel());
  expect(faultsOfPlan(await withTravel(job), await run.done)).toEqual([]);
  expect(performance.now() - from).toBeLessThan(60_000);
});

test("a plan that cannot be made fails, and the next one is made", async () => {
  const opened = planner();
  const job = dayOf(4, 1);
  const published = [{ courier: "nobody", stops: [], locked: 0 }];
  await expect(opened.plan({ ...job, request: { ...job.request, published } }, 200).done).rejects.toThrow(
    "nobody",
  );
  await expect(opened.plan(job, 200).done).resolves.toMatchObject({ leftOut: [] });
});

test("quotes of one plan come from the same warm thread, and others from a plan of their own", async () => {
  const opened = planner();
  const job = dayOf(20, 3);
  const [first, ...rest] = job.request.orders;
  if (!first) throw new Error("a day without orders");
  const open = { ...job, request: { ...job.request, orders: rest } };
  const { quotes, because } = await opened.quote(open, first);
  const asked = [...quotes, ...because].map(({ courier }) => courier);
  expect(asked.toSorted()).toEqual(["c0", "c1", "c2"]);
  expect(quotes.length).toBeGreaterThan(0);
  expect(quotes.map(({ cost }) => cost)).toEqual(quotes.map(({ cost }) => cost).toSorted((a, b) => a - b));
  expect(await opened.quote(open, first)).toMatchObject({ quotes });
  const refused = await opened.quote(open, { ...first, skills: ["crane"] });
  expect(refused.quotes).toEqual([]);
  for (const { reasons } of refused.because) expect(reasons).toEqual([{ kind: "skill", skill: "crane" }]);
  const all = open.request.couriers.map(({ id }) => id);
  const group = await opened.quoteGroup(open, [first]);
  expect([...group.quotes, ...group.because].map(({ courier }) => courier).toSorted()).toEqual(all);
  const dropped = await opened.quoteGroup(open, [first], AbortSignal.abort());
  expect(dropped).toMatchObject({ quotes: [], because: [] });
  const alone = { ...open, request: { ...open.request, orders: [] } };
  expect((await opened.quote(alone, first)).quotes[0]?.cost).not.toBe(quotes[0]?.cost);
});
