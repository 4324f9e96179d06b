import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { bookMany, type Booked } from "#test/support/people/book-many.ts";
import { openWorld, type Answer, type Caller, type World } from "#test/support/world.ts";
import { dispatchApi, type BoardSheet, type PlanEdit } from "../contract/api.ts";
import { boardOf, type Board } from "../contract/board.ts";

let world: World;
let bo: Caller;
let greta: Caller;
const couriers: string[] = [];
const riders: Caller[] = [];

beforeAll(async () => {
  world = await openWorld();
  bo = await world.person("Bo", "dispatcher");
  greta = await world.person("Greta", "dispatcher");
  for (const name of ["Carla", "Dmitri", "Elif"]) {
    const rider = await world.person(name, "courier");
    riders.push(rider);
    couriers.push(rider.actor.courierId ?? "");
  }
});
afterAll(() => world.close());

const DATE = "2026-06-17";
const TOMORROW = "2026-06-18";
const [CARLA, DMITRI] = [0, 1];
const courier = (nth: number): string => couriers[nth] ?? "";

type Rest<T> = T extends unknown ? Omit<T, "commandId" | "occurredAt" | "date"> : never;
const edit = (
  who: Caller,
  change: Rest<PlanEdit>,
  commandId: string = randomUUID(),
): Promise<Answer<BoardSheet>> =>
  who.call(dispatchApi.editPlan, {
    edit: { commandId, occurredAt: toIso(world.now), date: DATE, ...change },
  });
const board = async (): Promise<Board> => boardOf((await bo.call(dispatchApi.readBoard, {})).body);
const routeOf = async (nth: number) => {
  const route = (await board()).couriers.find((one) => one.id === courier(nth))?.route;
  if (!route) throw new Error("no such courier on the board");
  return route;
};
/** Revisions of routes as the board shows them right now. */
const seen = async (...nths: number[]) =>
  Promise.all(
    nths.map(async (nth) => ({ courierId: courier(nth), revision: (await routeOf(nth)).revision })),
  );
const assign = async (who: Caller, nth: number, booked: readonly Booked[], before: string | null = null) =>
  edit(who, {
    type: "assign",
    deliveryIds: booked.map((one) => one.id),
    courierId: courier(nth),
    beforeTaskId: before,
    seen: await seen(0, 1, 2),
  });
const tasksOf = async (nth: number) => (await routeOf(nth)).stops.map((stop) => stop.taskId);

/** Every test starts with empty routes. */
async function clear(): Promise<void> {
  world.now += 1000;
  await world.db.owner((tx) => sql`truncate stop, route`.execute(tx));
  await world.db.owner((tx) => sql`update task set state = 'cancelled'`.execute(tx));
}

test("several are assigned at once, each collected before it is delivered", async () => {
  await clear();
  const [a, b] = await bookMany(world, 2);
  if (!a || !b) throw new Error("nothing booked");
  const answer = await assign(bo, CARLA, [b, a]);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  expect(answer.body.unassigned).toEqual([]);
  expect(await tasksOf(CARLA)).toEqual([b.collect, b.deliver, a.collect, a.deliver]);
  expect(await routeOf(CARLA)).toMatchObject({ revision: 1, ackRevision: 0 });
  const live = await world.db.owner((tx) =>
    rows(
      tx,
      sql<{
        audience: unknown;
        data: unknown;
      }>`select audience, data from event where type = 'route.revised'`,
    ),
  );
  expect(live.at(-1)).toMatchObject({
    audience: { staff: true, courierId: courier(CARLA) },
    data: { courierId: courier(CARLA), date: DATE, revision: 1, by: "Bo" },
  });
});

