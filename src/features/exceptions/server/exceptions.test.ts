import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TaskCommand } from "#features/deliveries/contract/commands.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { DAY_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { newId } from "#server/ids.ts";
import { book, good } from "#test/support/people/booking.ts";
import { assign, bare, openCrew, taskIdOf } from "#test/support/people/crew.ts";
import type { Crew } from "#test/support/people/crew.ts";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";
import { exceptionsApi } from "../contract/api.ts";
import type { Exception, ExceptionRow } from "../contract/api.ts";
import { checkLate } from "./check-late.ts";
import { readWhole } from "./exception-rows.ts";
import { followDelivery } from "./follow-deliveries.ts";
import { openException } from "./public.ts";

let world: World;
let crew: Crew;
beforeAll(async () => {
  world = await openWorld({ runJobs: "queued" });
  crew = await openCrew(world);
});
afterAll(() => world.close());

const queue = async (asked: object = {}): Promise<ExceptionRow[]> =>
  good(await crew.bo.call(exceptionsApi.listExceptions, { limit: 100, ...asked })).items;
const of = async (delivery: Delivery, asked: object = {}): Promise<ExceptionRow[]> =>
  (await queue(asked)).filter((row) => row.delivery?.id === delivery.id);
const read = async (id = ""): Promise<Exception> =>
  good(await crew.bo.call(exceptionsApi.readException, { id }));
const resolve = (id: string, resolution: Exception["resolutions"][number], note: string | null = null) =>
  crew.bo.call(exceptionsApi.resolveException, { id, resolution, note });

/** Opens the exception of a report that was refused, as the phones' door does. */
async function refused(delivery: Delivery, command: TaskCommand): Promise<string> {
  await world.db.as({ orgId: world.orgId }, (tx) =>
    openException(tx, {
      kind: "command_refused",
      key: `command:${command.commandId}`,
      deliveryId: delivery.id,
      taskId: command.taskId,
      courierId: crew.kim.actor.courierId ?? null,
      happenedAt: Date.parse(command.occurredAt),
      openedAt: world.now,
      facts: { code: "deliveries.not-yours" },
      command,
    }),
  );
  return (await of(delivery)).find((row) => row.kind === "command_refused")?.id ?? "";
}
const arrived = (delivery: Delivery): TaskCommand => ({
  type: "arrive",
  commandId: randomUUID(),
  taskId: taskIdOf(delivery, "collect"),
  occurredAt: toIso(world.now - 30 * MINUTE_MS),
  offline: false,
});

/** Kim reports on the road what was Lee's by then. */
async function conflict(): Promise<Delivery> {
  const delivery = await crew.assigned();
  await assign(
    world,
    crew.bo,
    delivery,
    crew.lee,
    delivery.tasks.map(({ id }) => id),
  );
  good(await crew.step(crew.kim, delivery, "collect", "start", { offline: true }));
  await world.settled();
  return delivery;
}

test("a report against the plan opens one conflict, and the task can go back to the courier of the plan", async () => {
  const delivery = await conflict();
  const [row, ...more] = await of(delivery);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    kind: "plan_conflict",
    severity: 2,
    delivery: { number: delivery.number },
    task: { kind: "collect" },
    place: "Lindenstraße 5",
    courier: { name: "Kim Kurier" },
    against: { cause: "reassigned", planned: { name: "Lee Later" } },
    owner: null,
  });
  const { facts, resolutions } = await read(row?.id);
  expect(facts).toEqual({ type: "start", planned: crew.lee.actor.courierId });
  expect(resolutions).toEqual(["accept", "give-back"]);
  expect(good(await resolve(row?.id ?? "", "give-back"))).toMatchObject({
    resolution: "give-back",
    resolutions: [],
    history: [
      { what: "opened", by: null },
      { what: "resolved", by: "Bo Board", resolution: "give-back" },
    ],
  });
  const { tasks } = await crew.read(crew.bo, delivery.id);
  expect(tasks.find(({ kind }) => kind === "collect")).toMatchObject({ courierName: "Lee Later" });
  expect(await of(delivery)).toEqual([]);
});

test("once the courier has arrived, a conflict can only be accepted", async () => {
  const delivery = await conflict();
  const [row] = await of(delivery);
  good(await crew.step(crew.kim, delivery, "collect", "arrive"));
  expect((await read(row?.id)).resolutions).toEqual(["accept"]);
  expect((await resolve(row?.id ?? "", "give-back")).body).toMatchObject({
    code: "exceptions.not-offered",
    facts: { offered: "accept" },
  });
  expect(await of(delivery)).toHaveLength(1);
  expect(good(await resolve(row?.id ?? "", "accept")).resolution).toBe("accept");
  const { tasks } = await crew.read(crew.bo, delivery.id);
  expect(tasks.find(({ kind }) => kind === "collect")).toMatchObject({ courierName: "Kim Kurier" });
  expect((await resolve(row?.id ?? "", "accept")).body.code).toBe("exceptions.closed");
});

