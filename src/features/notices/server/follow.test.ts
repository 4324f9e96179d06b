import { sql } from "kysely";
import { expect, test } from "vitest";
import { MINUTE_MS, fromIso } from "#kernel/instant.ts";
import { json } from "#server/db/db.ts";
import { bare, taskIdOf } from "#test/support/people/crew.ts";
import { good } from "#test/support/people/booking.ts";
import { predicted } from "#test/support/times/predicted.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { noticesApi } from "../contract/api.ts";
import { CHOSEN_NOTICES } from "../domain/notices.ts";
import { defaultRules } from "../domain/settings.ts";
import { followPredictions, openCheck } from "./jobs.ts";
import { planDelivery } from "./plan.ts";

const { world, crew } = useWorld({ crew: true, runJobs: false, daysApart: 1 });

/** Messages of one follow that finds nothing new: lock, delivery, carrier, its notices, and the commit. */
const FOLLOW = 5;

const follows = (id: string) =>
  world.run<{ payload: unknown }>(sql`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'notices.follow' and j.payload ->> 'aggregateId' = ${id}`);
const forget = () => world.run(sql`delete from graphile_worker._private_jobs`);
const plan = (id: string) =>
  world.db.as({ orgId: world.orgId }, (tx) => planDelivery({ tx, orgId: world.orgId, now: world.now }, id));

test("all that happens to a delivery in a moment is followed once, in few messages", async () => {
  const delivery = await crew.delivered();
  expect(await follows(delivery.id)).toEqual([{ payload: { orgId: world.orgId, aggregateId: delivery.id } }]);
  await plan(delivery.id);
  const { statements } = await world.db.countStatements(() => plan(delivery.id));
  expect(statements).toBeLessThanOrEqual(FOLLOW);
});

test("a delivery of which nobody can be told is not followed, until somebody was told or left an address", async () => {
  const delivery = await crew.assigned();
  await world.run(sql`update delivery set recipient = recipient - 'email', sender = sender - 'email'
                      where id = ${delivery.id}`);
  await forget();
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  expect(await follows(delivery.id), "text messages are off").toEqual([]);
  await world.run(sql`
    insert into notice (org_id, id, delivery_id, notice, about, corrects, audience, way, state, made_at, due_at)
    values (${world.orgId}, ${delivery.id}, ${delivery.id}, 'booked', '', false, 'recipient', 'mail', 'waiting',
      now(), now())`);
  good(await crew.step(crew.kim, delivery, "deliver", "start"));
  expect(await follows(delivery.id)).toHaveLength(1);
});

test("a way that nobody is told by starts nothing", async () => {
  const ada = await world.person("Ada Admin", "org-admin");
  const { version } = good(await ada.call(noticesApi.readNoticeSettings, {}));
  const silent = Object.fromEntries(
    CHOSEN_NOTICES.map((notice) => [notice, { recipient: [], sender: [], guest: [] }]),
  );
  const rules = { ...defaultRules(false), tells: silent } as never;
  const saved = good(await ada.call(noticesApi.editNoticeSettings, { version, rules }));
  const delivery = await crew.assigned();
  expect(await follows(delivery.id)).toEqual([]);
  const usual = { version: saved.version, rules: defaultRules(false) as never };
  good(await ada.call(noticesApi.editNoticeSettings, usual));
});

test("the check of predictions comes to every delivery in turn, and leaves out those with nobody to tell", async () => {
  const late = [await crew.assigned(), await crew.assigned(), await crew.assigned()];
  const [silent] = late;
  await world.run(sql`update delivery set recipient = recipient - 'email', sender = sender - 'email'
                      where id = ${silent?.id}`);
  world.now += 26 * 60 * MINUTE_MS;
  await world.run(sql`update task set window_start = to_timestamp(${world.now / 1000}) - interval '3 hours',
                        window_end = to_timestamp(${world.now / 1000}) - interval '1 hour'
                      where delivery_id = any (${late.map(({ id }) => id)})`);
  await forget();
  const check = openCheck({ db: world.db, clock: () => world.now }, 1);
  const seen = new Set<string>();
  for (let nth = 0; nth < 40; nth += 1) {
    await check();
    for (const { id } of late) if ((await follows(id)).length > 0) seen.add(id);
    await forget();
  }
  expect(seen).toEqual(new Set(late.slice(1).map(({ id }) => id)));
});

test("whoever a courier's new prediction brings next is followed with it, and is told once", async () => {
  const [first, second] = [await crew.collected(), await crew.collected()];
  const [now, next] = [first, second].map((one) => taskIdOf(one, "deliver"));
  const note = (id: string, taskId: string | undefined, notice: string) =>
    world.run(sql`
      insert into notice (org_id, id, delivery_id, notice, about, corrects, audience, way, state, made_at, due_at)
      values (${world.orgId}, gen_random_uuid(), ${id}, ${notice}, ${taskId}, false, 'recipient', 'mail', 'waiting', now(), now())`);
  for (const [one, taskId] of [
    [first, now],
    [second, next],
  ] as const) {
    await predicted(world, taskId ?? "", { at: world.now + MINUTE_MS });
    await note(one.id, taskId, "out_for_delivery");
  }
  const followed = async (courier: Caller) => {
    await forget();
    const { courierId = "" } = courier.actor;
    await world.db.as({ orgId: world.orgId }, (tx) => followPredictions(tx, { courierId, now: world.now }));
    return Promise.all([first, second].map(async ({ id }) => (await follows(id)).length));
  };
  expect(await followed(crew.kim)).toEqual([0, 0]);
  await world.run(sql`update arrival set ahead = 0 where task_id = ${next}`);
  expect(await followed(crew.lee)).toEqual([0, 0]);
  expect(await followed(crew.kim)).toEqual([0, 1]);
  await note(second.id, next, "next_stop");
  expect(await followed(crew.kim)).toEqual([0, 0]);
});

