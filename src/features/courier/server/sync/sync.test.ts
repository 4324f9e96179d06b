import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { taskIdOf } from "#test/support/people/crew.ts";
import { rows } from "#server/db/db.ts";
import { good } from "#test/support/people/booking.ts";
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

test("the codes that a phone scanned stand with the outcome", async () => {
  const delivery = await crew.assigned();
  const { body: before } = await phone.send();
  const stop = before.day?.stops.find(({ deliveryId }) => deliveryId === delivery.id);
  const codes = stop?.parcels.map(({ code }) => code) ?? [];
  phone.tap("succeed", { ...phone.ended(delivery, "collect"), codes: ["WB-0000-0000-1"] });
  expect((await phone.send()).body.results).toMatchObject([
    { verdict: "refused", code: "deliveries.code-unknown", facts: { field: "command.codes" } },
  ]);
  phone.tap("succeed", { ...phone.ended(delivery, "collect"), codes });
  const { body } = await phone.send();
  expect(body.results).toMatchObject([{ verdict: "accepted" }]);
  const read = await crew.read(crew.bo, delivery.id);
  expect(codes).not.toEqual([]);
  expect(read.tasks.find((task) => task.kind === "collect")?.outcome?.codes).toEqual(codes);
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

test("a word that a later build adds to the envelope is left out", async () => {
  expect(await phone.send({ surprise: 1 } as never)).toMatchObject({ status: 200 });
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

test("a new phone in place of one with unsent work tells the office what was waiting, until that one is back", async () => {
  const [old, next] = [openPhone(world, crew.lee), openPhone(world, crew.lee)];
  const waits = { commands: 3, proofs: 2, positions: 0, nextSeq: 4 };
  await old.send({ waiting: waits });
  const missed = () =>
    world.db.owner((tx) =>
      rows(tx, sql`select kind, facts, resolution from exception where key = ${`phone:${old.deviceId}`}`),
    );
  expect(await missed()).toEqual([]);
  await next.send();
  await next.send();
  const facts = { waiting: 3, proofs: 2, device: next.deviceId };
  expect(await missed()).toEqual([{ kind: "phone_began_anew", facts, resolution: null }]);
  world.now += 60_000;
  await old.send({ waiting: waits });
  expect(await missed()).toEqual([{ kind: "phone_began_anew", facts, resolution: "by-itself" }]);
});

test("numbers of a phone that are nowhere are told to the office; undone ones are not missing", async () => {
  await phone.send();
  phone.tap("shift", { onDuty: true }, { seq: 5 });
  const waits = { commands: 1, proofs: 0, positions: 0, nextSeq: 6, withdrawn: 3 };
  const gaps = async () =>
    (
      await world.db.owner((tx) =>
        rows(tx, sql`select facts from exception where key = ${`phone:${phone.deviceId}`}`),
      )
    ).length;
  await phone.send({ waiting: waits });
  expect(await gaps()).toBe(0);
  await phone.send({ waiting: { ...waits, withdrawn: 1 } });
  expect(await gaps()).toBe(1);
});

test("two phones send the same command at once: it is carried out once, and both get the same answer", async () => {
  const delivery = await crew.assigned();
  phone.tap("succeed", phone.ended(delivery, "collect"));
  const twin = openPhone(world, crew.kim, phone.deviceId);
  twin.take(phone.waiting());
  const answers = await Promise.all([phone.send(), twin.send()]);
  expect(answers.map(({ body }) => body.results[0]?.verdict)).toEqual(["accepted", "accepted"]);
  const { timeline } = await crew.read(crew.bo, delivery.id);
  expect(timeline.filter(({ type }) => type === "delivery.collected")).toHaveLength(1);
});

test("what contradicts the plan is an exception with the command, in the transaction of its verdict", async () => {
  const delivery = await crew.assigned();
  good(
    await crew.step(crew.bo, delivery, "collect", "fail", { reason: "not_ready", note: null, proofIds: [] }),
  );
  const late = phone.tap("succeed", phone.ended(delivery, "collect"));
  expect((await phone.send()).body.results).toMatchObject([
    { verdict: "refused", code: "courier.other-outcome" },
  ]);
  const found = await world.db.owner((tx) =>
    rows(tx, sql`select kind, command from exception where key = ${`command:${late.id}`}`),
  );
  expect(found).toMatchObject([
    { kind: "command_refused", command: { type: "succeed", commandId: late.id, offline: true } },
  ]);
});

test("a shift that was begun and ended without a network has the times of its taps", async () => {
  const own = openPhone(world, crew.lee);
  const began = world.now;
  own.tap("shift", { onDuty: true });
  world.now += 3_600_000;
  const ended = world.now;
  own.tap("shift", { onDuty: false });
  world.now += 3_600_000;
  expect((await own.send()).body.results.map(({ verdict }) => verdict)).toEqual(["accepted", "accepted"]);
  const found = await world.db.owner((tx) =>
    rows(
      tx,
      sql`select started_at as began, ended_at as ended from shift
          where courier_id = ${crew.lee.actor.courierId ?? ""} order by started_at desc limit 1`,
    ),
  );
  expect(found).toEqual([{ began, ended }]);
});