test("an event that is followed twice opens nothing twice", async () => {
  const delivery = await conflict();
  for (const seq of [1, 2, 3, 4, 5, 6, 7])
    await followDelivery(world.db, { orgId: world.orgId, deliveryId: delivery.id, seq }, world.now);
  expect(await of(delivery)).toHaveLength(1);
});

test("a dispatcher records a handing over without its proofs: it counts, and what is missing is in the queue", async () => {
  const delivery = await crew.collected();
  const unproven = { ...bare, unproven: true as const };
  const silent = await crew.step(crew.bo, delivery, "deliver", "succeed", unproven);
  expect(silent.body).toMatchObject({ code: "deliveries.note-missing" });
  const note = "the courier’s phone broke";
  const done = good(await crew.step(crew.bo, delivery, "deliver", "succeed", { ...unproven, note }));
  expect(done.state).toBe("delivered");
  await world.settled();
  const [row] = await of(delivery);
  expect(row).toMatchObject({ kind: "proof_missing" });
  expect((await read(row?.id)).facts).toMatchObject({ missing: "recipient_name,photo_or_signature" });
});

test("a handing over without a picture opens a missing proof, which ends when the picture comes", async () => {
  const delivery = await crew.collected();
  const given = { ...bare, recipientName: "Rita", offline: true };
  good(await crew.step(crew.kim, delivery, "deliver", "succeed", given));
  await world.settled();
  const [row] = await of(delivery);
  expect(row).toMatchObject({ kind: "proof_missing", severity: 3 });
  expect(await read(row?.id)).toMatchObject({
    facts: { missing: "photo_or_signature" },
    resolutions: ["accept"],
  });
  good(await crew.keepPhoto(delivery));
  await world.settled();
  expect(await read(row?.id)).toMatchObject({ resolution: "by-itself", history: [{}, { by: null }] });
});

test("a missing name stays missing when a picture comes, and a person accepts it", async () => {
  const delivery = await crew.collected();
  good(await crew.step(crew.kim, delivery, "deliver", "succeed", { ...bare, offline: true }));
  await world.settled();
  good(await crew.keepPhoto(delivery));
  await world.settled();
  const [row] = await of(delivery);
  expect(good(await resolve(row?.id ?? "", "accept"))).toMatchObject({ resolution: "accept" });
});

test("a refused report is recorded by a dispatcher at the time at which it happened", async () => {
  const delivery = await crew.give(await book(world, crew.sam), crew.lee);
  const command = arrived(delivery);
  const id = await refused(delivery, command);
  expect(await read(id)).toMatchObject({
    reported: { type: "arrive", occurredAt: command.occurredAt },
    resolutions: ["apply", "dismiss"],
  });
  expect(good(await resolve(id, "apply"))).toMatchObject({ resolution: "apply", reported: null });
  const { timeline, tasks } = await crew.read(crew.bo, delivery.id);
  expect(tasks.find(({ kind }) => kind === "collect")?.state).toBe("arrived");
  expect(timeline.at(-1)).toMatchObject({
    type: "delivery.at_pickup",
    occurredAt: command.occurredAt,
    actor: { name: "Bo Board" },
  });
});

test("a report about a cancelled delivery can only be dismissed, with a note", async () => {
  const delivery = await book(world, crew.sam);
  const id = await refused(delivery, arrived(delivery));
  await world.db.owner((tx) =>
    sql`update delivery set closed_as = 'cancelled' where id = ${delivery.id}`.execute(tx),
  );
  expect((await read(id)).resolutions).toEqual(["dismiss"]);
  expect((await resolve(id, "apply")).body.code).toBe("exceptions.not-offered");
  expect((await resolve(id, "dismiss")).body.code).toBe("exceptions.note-missing");
  expect(good(await resolve(id, "dismiss", "Kim brings it back")).history.at(-1)).toMatchObject({
    note: "Kim brings it back",
  });
});

test.each([
  ["send-back", "returning"],
  ["keep-at-hub", "at_hub"],
] as const)("with the parcel in hand, %s makes the delivery %s", async (resolution, state) => {
  const delivery = await crew.collected();
  const id = await refused(delivery, arrived(delivery));
  expect((await read(id)).resolutions).toEqual(["send-back", "keep-at-hub", "dismiss"]);
  good(await resolve(id, resolution));
  expect((await crew.read(crew.bo, delivery.id)).state).toBe(state);
});

test("a delivery is late once, names the stop that is waited for, and stays dismissed", async () => {
  const [ended, open] = [await crew.assigned(), await crew.assigned()];
  world.now += DAY_MS;
  await checkLate(world.db, world.now);
  await checkLate(world.db, world.now);
  expect(await of(ended)).toMatchObject([{ kind: "late", task: { kind: "collect" } }]);
  const [row] = await of(open, { kind: "late" });
  expect(row).toMatchObject({ kind: "late", courier: { name: "Kim Kurier" }, openedAt: toIso(world.now) });
  good(await crew.step(crew.kim, ended, "collect", "succeed", bare));
  await world.settled();
  expect(await of(ended)).toMatchObject([{ kind: "late", task: { kind: "deliver" } }]);
  good(await resolve(row?.id ?? "", "called"));
  await checkLate(world.db, world.now + MINUTE_MS);
  expect(await of(open)).toEqual([]);
});