test("the same command again changes nothing, another body under its id is refused", async () => {
  await clear();
  const booked = await bookMany(world, 1);
  const commandId = randomUUID();
  const change = {
    type: "assign" as const,
    deliveryIds: booked.map((one) => one.id),
    courierId: courier(CARLA),
    beforeTaskId: null,
    seen: [],
  };
  for (let i = 0; i < 3; i += 1) expect((await edit(bo, change, commandId)).status).toBe(200);
  expect((await routeOf(CARLA)).revision).toBe(1);
  expect(await edit(bo, { ...change, courierId: courier(DMITRI) }, commandId)).toMatchObject({
    status: 422,
    body: { code: "http.idempotency-mismatch" },
  });
});

test("a stale edit is refused and says who changed what", async () => {
  await clear();
  const [a, b] = await bookMany(world, 2);
  if (!a || !b) throw new Error("nothing booked");
  await assign(greta, CARLA, [a]);
  const stale = await edit(bo, {
    type: "assign",
    deliveryIds: [b.id],
    courierId: courier(CARLA),
    beforeTaskId: null,
    seen: [{ courierId: courier(CARLA), revision: 0 }],
  });
  expect(stale).toMatchObject({
    status: 409,
    body: {
      code: "dispatch.conflict",
      facts: {
        courier: "Carla",
        by: "Greta",
        revision: 1,
        expected: 0,
        change: "assign",
        count: 1,
        deliveries: a.number,
      },
    },
  });
  expect(await tasksOf(CARLA)).toEqual([a.collect, a.deliver]);
});

test("what somebody assigned meanwhile cannot be assigned as if nobody had it", async () => {
  await clear();
  const [a] = await bookMany(world, 1);
  if (!a) throw new Error("nothing booked");
  await assign(greta, DMITRI, [a]);
  const answer = await edit(bo, {
    type: "assign",
    deliveryIds: [a.id],
    courierId: courier(CARLA),
    beforeTaskId: null,
    seen: [{ courierId: courier(CARLA), revision: 0 }],
  });
  expect(answer.body).toMatchObject({ code: "dispatch.conflict", facts: { courier: "Dmitri", by: "Greta" } });
});

test("work goes straight from courier to courier, and both are told", async () => {
  await clear();
  const [a, b] = await bookMany(world, 2);
  if (!a || !b) throw new Error("nothing booked");
  await assign(bo, CARLA, [a, b]);
  const answer = await assign(bo, DMITRI, [a]);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  expect(await tasksOf(CARLA)).toEqual([b.collect, b.deliver]);
  expect(await tasksOf(DMITRI)).toEqual([a.collect, a.deliver]);
  expect((await routeOf(CARLA)).revision).toBe(2);
  expect((await routeOf(DMITRI)).revision).toBe(1);
});

test("stops move, but never a handing over before its collection", async () => {
  await clear();
  const [a, b] = await bookMany(world, 2);
  if (!a || !b) throw new Error("nothing booked");
  await assign(bo, CARLA, [a, b]);
  const move = async (taskId: string, beforeTaskId: string | null) =>
    edit(bo, { type: "move", courierId: courier(CARLA), taskId, beforeTaskId, seen: await seen(CARLA) });
  expect((await move(b.collect, a.deliver)).status).toBe(200);
  expect(await tasksOf(CARLA)).toEqual([a.collect, b.collect, a.deliver, b.deliver]);
  expect((await move(a.deliver, null)).status).toBe(200);
  expect(await tasksOf(CARLA)).toEqual([a.collect, b.collect, b.deliver, a.deliver]);
  expect(await move(b.deliver, a.collect)).toMatchObject({
    status: 422,
    body: { code: "dispatch.order-of-stops", facts: { number: b.number } },
  });
  expect((await routeOf(CARLA)).revision).toBe(3);
});

test("a group is put before another stop", async () => {
  await clear();
  const [a, b] = await bookMany(world, 2);
  if (!a || !b) throw new Error("nothing booked");
  await assign(bo, CARLA, [a]);
  await assign(bo, CARLA, [b], a.deliver);
  expect(await tasksOf(CARLA)).toEqual([a.collect, b.collect, b.deliver, a.deliver]);
});

