import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { taskIdOf } from "#test/support/crew.ts";
import { type Phone, openPhone } from "#test/support/courier/phone.ts";
import { useWorld } from "#test/support/use-world.ts";
import { markPhonesRestored } from "./epoch.ts";

const { world, crew } = useWorld({ crew: true });
let phone: Phone;
beforeEach(() => {
  phone = openPhone(world, crew.kim);
});

const statesOf = async (delivery: Delivery): Promise<string[]> =>
  (await crew.read(crew.bo, delivery.id)).tasks.map(({ kind, state }) => `${kind} ${state}`);

test("a queue of a whole stop is taken in at once, in its order, with the times of the taps", async () => {
  const delivery = await crew.assigned();
  phone.tap("start", { deliveryId: delivery.id, taskId: taskIdOf(delivery, "collect") });
  world.now += 60_000;
  phone.tap("arrive", { deliveryId: delivery.id, taskId: taskIdOf(delivery, "collect") });
  world.now += 60_000;
  const at = world.now;
  phone.tap("succeed", phone.ended(delivery, "collect"));
  world.now += 3_600_000;
  const { body } = await phone.send();
  expect(body.results.map(({ verdict, code }) => [verdict, code])).toEqual([
    ["accepted", null],
    ["accepted", null],
    ["accepted", null],
  ]);
  const read = await crew.read(crew.bo, delivery.id);
  const outcome = read.tasks.find((task) => task.kind === "collect")?.outcome;
  expect(outcome?.occurredAt).toBe(new Date(at).toISOString());
  expect(outcome?.recordedAt).toBe(new Date(world.now).toISOString());
  expect(body.day?.stops.some((stop) => stop.deliveryId === delivery.id)).toBe(true);
});

test("a queue that is sent again after a lost answer gets the same answer and changes nothing", async () => {
  const delivery = await crew.assigned();
  phone.tap("succeed", phone.ended(delivery, "collect"));
  phone.tap("succeed", { ...phone.ended(delivery, "deliver"), taskId: randomUUID() });
  const { body: once } = await phone.send();
  const before = await crew.read(crew.bo, delivery.id);
  world.now += 60_000;
  const { body: again } = await phone.sendAgain();
  expect(JSON.stringify(again.results)).toBe(JSON.stringify(once.results));
  expect(once.results.map(({ verdict }) => verdict)).toEqual(["accepted", "refused"]);
  expect(await crew.read(crew.bo, delivery.id)).toEqual(before);
});

test("a day that the phone knows already is not sent again", async () => {
  const { body: first } = await phone.send();
  expect(first.day).not.toBeNull();
  const { body: second } = await phone.send();
  expect(second).toMatchObject({ day: null, dayTag: first.dayTag });
  await crew.assigned();
  expect((await phone.send()).body.day).not.toBeNull();
});

test("somebody else's command changes nothing of mine and tells nothing of it", async () => {
  const delivery = await crew.assigned();
  phone.tap("succeed", phone.ended(delivery, "collect"));
  const other = openPhone(world, crew.lee);
  other.take(phone.waiting());
  expect((await other.send()).body.results).toMatchObject([
    { verdict: "refused", code: "deliveries.not-found" },
  ]);
  expect((await phone.send()).body.results).toMatchObject([
    { verdict: "refused", code: "http.idempotency-mismatch" },
  ]);
  expect(await statesOf(delivery)).toEqual(["collect assigned", "deliver assigned"]);
});

test("a member who never was a courier has no phone here", async () => {
  const stranger = openPhone(world, crew.sam);
  expect(await stranger.send()).toMatchObject({ status: 403, body: { code: "courier.no-courier" } });
});

test("a restored server reads nothing until the phone knows, and then takes its kept work once", async () => {
  const delivery = await crew.assigned();
  phone.tap("succeed", phone.ended(delivery, "collect"));
  const { body: before } = await phone.send();
  expect(await world.db.owner(markPhonesRestored)).toBe(1);
  const late = phone.tap("start", { deliveryId: delivery.id, taskId: taskIdOf(delivery, "deliver") });
  const { status, body } = await phone.send();
  expect({ status, code: body.code }).toEqual({ status: 409, code: "courier.epoch-changed" });
  expect(body.facts?.["epoch"]).not.toBe(before.epoch);
  expect(await statesOf(delivery)).toEqual(["collect succeeded", "deliver assigned"]);
  const after = await phone.send({ epoch: String(body.facts?.["epoch"]) });
  expect(after.body.results).toEqual([
    { id: late.id, verdict: "accepted", code: null, facts: { offDuty: 1 } },
  ]);
  expect((await phone.send()).body.epoch).toBe(body.facts?.["epoch"]);
});
