import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { runCommand } from "#features/deliveries/server/public.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { sha256 } from "#server/db/hash.ts";
import { type Phone, openPhone } from "#test/support/courier/phone.ts";
import { good } from "#test/support/people/booking.ts";
import { assign, taskIdOf } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { codeOfHash, termsText } from "../domain/handover-code.ts";
import { ALONE_MS, checkHandovers } from "./alone.ts";

const { world, crew } = useWorld({ crew: true });
let kim: Phone;
let lee: Phone;
let delivery: Delivery;
beforeEach(async () => {
  world.now += 2 * MINUTE_MS;
  kim = openPhone(world, crew.kim);
  lee = openPhone(world, crew.lee);
  delivery = await crew.collected();
});

const onDoor = (one: Delivery) => ({ deliveryId: one.id, taskId: taskIdOf(one, "deliver") });

/** Freezes the giver's half of all deliveries. @returns the code that their phone shows */
function give(phone: Phone, deliveries: readonly Delivery[], changes: object = {}): string {
  const terms = { secret: randomUUID(), at: world.now, deliveryIds: deliveries.map(({ id }) => id) };
  const code = codeOfHash(sha256(termsText(terms)));
  for (const one of deliveries) phone.tap("handed_over", { ...onDoor(one), ...terms, code, ...changes });
  return code;
}
const take = (phone: Phone, code: string, one: Delivery) =>
  phone.tap("taken_over", { ...onDoor(one), code, stop: { label: "read by the phone alone" } });

async function verdicts(phone: Phone): Promise<string[]> {
  const { results } = good(await phone.send());
  return results.map(({ verdict, code }) => (code === null ? verdict : `${verdict} ${code}`));
}

const holderOf = async (one: Delivery): Promise<string | null | undefined> =>
  (await crew.read(crew.bo, one.id)).tasks.find(({ kind }) => kind === "deliver")?.courierId;
const leeId = () => crew.lee.actor.courierId;
const kimId = () => crew.kim.actor.courierId;

const stopsOf = async (caller: typeof crew.kim): Promise<string[]> => {
  const { day } = good(await openPhone(world, caller).send());
  return day?.stops.map(({ taskId }) => taskId) ?? [];
};

const exceptionsOf = (one: Delivery) =>
  world.run(
    sql<{ id: string; kind: string; isOpen: boolean }>`
      select id, kind, resolved_at is null as "isOpen" from exception
      where delivery_id = ${one.id} and kind <> 'late' order by opened_at, kind`,
  );

test.each(["giver", "taker"])(
  "both halves make the handover once, whichever comes first: the %s",
  async (who) => {
    const code = give(kim, [delivery]);
    take(lee, code, delivery);
    const [one, other] = who === "giver" ? [kim, lee] : [lee, kim];
    expect(await verdicts(one)).toEqual(["accepted"]);
    expect(await holderOf(delivery)).toBe(kimId());
    const { taskId } = onDoor(delivery);
    expect((await stopsOf(crew.kim)).includes(taskId)).toBe(who === "taker");
    expect((await stopsOf(crew.lee)).includes(taskId)).toBe(who === "taker");
    expect(await verdicts(other)).toEqual(["accepted"]);
    expect(await holderOf(delivery)).toBe(leeId());
    expect(await stopsOf(crew.kim)).not.toContain(taskId);
    expect(await stopsOf(crew.lee)).toContain(taskId);
    await kim.sendAgain();
    await lee.sendAgain();
    const { timeline } = await crew.read(crew.bo, delivery.id);
    const given = timeline.filter(({ data }) => data["handover"] === true);
    expect(given.map(({ type }) => type)).toEqual(["delivery.unassigned", "delivery.assigned"]);
    expect(await exceptionsOf(delivery)).toEqual([]);
  },
);

test("typed digits take over everything that the giver's code stands for", async () => {
  const second = await crew.collected();
  const code = give(kim, [delivery, second]);
  lee.tap("taken_over", { deliveryId: null, taskId: null, code });
  expect(await verdicts(lee)).toEqual(["accepted"]);
  expect(await verdicts(kim)).toEqual(["accepted", "accepted"]);
  expect([await holderOf(delivery), await holderOf(second)]).toEqual([leeId(), leeId()]);
});

test("what the taker did with the parcels waits for the giver's half and is then taken in", async () => {
  const code = give(kim, [delivery]);
  take(lee, code, delivery);
  lee.tap("arrive", onDoor(delivery));
  lee.tap("succeed", lee.ended(delivery, "deliver", { recipientName: "Rita" }));
  expect(await verdicts(lee)).toEqual([
    "accepted",
    "later courier.awaits-handover",
    "later courier.after-another",
  ]);
  await verdicts(kim);
  expect(await verdicts(lee)).toEqual(["accepted", "accepted"]);
  expect((await crew.read(crew.bo, delivery.id)).state).toBe("delivered");
});

