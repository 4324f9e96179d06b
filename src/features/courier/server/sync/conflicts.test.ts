import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { sha256 } from "#server/db/hash.ts";
import { type Phone, openPhone } from "#test/support/courier/phone.ts";
import { good, head } from "#test/support/people/booking.ts";
import { assign, taskIdOf } from "#test/support/people/crew.ts";
import { photo } from "#test/support/people/photo.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";

const { world, crew } = useWorld({ crew: true });
let phone: Phone;
let delivery: Delivery;
beforeEach(async () => {
  world.now += MINUTE_MS;
  phone = openPhone(world, crew.kim);
  delivery = await crew.assigned();
});

const statesOf = async ({ id }: Delivery): Promise<string[]> =>
  (await crew.read(crew.bo, id)).tasks.map(({ kind, state }) => `${kind} ${state}`);
const collect = (extra: object = {}) => phone.ended(delivery, "collect", extra);
const corrected = { to: "failed", reason: "not_ready", recipientName: null, note: null };
const onCollect = () => ({ deliveryId: delivery.id, taskId: taskIdOf(delivery, "collect") });

/** Sends what waits. @returns each verdict with its code */
async function verdicts(from = phone): Promise<string[]> {
  const { results } = good(await from.send());
  return results.map(({ verdict, code }) => (code === null ? verdict : `${verdict} ${code}`));
}

interface Found {
  readonly kind: string;
  readonly facts: object;
  readonly command: object | null;
}
const opened = (): Promise<Found[]> =>
  world.run(
    sql<Found>`select kind, facts, command from exception where delivery_id = ${delivery.id} order by opened_at, key`,
  );

/** Gives the whole delivery to another courier, as the office does. */
const give = (courier: Caller): Promise<void> =>
  assign(
    world,
    crew.bo,
    delivery,
    courier,
    delivery.tasks.map(({ id }) => id),
  );

async function cancel(): Promise<void> {
  const { id } = delivery;
  const { fee } = good(await crew.bo.call(deliveriesApi.previewCancellation, { id }));
  good(await crew.bo.call(deliveriesApi.cancelDelivery, { id, ...head(world), fee, note: null }));
}

interface Picture {
  readonly bytes: Buffer;
  readonly named: {
    readonly id: string;
    readonly kind: "photo";
    readonly sha256: string;
    readonly bytes: number;
  };
}

async function picture(width: number): Promise<Picture> {
  const bytes = Buffer.from(await photo(width), "base64");
  const named = { id: randomUUID(), kind: "photo", sha256: sha256(bytes), bytes: bytes.length } as const;
  return { bytes, named };
}

/** Sends the bytes of a proof after its command, as a phone does. */
async function upload({ bytes, named: { id, kind, sha256: hash } }: Picture): Promise<void> {
  const response = await world.server.app.inject({
    method: "PUT",
    url: `/api/courier/proofs/${id}`,
    query: { ...onCollect(), kind, sha256: hash, total: String(bytes.length), offset: "0" },
    headers: { authorization: "Bearer Kim Kurier", "content-type": "application/octet-stream" },
    payload: bytes,
  });
  expect(response.json()).toEqual({ next: bytes.length, complete: true });
}

async function proofIds(): Promise<string[]> {
  return (await crew.read(crew.bo, delivery.id)).proofs.map(({ id }) => id).toSorted();
}

test("an outcome of a stop that another courier has meanwhile stands, and the office sees it", async () => {
  phone.tap("succeed", collect());
  await give(crew.lee);
  expect(await verdicts()).toEqual(["conflict courier.taken-over"]);
  expect(await statesOf(delivery)).toEqual(["collect succeeded", "deliver assigned"]);
  expect(await opened()).toMatchObject([{ kind: "plan_conflict", facts: { code: "courier.taken-over" } }]);
});

test.each(["start", "arrive"])("a late %s of a stop that is past it changes nothing", async (type) => {
  phone.tap("arrive", onCollect());
  await phone.send();
  const before = await crew.read(crew.bo, delivery.id);
  world.now += MINUTE_MS;
  const other = openPhone(world, crew.kim);
  other.tap(type, onCollect());
  expect(await verdicts(other)).toEqual(["noted courier.step-passed"]);
  expect(await crew.read(crew.bo, delivery.id)).toEqual(before);
  expect(await opened()).toEqual([]);
});

test("the same outcome from a second phone changes nothing, and the pictures of both are kept", async () => {
  const [first, second] = [await picture(40), await picture(50)];
  phone.tap("succeed", collect({ proofs: [first.named] }));
  expect(await verdicts()).toEqual(["accepted"]);
  const other = openPhone(world, crew.kim);
  other.tap("succeed", collect({ proofs: [second.named] }));
  expect(await verdicts(other)).toEqual(["noted courier.same-outcome"]);
  for (const one of [first, second]) await upload(one);
  expect(await proofIds()).toEqual([first.named.id, second.named.id].toSorted());
  expect(await opened()).toEqual([]);
  const { timeline } = await crew.read(crew.bo, delivery.id);
  expect(timeline.filter(({ type }) => type === "delivery.collected")).toHaveLength(1);
});

