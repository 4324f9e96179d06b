import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { book, good } from "#test/support/people/booking.ts";
import { assign, bare, brokenStories, taskIdOf, wronglyShown } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { deliveriesApi } from "../contract/api.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });

const refused = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return [status, body.code];
};

describe("what is refused", () => {
  test("by the rules, each with its own code", async () => {
    const { kim, lee, step, handle } = crew;
    const delivery = await crew.assigned();
    expect(await refused(step(kim, delivery, "deliver", "start"))).toEqual([409, "deliveries.wrong-custody"]);
    expect(await refused(step(lee, delivery, "collect", "start"))).toEqual([404, "deliveries.not-found"]);
    const wrongReason = { reason: "refused", note: null, proofIds: [] };
    expect(await refused(step(kim, delivery, "collect", "fail", wrongReason))).toEqual([
      422,
      "deliveries.reason-unknown",
    ]);
    const taken = good(await step(kim, delivery, "collect", "succeed", bare));
    expect(await refused(step(kim, taken, "deliver", "succeed", bare))).toEqual([
      422,
      "deliveries.proof-missing",
    ]);
    const unknown = { ...bare, recipientName: "R", proofIds: [randomUUID()] };
    expect(await refused(step(kim, taken, "deliver", "succeed", unknown))).toEqual([
      422,
      "deliveries.proof-unknown",
    ]);
    expect(await refused(handle(taken, "retry"))).toEqual([409, "deliveries.wrong-state"]);
    expect(await refused(handle(taken, "retry", kim))).toEqual([403, "accounts.forbidden"]);
  });

  test("another courier's task of the same delivery, and a proof for it", async () => {
    const { sam, bo, kim, lee } = crew;
    const booked = await book(world, sam);
    await assign(world, bo, booked, kim, [taskIdOf(booked, "collect")]);
    await assign(world, bo, booked, lee, [taskIdOf(booked, "deliver")]);
    expect(await refused(crew.step(lee, booked, "collect", "start"))).toEqual([403, "deliveries.not-yours"]);
    expect(await refused(crew.keepPhoto(booked, taskIdOf(booked, "collect"), lee))).toEqual([
      403,
      "deliveries.not-yours",
    ]);
  });

  test("a proof kept for another task", async () => {
    const taken = await crew.collected();
    const { id } = good(await crew.keepPhoto(taken, taskIdOf(taken, "collect")));
    const named = { ...bare, recipientName: "R", proofIds: [id] };
    expect(await refused(crew.step(crew.kim, taken, "deliver", "succeed", named))).toEqual([
      422,
      "deliveries.proof-unknown",
    ]);
  });

  test("correcting late as a courier, or without a note as a dispatcher", async () => {
    const { sam, bo, kim, step } = crew;
    const done = await crew.delivered();
    const back = { to: "failed", reason: "recipient_absent", recipientName: null, note: null };
    world.now += 11 * MINUTE_MS;
    expect(await refused(step(kim, done, "deliver", "correct", back))).toEqual([
      409,
      "deliveries.too-late-to-correct",
    ]);
    expect(await refused(step(bo, done, "deliver", "correct", back))).toEqual([
      422,
      "deliveries.note-missing",
    ]);
    const fixed = good(await step(bo, done, "deliver", "correct", { ...back, note: "wrong door" }));
    expect(fixed.state).toBe("attempt_failed");
    expect(fixed.timeline.at(-1)?.type).toBe("delivery.corrected");
    const order = await sam.call(deliveriesApi.readOrder, { id: done.orderId });
    expect(order.body.state).toBe("in_progress");
  });

  test("a third try; then it goes back, as often as it takes", async () => {
    const { kim, step, handle, give } = crew;
    const miss = { reason: "recipient_absent", note: null, proofIds: [] };
    let delivery = good(await step(kim, await crew.collected(), "deliver", "fail", miss));
    delivery = await give(good(await handle(delivery, "retry")), kim);
    delivery = good(await step(kim, delivery, "deliver", "fail", miss));
    expect(await refused(handle(delivery, "retry"))).toEqual([409, "deliveries.no-attempts-left"]);
    delivery = good(await handle(delivery, "send_back"));
    expect(delivery.state).toBe("returning");
    delivery = await give(delivery, kim);
    delivery = good(await step(kim, delivery, "return", "succeed", bare));
    expect(delivery).toMatchObject({ state: "returned", custody: "sender_again" });
  });
});

describe("facts beat plans", () => {
  test("a courier whose task was taken away meanwhile still reports what happened, even offline for long", async () => {
    const { bo, kim, lee } = crew;
    const delivery = await crew.collected();
    await assign(world, bo, delivery, lee, [taskIdOf(delivery, "deliver")]);
    const at = toIso(world.now);
    world.now += 30 * 60 * MINUTE_MS;
    expect((await kim.call(deliveriesApi.readDelivery, { id: delivery.id })).status).toBe(404);
    const told = { ...bare, offline: true, occurredAt: at };
    expect(good(await crew.step(kim, delivery, "deliver", "succeed", told)).state).toBe("delivered");
    const story = await crew.read(bo, delivery.id);
    expect(story.timeline.at(-1)).toMatchObject({
      occurredAt: at,
      recordedAt: toIso(world.now),
      data: { planConflict: true, proofMissing: "recipient_name,photo_or_signature" },
    });
    expect(story.courierName).toBe("Kim Kurier");
  });

  test("a telephone whose clock runs ahead never writes the future", async () => {
    const delivery = await crew.assigned();
    const ahead = { occurredAt: toIso(world.now + 60 * MINUTE_MS) };
    const after = good(await crew.step(crew.kim, delivery, "collect", "start", ahead));
    expect(after.timeline.at(-1)?.occurredAt).toBe(toIso(world.now));
  });

  test("what was lost can be found, and its work is planned again", async () => {
    let delivery = good(await crew.handle(await crew.collected(), "lose"));
    expect(delivery.state).toBe("lost");
    delivery = good(await crew.handle(delivery, "find"));
    expect(delivery.state).toBe("at_hub");
    expect(delivery.tasks.map((task) => [task.kind, task.state])).toEqual([
      ["collect", "succeeded"],
      ["deliver", "cancelled"],
      ["deliver", "open"],
    ]);
  });
});

/** Runs last: checks every delivery that the tests above left behind. */
describe("after a hard day", () => {
  test("every stored state is what the rules compute, and no story has a gap", async () => {
    expect(await wronglyShown(world)).toEqual([]);
    expect(await brokenStories(world)).toEqual([]);
  });
});