test("parcels that nobody is planned for any more are in the day of whoever took them over", async () => {
  const code = give(kim, [delivery]);
  const who = { actor: crew.bo.actor, scope: "org", now: world.now } as const;
  const ids = { commandId: randomUUID(), occurredAt: world.now, taskIds: [onDoor(delivery).taskId] };
  const command = { type: "unassign", ...ids } as const;
  await world.db.as(crew.bo.actor, (tx) => runCommand(tx, who, { deliveryId: delivery.id, command }));
  take(lee, code, delivery);
  expect(await verdicts(lee)).toEqual(["accepted"]);
  const { day } = good(await openPhone(world, crew.lee).send());
  const taken = day?.stops.find(({ taskId }) => taskId === onDoor(delivery).taskId);
  expect(taken).toMatchObject({ state: "assigned", blocked: false, custody: "courier" });
  expect(await verdicts(kim)).toEqual(["conflict custody.reassigned"]);
  expect(await holderOf(delivery)).toBe(leeId());
});

test("a code is refused for other parcels, for a second taker and for the giver", async () => {
  const other = await crew.collected();
  const code = give(kim, [delivery]);
  kim.tap("handed_over", {
    ...onDoor(other),
    secret: randomUUID(),
    at: world.now,
    deliveryIds: [other.id],
    code,
  });
  expect(await verdicts(kim)).toEqual(["accepted", "refused custody.code-wrong"]);
  take(kim, code, delivery);
  expect(await verdicts(kim)).toEqual(["refused custody.own-code"]);
  take(lee, code, delivery);
  expect(await verdicts(lee)).toEqual(["accepted"]);
  const ana = openPhone(world, await world.person("Ana Another", "courier"));
  take(ana, code, delivery);
  expect(await verdicts(ana)).toEqual(["refused custody.code-used"]);
  expect([await holderOf(delivery), await holderOf(other)]).toEqual([leeId(), kimId()]);
});

test("parcels that the giver brought to their door meanwhile cannot be taken over", async () => {
  const code = give(kim, [delivery]);
  good(await crew.handOver(delivery));
  take(lee, code, delivery);
  expect(await verdicts(lee)).toEqual(["refused custody.not-held"]);
  expect(await verdicts(kim)).toEqual(["refused custody.not-held"]);
  expect(await holderOf(delivery)).toBe(kimId());
});

test("a handover counts against a plan that named a third courier, and the office sees the conflict", async () => {
  const ana = await world.person("Ana Planned", "courier");
  const code = give(kim, [delivery]);
  take(lee, code, delivery);
  await assign(world, crew.bo, delivery, ana, [taskIdOf(delivery, "deliver")]);
  expect(await verdicts(kim)).toEqual(["accepted"]);
  expect(await verdicts(lee)).toEqual(["conflict custody.reassigned"]);
  expect(await holderOf(delivery)).toBe(leeId());
  expect((await exceptionsOf(delivery)).map(({ kind }) => kind)).toContain("plan_conflict");
});

test("a half that stays alone is told to the office, and closes by itself once the other one comes", async () => {
  const code = give(kim, [delivery]);
  await verdicts(kim);
  await checkHandovers(world.db, world.now + ALONE_MS - 1);
  expect(await exceptionsOf(delivery)).toEqual([]);
  world.now += ALONE_MS + 1;
  await checkHandovers(world.db, world.now);
  await checkHandovers(world.db, world.now + MINUTE_MS);
  expect(await exceptionsOf(delivery)).toMatchObject([{ kind: "handover_given", isOpen: true }]);
  take(lee, code, delivery);
  expect(await verdicts(lee)).toEqual(["accepted"]);
  expect(await exceptionsOf(delivery)).toMatchObject([{ kind: "handover_given", isOpen: false }]);
  expect(await holderOf(delivery)).toBe(leeId());
});

test("one press gives the task to a taker whose giver is silent, and another leaves it where it was", async () => {
  const second = await crew.collected();
  const code = give(kim, [delivery, second]);
  take(lee, code, delivery);
  take(lee, code, second);
  lee.tap("succeed", lee.ended(second, "deliver", { recipientName: "Rita" }));
  await verdicts(lee);
  world.now += ALONE_MS + 1;
  await checkHandovers(world.db, world.now);
  const resolve = async (one: Delivery, resolution: "hand-over" | "dismiss") => {
    const id = (await exceptionsOf(one)).find(({ kind }) => kind === "handover_taken")?.id ?? "";
    good(await crew.bo.call(exceptionsApi.resolveException, { id, resolution, note: null }));
  };
  await resolve(delivery, "hand-over");
  await resolve(second, "dismiss");
  expect([await holderOf(delivery), await holderOf(second)]).toEqual([leeId(), kimId()]);
  expect(await verdicts(lee)).toEqual(["refused deliveries.not-found"]);
  expect(await stopsOf(crew.lee)).not.toContain(taskIdOf(second, "deliver"));
  // The giver's phone comes back much later: both agreed.
  await verdicts(kim);
  expect([await holderOf(delivery), await holderOf(second)]).toEqual([leeId(), leeId()]);
});

test("parcels of a delivery that was never theirs cannot be given", async () => {
  give(lee, [delivery]);
  expect(await verdicts(lee)).toEqual(["refused deliveries.not-yours"]);
});