test("another outcome than the first is refused, and the pictures of both are kept", async () => {
  const [first, second] = [await picture(40), await picture(50)];
  phone.tap("succeed", collect({ proofs: [first.named] }));
  await phone.send();
  const other = openPhone(world, crew.kim);
  const late = other.tap("fail", collect({ proofs: [second.named], reason: "not_ready" }));
  expect(await verdicts(other)).toEqual(["refused courier.other-outcome"]);
  for (const one of [first, second]) await upload(one);
  expect(await proofIds()).toEqual([first.named.id, second.named.id].toSorted());
  expect(await statesOf(delivery)).toEqual(["collect succeeded", "deliver assigned"]);
  expect(await opened()).toMatchObject([
    {
      kind: "command_refused",
      command: { type: "fail", commandId: late.id, reason: "not_ready", proofIds: [second.named.id] },
    },
  ]);
});

test("a success after the cancellation is refused with the parcel in hand, for a person to settle", async () => {
  const late = phone.tap("succeed", collect());
  await cancel();
  expect(await verdicts()).toEqual(["refused courier.parcel-in-hand"]);
  expect(await opened()).toMatchObject([
    {
      kind: "command_refused",
      facts: { code: "courier.parcel-in-hand", kind: "collect", closedAs: "cancelled" },
      command: { type: "succeed", commandId: late.id },
    },
  ]);
  expect((await crew.read(crew.bo, delivery.id)).state).toBe("cancelled");
});

test("a failure after the cancellation changes nothing and asks nobody", async () => {
  phone.tap("fail", collect({ reason: "not_ready" }));
  await cancel();
  expect(await verdicts()).toEqual(["noted courier.cancelled-meanwhile"]);
  expect(await opened()).toEqual([]);
});

test("a delivery to an address other than the one shown stands, and the office sees it", async () => {
  const { day } = good(await phone.send());
  const tag = day?.stops.find(({ taskId }) => taskId === taskIdOf(delivery, "collect"))?.addressTag;
  phone.tap("succeed", collect({ addressTag: tag }));
  expect(await verdicts()).toEqual(["accepted"]);
  phone.tap("succeed", phone.ended(delivery, "deliver", { recipientName: "Rita", addressTag: "before" }));
  expect(await verdicts()).toEqual(["conflict courier.address-changed"]);
  expect((await opened()).map(({ kind }) => kind)).toContain("plan_conflict");
});

test("a delivery without the proof that is needed stands, and the office sees what is missing", async () => {
  phone.tap("succeed", collect());
  phone.tap("succeed", phone.ended(delivery, "deliver"));
  expect(await verdicts()).toEqual(["accepted", "accepted"]);
  expect((await crew.read(crew.bo, delivery.id)).state).toBe("delivered");
  expect(await opened()).toMatchObject([
    { kind: "proof_missing", facts: { missing: "recipient_name,photo_or_signature" } },
  ]);
});

test("a correction within ten minutes of the tap stands although it is received hours later", async () => {
  phone.tap("succeed", collect());
  world.now += 10 * MINUTE_MS;
  phone.tap("correct", { ...onCollect(), ...corrected });
  const at = world.now;
  world.now += 5 * HOUR_MS;
  expect(await verdicts()).toEqual(["accepted", "accepted"]);
  expect(await statesOf(delivery)).toEqual(["collect failed", "deliver assigned"]);
  const { tasks } = await crew.read(crew.bo, delivery.id);
  expect(tasks.find(({ kind }) => kind === "collect")?.outcome).toMatchObject({
    occurredAt: toIso(at),
    recordedAt: toIso(world.now),
  });
  expect(await opened()).toEqual([]);
});

test("a correction to done brings its proofs, and a person sees one that lacks them", async () => {
  const photoOf = (kind: "photo" | "signature") => ({
    id: randomUUID(),
    kind,
    sha256: "ab".repeat(32),
    bytes: 9,
  });
  const toDone = {
    deliveryId: delivery.id,
    taskId: taskIdOf(delivery, "deliver"),
    to: "succeeded",
    reason: null,
  };
  const corrects = (more: object) =>
    phone.tap("correct", { ...toDone, recipientName: null, note: null, ...more });
  phone.tap("succeed", collect());
  phone.tap("fail", { ...phone.ended(delivery, "deliver"), reason: "recipient_absent" });
  const proof = photoOf("photo");
  corrects({ recipientName: "Rita Ray", proofs: [proof] });
  expect(await verdicts()).toEqual(["accepted", "accepted", "accepted"]);
  const { tasks } = await crew.read(crew.bo, delivery.id);
  expect(tasks.find(({ kind }) => kind === "deliver")).toMatchObject({
    state: "succeeded",
    outcome: { recipientName: "Rita Ray", proofIds: [proof.id] },
  });
  expect(await opened()).toEqual([]);

  delivery = await crew.assigned();
  phone.tap("succeed", collect());
  phone.tap("fail", { ...phone.ended(delivery, "deliver"), reason: "recipient_absent" });
  phone.tap("correct", {
    ...toDone,
    deliveryId: delivery.id,
    taskId: taskIdOf(delivery, "deliver"),
    recipientName: null,
    note: null,
  });
  expect(await verdicts()).toEqual(["accepted", "accepted", "accepted"]);
  expect(await opened()).toMatchObject([
    { kind: "proof_missing", facts: { missing: "recipient_name,photo_or_signature" } },
  ]);
});

