import { expect, test } from "vitest";
import { randomDay } from "#test/support/planner/random-day.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { type DayFacts, dayJobOf, mayChangeHands } from "./day-job.ts";

const EMPTY = { ...randomDay(1, 0, 2) };
const [KIM, ANA] = ["c0", "c1"];
const base = {
  window: EMPTY.work,
  point: { lon: 10.9, lat: 50 },
  parcels: 1,
  massG: 500,
  volumeMl: 1000,
  custody: "sender",
  vehicles: [],
  skills: [],
  state: "assigned" as const,
};
/** Deliveries whose collection and drop these couriers have. */
function dayOf(holders: Readonly<Record<string, readonly [collect: string, drop: string]>>): DayFacts {
  const tasks = Object.entries(holders).flatMap(([deliveryId, [collect, drop]]) => [
    { ...base, id: `p${deliveryId}`, deliveryId, kind: "collect" as const, courierId: collect },
    { ...base, id: `e${deliveryId}`, deliveryId, kind: "deliver" as const, courierId: drop },
  ]);
  const couriers = EMPTY.couriers.map((one) => ({
    ...one,
    taskIds: tasks.filter(({ courierId }) => courierId === one.id).map(({ id }) => id),
  }));
  return { ...EMPTY, tasks, couriers };
}
const publishedBy = ({ request }: ReturnType<typeof dayJobOf>, courier: string) =>
  request.published?.find((one) => one.courier === courier)?.stops ?? [];

test("a stop that a plan cannot hold stays on its route at its moment, and the rest of the route is planned", () => {
  const day = dayOf({ 1: [KIM, KIM], 2: [KIM, ANA] });
  const said = new Map([["p2", day.work.start + 30 * MINUTE_MS]]);
  const job = dayJobOf({ ...day, said });
  expect(job.request.couriers.map(({ id }) => id)).toEqual([KIM, ANA]);
  expect(publishedBy(job, KIM)).toEqual([
    { order: "1", kind: "pickup", pickup: 0 },
    { order: "1", kind: "drop" },
    { order: "p2", kind: "drop", eta: 1800, stays: true, etaPrice: 1 },
  ]);
  expect(publishedBy(job, ANA)).toEqual([{ order: "e2", kind: "drop", stays: true, etaPrice: 1 }]);
  expect(job.request.orders.find(({ id }) => id === "p2")).toMatchObject({ load: [0, 0, 0], forbid: [ANA] });
  expect(job.carriages.get("p2")).toMatchObject({ deliveryId: "2", courierId: KIM, stays: "unplannable" });
  // Room for its parcel is kept free.
  expect(job.request.couriers.map(({ capacity }) => capacity[1])).toEqual([79, 79]);
});

test("a pinned delivery stays with its courier, and one that nobody has is pinned to nobody", () => {
  const day = dayOf({ 1: [KIM, KIM], 2: [ANA, ANA] });
  const open = day.tasks.map((task) =>
    task.deliveryId === "2" ? { ...task, courierId: null, state: "open" as const } : task,
  );
  const job = dayJobOf({ ...day, tasks: open, pinned: new Set(["1", "2"]) });
  expect(publishedBy(job, KIM).map(({ stays }) => stays)).toEqual([true, true]);
  expect(job.request.orders.map(({ id, forbid }) => [id, forbid])).toEqual([
    ["1", [ANA]],
    ["2", undefined],
  ]);
  expect(job.carriages.get("2")?.stays).toBeUndefined();
});

test("moments that were said have their price in a plan, and none in a quote", () => {
  const day = dayOf({ 1: [KIM, KIM] });
  const said = new Map([["e1", day.work.start + 10 * MINUTE_MS]]);
  const job = dayJobOf({ ...day, said }, { weights: { ...dayJobOf(day).request.weights, changeEta: 0.01 } });
  expect(job.request.weights.changeEta).toBe(0.01);
  expect(publishedBy(job, KIM)).toEqual([
    { order: "1", kind: "pickup", pickup: 0 },
    { order: "1", kind: "drop", eta: 600 },
  ]);
  expect(dayJobOf({ ...day, said }).request.weights.changeEta).toBe(0);
});

test("a delivery may change hands until it is begun, collected or pinned, or its money is not safe", () => {
  const day = dayOf({ 1: [KIM, KIM] });
  const may = (more: Partial<DayFacts>): boolean => {
    const facts = { ...day, ...more };
    const carriage = dayJobOf(facts).carriages.get("1");
    return carriage !== undefined && mayChangeHands(carriage, facts);
  };
  const begun = day.tasks.map((task) =>
    task.kind === "collect" ? { ...task, state: "en_route" as const } : task,
  );
  const collected = day.tasks.slice(1).map((task) => ({ ...task, custody: "courier" }));
  expect(may({})).toBe(true);
  for (const facts of [
    { tasks: begun },
    { tasks: collected },
    { pinned: new Set(["1"]) },
    { unsafe: new Set(["1"]) },
  ])
    expect(may(facts)).toBe(false);
});

test("only couriers with the skills of its service level get a delivery; who has it without them may keep it", () => {
  const day = dayOf({ 1: [KIM, KIM], 2: [ANA, ANA] });
  const cold = { ...day, tasks: day.tasks.map((task) => ({ ...task, skills: ["cold chain"] })) };
  const couriers = cold.couriers.map((one) =>
    one.id === KIM ? { ...one, work: { ...one.work, skills: ["cold chain", "stairs"] } } : one,
  );
  const { orders, couriers: asked } = dayJobOf({ ...cold, couriers }).request;
  expect(asked.map(({ id, skills }) => [id, skills])).toEqual([
    [KIM, ["cold chain", "stairs"]],
    [ANA, []],
  ]);
  expect(orders.map(({ id, skills, forbid }) => [id, skills, forbid])).toEqual([
    ["1", ["cold chain"], undefined],
    ["2", [], undefined],
  ]);
  const nobodys = { ...cold, couriers: day.couriers };
  expect(dayJobOf(nobodys).request.orders.map(({ skills, forbid }) => [skills, forbid])).toEqual([
    [[], [ANA]],
    [[], [KIM]],
  ]);
});