test("what is over stays in its place and cannot be moved", async () => {
  await clear();
  const [a, b] = await bookMany(world, 2);
  const rider = riders[CARLA];
  if (!a || !b || !rider) throw new Error("nothing booked");
  await assign(bo, CARLA, [a, b]);
  const done = await rider.call(deliveriesApi.performTask, {
    id: a.id,
    command: {
      commandId: randomUUID(),
      occurredAt: toIso(world.now),
      taskId: a.collect,
      type: "succeed",
      recipientName: null,
      note: null,
      proofIds: [],
    },
  });
  expect({ status: done.status, body: done.body }).toMatchObject({ status: 200 });
  const move = await edit(bo, {
    type: "move",
    courierId: courier(CARLA),
    taskId: a.collect,
    beforeTaskId: null,
    seen: await seen(CARLA),
  });
  expect(move.body.code).toBe("deliveries.wrong-state");
  expect((await assign(bo, DMITRI, [a])).body.code).toBe("dispatch.parcels-held");
  const handed = await edit(bo, {
    type: "assign",
    deliveryIds: [a.id],
    courierId: courier(DMITRI),
    beforeTaskId: null,
    handOver: [{ deliveryId: a.id, note: "At the bridge." }],
    seen: await seen(0, 1, 2),
  });
  expect(handed.status).toBe(200);
  expect(await tasksOf(CARLA)).toEqual([a.collect, b.collect, b.deliver]);
  expect(await tasksOf(DMITRI)).toEqual([a.deliver]);
});

test("taken back, work is unassigned again; what nobody has cannot be taken back", async () => {
  await clear();
  const [a] = await bookMany(world, 1);
  if (!a) throw new Error("nothing booked");
  await assign(bo, CARLA, [a]);
  const back = async () => edit(bo, { type: "unassign", deliveryIds: [a.id], seen: await seen(CARLA) });
  const answer = await back();
  expect(boardOf(answer.body).unassigned).toEqual([a.id]);
  expect(await tasksOf(CARLA)).toEqual([]);
  expect((await back()).body.code).toBe("deliveries.wrong-state");
});

test("unknown deliveries and couriers are refused", async () => {
  await clear();
  const [a] = await bookMany(world, 1);
  const change = { type: "assign" as const, beforeTaskId: null, seen: [] };
  expect((await edit(bo, { ...change, deliveryIds: [a?.id ?? ""], courierId: randomUUID() })).body.code).toBe(
    "dispatch.courier-unknown",
  );
  expect(
    (await edit(bo, { ...change, deliveryIds: [randomUUID()], courierId: courier(CARLA) })).body.code,
  ).toBe("deliveries.not-found");
});

test("ten times two dispatchers race for the same work: one wins, the other is told, nobody waits for ever", async () => {
  await clear();
  for (let round = 0; round < 10; round += 1) {
    const booked = await bookMany(world, 3);
    const saw = await seen(0, 1, 2);
    const grab = (who: Caller, nth: number, ids: string[]) =>
      edit(who, { type: "assign", deliveryIds: ids, courierId: courier(nth), beforeTaskId: null, seen: saw });
    const ids = booked.map((one) => one.id);
    const answers = await Promise.all([grab(bo, CARLA, ids), grab(greta, DMITRI, ids.toReversed())]);
    expect(answers.map((answer) => answer.status).toSorted((x, y) => x - y)).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe("dispatch.conflict");
    const shown = await board();
    for (const { id } of booked) {
      const holders = shown.couriers.filter((one) => one.route.stops.some((stop) => stop.deliveryId === id));
      expect(holders).toHaveLength(1);
    }
  }
});