test("a delivery is late again for a window that passed after somebody called", async () => {
  const delivery = await crew.assigned();
  const pickup = delivery.tasks.find(({ kind }) => kind === "collect");
  const passed = Date.parse(pickup?.window.end ?? "") + MINUTE_MS;
  await world.db.owner((tx) =>
    sql`update task set window_end = ${toIso(passed + DAY_MS)} where id = ${taskIdOf(delivery, "deliver")}`.execute(
      tx,
    ),
  );
  world.now = Math.max(world.now, passed);
  await checkLate(world.db, world.now);
  const [row] = await of(delivery);
  expect(row).toMatchObject({ task: { kind: "collect" } });
  good(await resolve(row?.id ?? "", "called"));
  await checkLate(world.db, world.now + MINUTE_MS);
  expect(await of(delivery)).toEqual([]);
  world.now += 2 * DAY_MS;
  await checkLate(world.db, world.now);
  const again = await of(delivery);
  expect(again).toMatchObject([{ id: row?.id, task: { kind: "deliver" } }]);
  expect((await read(row?.id)).history.map(({ what }) => what)).toEqual(["opened", "resolved", "reopened"]);
});

test("a late delivery that is cancelled is late no longer", async () => {
  const delivery = await book(world, crew.sam);
  world.now += 2 * DAY_MS;
  await checkLate(world.db, world.now);
  expect(await of(delivery)).toHaveLength(1);
  await world.db.owner((tx) =>
    sql`update task set state = 'cancelled' where delivery_id = ${delivery.id}`.execute(tx),
  );
  await checkLate(world.db, world.now);
  expect(await of(delivery)).toEqual([]);
});

test("the queue is the worst first, then the oldest, page by page; what somebody took is theirs", async () => {
  const all = await queue();
  const order = all.map(({ severity, openedAt }) => `${severity} ${openedAt}`);
  expect(order).toEqual(order.toSorted());
  const first = good(await crew.bo.call(exceptionsApi.listExceptions, { limit: 2 }));
  const rest = good(
    await crew.bo.call(exceptionsApi.listExceptions, { limit: 100, cursor: first.next ?? "" }),
  );
  expect([...first.items, ...rest.items]).toEqual(all);
  const lates = await queue({ kind: "late" });
  expect(lates.length).toBeGreaterThan(0);
  expect(new Set(lates.map(({ kind }) => kind))).toEqual(new Set(["late"]));
  const id = lates[0]?.id ?? "";
  expect(await queue({ owner: "me" })).toEqual([]);
  const taken = good(await crew.bo.call(exceptionsApi.takeException, { id }));
  expect(taken).toMatchObject({ owner: { name: "Bo Board" } });
  good(await crew.bo.call(exceptionsApi.noteException, { id, note: "Kim is ill" }));
  expect((await read(id)).history.map(({ what, note }) => [what, note])).toEqual([
    ["opened", null],
    ["taken", null],
    ["noted", "Kim is ill"],
  ]);
  expect((await queue({ owner: "me" })).map((row) => row.id)).toEqual([id]);
  const { open, worst } = good(await crew.bo.call(exceptionsApi.countExceptions, {}));
  expect([open, worst]).toEqual([all.length, all[0]?.severity]);
  world.now += MINUTE_MS;
  good(await resolve(id, "dismiss"));
  expect((await queue({ group: "resolved" }))[0]?.id).toBe(id);
  expect(good(await crew.bo.call(exceptionsApi.countExceptions, {})).open).toBe(open - 1);
});

test("a resolution that is sent twice is carried out once", async () => {
  const [row] = await queue({ kind: "late" });
  const key = randomUUID();
  const send = () =>
    crew.bo.call(
      exceptionsApi.resolveException,
      { id: row?.id ?? "", resolution: "called", note: null },
      { key },
    );
  const [one, two] = [good(await send()), good(await send())];
  expect(two).toEqual(one);
  expect(one.history.filter(({ what }) => what === "resolved")).toHaveLength(1);
});

test("another organisation and people without the permission read nothing", async () => {
  const [row] = await queue();
  const id = row?.id ?? "";
  const stranger = newId(world.now);
  await world.db.owner((tx) =>
    sql`insert into organization (id, kind, name, currency, timezone, created_at)
        values (${stranger}, 'carrier', 'Others', 'EUR', 'Europe/Berlin', ${toIso(world.now)})`.execute(tx),
  );
  await expect(world.db.as({ orgId: stranger }, (tx) => readWhole(tx, world.now, id))).rejects.toMatchObject({
    code: "exceptions.not-found",
  });
  for (const caller of [crew.kim, crew.sam])
    expect((await caller.call(exceptionsApi.readException, { id })).body.code).toBe("accounts.forbidden");
});