test("a delay that was dropped overnight because it was over is told when it comes again", async () => {
  const delivery = await crew.assigned();
  const { id } = delivery;
  world.now += 26 * 60 * MINUTE_MS;
  await world.run(sql`update task set window_start = to_timestamp(${world.now / 1000}) - interval '3 hours',
                        window_end = to_timestamp(${world.now / 1000}) - interval '1 hour'
                      where delivery_id = ${id}`);
  const taskId = delivery.tasks.find(({ kind }) => kind === "deliver")?.id;
  const note = (state: string, why: string | null) =>
    world.run(sql`
      insert into notice (org_id, id, delivery_id, notice, about, corrects, audience, way, state, why, made_at, due_at)
      values (${world.orgId}, ${id}, ${id}, 'late', ${taskId}, false, 'recipient', 'mail', ${state}, ${why}, now(), now())
      on conflict (org_id, id) do update set state = excluded.state, why = excluded.why`);
  const check = openCheck({ db: world.db, clock: () => world.now });
  const isFollowed = async () => {
    await forget();
    await check();
    return (await follows(id)).length > 0;
  };
  await note("dropped", "overtaken");
  expect(await isFollowed()).toBe(true);
  await note("dropped", "limit");
  expect(await isFollowed()).toBe(false);
});

test("a delay that the clock alone brings about is found though an old prediction stands, unless it lies for collecting", async () => {
  const isFollowed = async (id: string) => {
    await forget();
    await openCheck({ db: world.db, clock: () => world.now })();
    return (await follows(id)).length > 0;
  };
  const delivery = await crew.assigned();
  const shelf = good(await crew.handle(await crew.collected(), "to_hub", crew.bo));
  const end = fromIso(delivery.window.end);
  await predicted(world, taskIdOf(delivery, "deliver"), { at: end - 20 * MINUTE_MS });
  expect(await isFollowed(delivery.id)).toBe(false);
  world.now = end + MINUTE_MS;
  expect(await isFollowed(delivery.id)).toBe(true);

  world.now = Math.max(world.now, fromIso(shelf.window.end) + MINUTE_MS);
  const wish = (handover: object | null) =>
    world.run(
      sql`update delivery set handover = ${handover && json(handover)}::jsonb where id = ${shelf.id}`,
    );
  await wish({ how: "hub", place: null });
  expect(await isFollowed(shelf.id)).toBe(false);
  await wish(null);
  expect(await isFollowed(shelf.id)).toBe(true);
});

test("a delay that is only predicted is told once the booking is ten minutes old, one that came true at once", async () => {
  const delivery = await crew.assigned();
  const { id, window } = delivery;
  const taskId = taskIdOf(delivery, "deliver");
  const lateMails = async () => {
    await forget();
    await openCheck({ db: world.db, clock: () => world.now })();
    const isFollowed = (await follows(id)).length > 0;
    await plan(id);
    const rows = await world.run(
      sql`select id from notice where delivery_id = ${id} and notice = 'late' and way = 'mail'`,
    );
    return { isFollowed, told: rows.length > 0 };
  };
  await predicted(world, taskId, { at: fromIso(window.end) + 20 * MINUTE_MS });
  expect(await lateMails(), "it has just been booked").toEqual({ isFollowed: false, told: false });
  world.now += 10 * MINUTE_MS;
  expect(await lateMails()).toEqual({ isFollowed: true, told: true });

  const over = await crew.assigned();
  await world.run(sql`update task set window_end = to_timestamp(${world.now / 1000}) - interval '1 minute'
                      where delivery_id = ${over.id}`);
  await plan(over.id);
  const told = await world.run(sql`select id from notice where delivery_id = ${over.id} and notice = 'late'`);
  expect(told.length).toBeGreaterThan(0);
});

test("who sends to themselves hears by one message what the sender is to hear, though the recipient is not", async () => {
  const usual = defaultRules(false);
  const tells = { ...usual.tells, cancelled: { ...usual.tells.cancelled, recipient: [] } };
  await world.run(sql`
    insert into notice_settings (org_id, version, rules, changed_at)
    values (${world.orgId}, 1, ${json({ ...usual, tells })}, now())
    on conflict (org_id) do update set rules = excluded.rules`);
  const delivery = await crew.assigned();
  await world.run(sql`
    update delivery set closed_as = 'cancelled', recipient = recipient || '{"email":"me@example.org"}',
      sender = sender || '{"email":"Me@example.org"}' where id = ${delivery.id}`);
  await plan(delivery.id);
  const told = await world.run<{ notice: string; audience: string }>(
    sql`select notice, audience from notice where delivery_id = ${delivery.id} and way = 'mail'`,
  );
  expect(told).toEqual([{ notice: "cancelled", audience: "recipient" }]);
});