test("ten times one courier is planned for today and for tomorrow at once, with work that both days show", async () => {
  const tomorrow = { start: world.now + DAY_MS };
  for (let round = 0; round < 10; round += 1) {
    await clear();
    const [both, today, later] = [
      await bookMany(world, 1, tomorrow),
      await bookMany(world, 1),
      await bookMany(world, 1, tomorrow),
    ];
    expect((await assign(bo, CARLA, both)).status).toBe(200);
    const saw = await seen(CARLA);
    const add = (who: Caller, date: string, booked: readonly Booked[], known: typeof saw) =>
      who.call(dispatchApi.editPlan, {
        edit: {
          commandId: randomUUID(),
          occurredAt: toIso(world.now),
          type: "assign",
          date,
          deliveryIds: booked.map((one) => one.id),
          courierId: courier(CARLA),
          beforeTaskId: null,
          seen: known,
        },
      });
    const answers = await Promise.all([add(bo, DATE, today, saw), add(greta, TOMORROW, later, [])]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  }
});

test("dispatchers who swap work between the same couriers never deadlock", async () => {
  await clear();
  const [left, right] = [await bookMany(world, 2), await bookMany(world, 2)];
  await assign(bo, CARLA, left);
  await assign(bo, DMITRI, right);
  const saw = await seen(0, 1);
  const answers = await Promise.all([
    edit(bo, {
      type: "assign",
      deliveryIds: left.map((one) => one.id),
      courierId: courier(DMITRI),
      beforeTaskId: null,
      seen: saw,
    }),
    edit(greta, {
      type: "assign",
      deliveryIds: right.map((one) => one.id),
      courierId: courier(CARLA),
      beforeTaskId: null,
      seen: saw,
    }),
  ]);
  expect(answers.map((answer) => answer.status).toSorted((x, y) => x - y)).toEqual([200, 409]);
});

test("an edit of a hundred takes as many statements as an edit of one", async () => {
  await clear();
  const [one, many] = [await bookMany(world, 1), await bookMany(world, 100)];
  const few = await world.db.countStatements(() => assign(bo, CARLA, one));
  const lots = await world.db.countStatements(() => assign(bo, CARLA, many));
  expect(lots.result.status).toBe(200);
  expect(lots.statements).toBe(few.statements);
});

test("a cancelled delivery leaves its route, and the courier is told", async () => {
  await clear();
  const [a, b] = await bookMany(world, 2);
  if (!a || !b) throw new Error("nothing booked");
  await assign(bo, CARLA, [a, b]);
  const preview = await bo.call(deliveriesApi.previewCancellation, { id: a.id });
  const cancelled = await bo.call(deliveriesApi.cancelDelivery, {
    id: a.id,
    commandId: randomUUID(),
    occurredAt: toIso(world.now),
    fee: preview.body.fee,
    note: null,
  });
  expect({ status: cancelled.status, body: cancelled.body }).toMatchObject({ status: 200 });
  await world.settled();
  expect(await tasksOf(CARLA)).toEqual([b.collect, b.deliver]);
  expect((await routeOf(CARLA)).revision).toBe(2);
});

test("only staff may look at the board or edit it", async () => {
  const rider = riders[CARLA];
  expect((await rider?.call(dispatchApi.readBoard, {}))?.status).toBe(403);
  expect((await world.guest().call(dispatchApi.readBoard, {})).status).toBe(401);
});

test("somebody who is no courier, named as seen, is left out: no route is made for them", async () => {
  await clear();
  const [a] = await bookMany(world, 1);
  if (!a) throw new Error("nothing booked");
  const stranger = randomUUID();
  const answer = await edit(bo, {
    type: "assign",
    deliveryIds: [a.id],
    courierId: courier(CARLA),
    beforeTaskId: null,
    seen: [...(await seen(0)), { courierId: stranger, revision: 0 }],
  });
  expect(answer.status).toBe(200);
  const made = await world.db.owner((tx) =>
    rows(tx, sql<{ courier_id: string }>`select courier_id from route`),
  );
  expect(made.map((route) => route.courier_id)).toEqual([courier(CARLA)]);
});
