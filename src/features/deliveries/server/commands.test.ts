import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { book, good, head } from "#test/support/people/booking.ts";
import { bare, brokenStories, taskIdOf, wronglyShown } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { deliveriesApi } from "../contract/api.ts";
import type { Delivery } from "../contract/shapes.ts";
import { runCommands } from "./public.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });

describe("a command's id", () => {
  test("used for another delivery is refused, never taken for done", async () => {
    const { bo, sam } = crew;
    const [one, other] = [await crew.collected(), await crew.collected()];
    const command = { ...head(world), type: "to_hub" as const, note: null };
    good(await bo.call(deliveriesApi.handleDelivery, { id: one.id, command }));
    expect(await bo.call(deliveriesApi.handleDelivery, { id: other.id, command })).toMatchObject({
      status: 422,
      body: { code: "http.idempotency-mismatch" },
    });
    const [mine, next] = [await book(world, sam), await book(world, sam)];
    const { fee } = good(await sam.call(deliveriesApi.previewCancellation, { id: mine.id }));
    const cancel = { ...head(world), fee, note: null };
    good(await sam.call(deliveriesApi.cancelDelivery, { id: mine.id, ...cancel }));
    expect(await sam.call(deliveriesApi.cancelDelivery, { id: next.id, ...cancel })).toMatchObject({
      body: { code: "http.idempotency-mismatch" },
    });
    expect((await crew.read(bo, next.id)).state).toBe("created");
  });
});

describe("the main job", () => {
  test("goes from booked to the doorstep, and everybody reads the same story", async () => {
    const { sam, bo, kim, step } = crew;
    const booked = await book(world, sam);
    const given = await crew.give(booked, kim);
    expect(given).toMatchObject({ state: "assigned", courierName: "Kim Kurier" });
    world.now += MINUTE_MS;
    good(await step(kim, given, "collect", "start"));
    good(await step(kim, given, "collect", "arrive"));
    const taken = good(await step(kim, given, "collect", "succeed", bare));
    expect(taken).toMatchObject({ state: "collected", custody: "courier" });
    good(await step(kim, taken, "deliver", "start"));
    const done = good(await crew.handOver(taken));
    expect(done).toMatchObject({ state: "delivered", custody: "recipient", proofs: [{ kind: "photo" }] });
    const story = await crew.read(bo, booked.id);
    expect(story.timeline.map((entry) => [entry.seq, entry.type, entry.data["state"]])).toEqual([
      [1, "delivery.created", "created"],
      [2, "delivery.assigned", "assigned"],
      [3, "delivery.pickup_started", "en_route_to_pickup"],
      [4, "delivery.at_pickup", "at_pickup"],
      [5, "delivery.collected", "collected"],
      [6, "delivery.out_for_delivery", "out_for_delivery"],
      [7, "delivery.at_dropoff", "at_dropoff"],
      [8, "delivery.delivered", "delivered"],
    ]);
    expect(story.version).toBe(8);
    expect(story.timeline[6]?.data["inferred"]).toBe(true);
    const order = await sam.call(deliveriesApi.readOrder, { id: booked.orderId });
    expect(order.body.state).toBe("completed");
  });

  test("no stored event holds a name, a telephone number or a note", async () => {
    await crew.delivered();
    const events = await world.db.owner((tx) =>
      rows(
        tx,
        sql<{
          text: string;
        }>`select data::text as text from event where aggregate in ('delivery', 'order')`,
      ),
    );
    expect(events.length).toBeGreaterThan(5);
    for (const { text } of events) expect(text).not.toMatch(/Rita|Sam|Kim|\+49|Lindenstra|ring twice/);
  });
});

describe("accepted once", () => {
  const starting = (delivery: Delivery) => ({
    ...head(world),
    type: "start" as const,
    taskId: taskIdOf(delivery, "collect"),
    offline: false,
  });

  test("the same command ten times at once is carried out once, and again later changes nothing", async () => {
    const delivery = await crew.assigned();
    const command = starting(delivery);
    const call = () => crew.kim.call(deliveriesApi.performTask, { id: delivery.id, command });
    const answers = await Promise.all(Array.from({ length: 10 }, call));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
    world.now += MINUTE_MS;
    expect(good(await call()).version).toBe(delivery.version + 1);
    const story = await crew.read(crew.bo, delivery.id);
    expect(story.timeline.filter((entry) => entry.type === "delivery.pickup_started")).toHaveLength(1);
  });

  test("an id that came with another command is refused", async () => {
    const delivery = await crew.assigned();
    const command = starting(delivery);
    good(await crew.kim.call(deliveriesApi.performTask, { id: delivery.id, command }));
    const other = { ...command, type: "arrive" as const };
    const answer = await crew.kim.call(deliveriesApi.performTask, { id: delivery.id, command: other });
    expect(answer.body.code).toBe("http.idempotency-mismatch");
  });

  test("two different commands at once follow each other: one succeeds, the other meets the new state", async () => {
    const delivery = await crew.assigned();
    const [a, b] = await Promise.all([
      crew.step(crew.kim, delivery, "collect", "succeed", bare),
      crew.step(crew.kim, delivery, "collect", "fail", { reason: "not_ready", note: null, proofIds: [] }),
    ]);
    expect(new Set([a.status, b.status])).toEqual(new Set([200, 409]));
    expect([a, b].find((answer) => answer.status === 409)?.body.code).toBe("deliveries.wrong-state");
  });

  test("several deliveries in one call are all or none, in the same number of statements", async () => {
    const { sam, bo, kim } = crew;
    const some = [await book(world, sam), await book(world, sam), await book(world, sam)];
    const who = { actor: bo.actor, scope: "org" as const, now: world.now };
    const addressed = (delivery: Delivery) => ({
      deliveryId: delivery.id,
      command: {
        type: "assign" as const,
        commandId: randomUUID(),
        occurredAt: world.now,
        taskIds: delivery.tasks.map((task) => task.id),
        courierId: kim.actor.courierId ?? "",
      },
    });
    const give = (deliveries: readonly Delivery[]) =>
      world.db.countStatements(() =>
        world.db.as(bo.actor, (tx) => runCommands(tx, who, deliveries.map(addressed))),
      );
    const missing = { ...(some[0] as Delivery), id: randomUUID() };
    await expect(give([...some, missing])).rejects.toThrow("deliveries.not-found");
    expect((await crew.read(bo, some[0]?.id ?? "")).state).toBe("created");
    const one = await give(some.slice(0, 1));
    const two = await give(some.slice(1));
    expect(two.statements).toBe(one.statements);
    expect(two.result.map((result) => result.outcome)).toEqual(["accepted", "accepted"]);
  });
});

/** Runs last: checks every delivery that the tests above left behind. */
describe("after a day's work", () => {
  test("every stored state is what the rules compute from the tasks", async () => {
    expect(await wronglyShown(world)).toEqual([]);
  });

  test("no story has a gap, and a delivery's version is its newest event", async () => {
    expect(await brokenStories(world)).toEqual([]);
  });
});