test("a correction that certainly was made later than ten minutes after the tap is refused", async () => {
  phone.tap("succeed", collect());
  world.now += 11 * MINUTE_MS;
  phone.tap("correct", { ...onCollect(), ...corrected });
  world.now += MINUTE_MS;
  expect(await verdicts()).toEqual(["accepted", "refused deliveries.too-late-to-correct"]);
  expect(await opened()).toMatchObject([{ kind: "command_refused", command: { type: "correct" } }]);
});

test("what happened off duty is taken in and flagged; on duty there is no flag", async () => {
  const lee = openPhone(world, crew.lee);
  await give(crew.lee);
  lee.tap("start", onCollect());
  expect(good(await lee.send()).results).toMatchObject([{ verdict: "accepted", facts: { offDuty: 1 } }]);
  world.now += MINUTE_MS;
  lee.tap("shift", { onDuty: true });
  await lee.send();
  world.now += MINUTE_MS;
  const arrive = lee.tap("arrive", onCollect());
  const [arrived] = good(await lee.send()).results;
  expect(arrived).toEqual({ id: arrive.id, verdict: "accepted", code: null, facts: {} });
});

test("a command of a later version waits and holds up its own delivery only, and nothing is decided of it", async () => {
  const next = await crew.assigned();
  const newer = phone.tap("start", onCollect(), { v: 2 });
  phone.tap("arrive", onCollect());
  phone.tap("start", { deliveryId: next.id, taskId: taskIdOf(next, "collect") });
  const first = await verdicts();
  expect(first).toEqual(["later courier.too-new", "later courier.after-another", "accepted"]);
  expect(await statesOf(delivery)).toEqual(["collect assigned", "deliver assigned"]);
  expect(await statesOf(next)).toEqual(["collect en_route", "deliver assigned"]);
  expect(phone.waiting()).toHaveLength(2);
  expect(await world.run(sql`select verdict, body from courier_report where id = ${newer.id}`)).toEqual([
    { verdict: "later", body: newer.body },
  ]);
});

test("a bug holds up its own delivery only, and once it is gone the same commands are taken in", async () => {
  const next = await crew.assigned();
  await world.run(sql`create function break_one() returns trigger language plpgsql as
                      $$ begin raise exception 'this one is broken'; end $$`);
  await world.run(sql`create trigger break_one before insert on event for each row
                      when (new.aggregate_id = ${sql.lit(delivery.id)}) execute function break_one()`);
  const broken = phone.tap("start", onCollect());
  phone.tap("arrive", onCollect());
  phone.tap("start", { deliveryId: next.id, taskId: taskIdOf(next, "collect") });
  expect(await verdicts()).toEqual(["later http.busy", "later courier.after-another", "accepted"]);
  expect(await statesOf(delivery)).toEqual(["collect assigned", "deliver assigned"]);
  expect(await world.run(sql`select id from courier_report where id = ${broken.id}`)).toEqual([]);
  await world.run(sql`drop trigger break_one on event`);
  expect(await verdicts()).toEqual(["accepted", "accepted"]);
  expect(await statesOf(delivery)).toEqual(["collect arrived", "deliver assigned"]);
  expect(await opened()).toEqual([]);
});

test("what a person did whose role ended is taken in and flagged, without their day", async () => {
  const gone = await world.person("Gil Gone", "courier");
  await give(gone);
  const theirs = openPhone(world, gone);
  theirs.tap("succeed", collect());
  // From now on the token names another role.
  Object.assign(gone.actor, { roles: ["sender"], courierId: undefined });
  const { results, day } = good(await theirs.send());
  expect(results).toMatchObject([{ verdict: "conflict", code: "courier.role-gone", facts: { roleGone: 1 } }]);
  expect(day).toBeNull();
  expect(await statesOf(delivery)).toEqual(["collect succeeded", "deliver assigned"]);
  expect(await opened()).toMatchObject([{ kind: "plan_conflict", facts: { code: "courier.role-gone" } }]);
});
