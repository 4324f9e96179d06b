import { sql } from "kysely";
import { expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { DAY_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { bookingKey, good, guestOrder, pay, withKey } from "#test/support/people/booking.ts";
import { useNoticeServers } from "#test/support/people/notice-servers.ts";
import { useWorld } from "#test/support/use-world.ts";
import { noticesApi } from "../contract/api.ts";
import { planDelivery } from "./plan.ts";
import { followDelivery } from "./send.ts";
import { openWays } from "./ways.ts";

const { world, crew } = useWorld({ crew: true, runJobs: false });
const { waysFor } = useNoticeServers();

test("the settings count what the text messages of the month cost, and name no secret", async () => {
  const ada = await world.person("Ada Admin", "org-admin");
  const delivery = await crew.assigned();
  const said = (at: number, cost: number | null) =>
    world.run(sql`
      insert into notice (org_id, id, delivery_id, notice, about, corrects, audience, way, state, made_at, due_at, said_at,
        sms_parts, cost_micros)
      values (${world.orgId}, gen_random_uuid(), ${delivery.id}, 'booked', '', false, 'recipient', 'sms', 'sent',
        ${toIso(at)}, ${toIso(at)}, ${toIso(at)}, 2, ${cost})`);
  await said(world.now, 150_000);
  await said(world.now - DAY_MS, 150_000);
  await said(world.now, null);
  await said(world.now - 40 * DAY_MS, 150_000);
  const { spent, gateways } = good(await ada.call(noticesApi.readNoticeSettings, {}));
  expect(spent).toEqual({ since: "2026-05-31T22:00:00.000Z", messages: 2, parts: 4, costMicros: 300_000 });
  expect(gateways.sms).toEqual({ leaves: false, host: null, from: null, knowsIds: true });
  const { mail, sms } = waysFor(world);
  expect([mail.host, sms.host]).toEqual([
    expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^127\.0\.0\.1:\d+$/),
  ]);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const secret = openWays({
    db: world.db,
    clock: () => world.now,
    log,
    dataFolder: world.dataFolder,
    mail: { url: "smtps://me:secret@mail.example:465/?token=secret", from: "a@b.example" },
  });
  expect(secret.mail.host).toBe("mail.example:465");
});

test("an example stands for a delivery in each language", async () => {
  const ada = await world.person("Ada Admin", "org-admin");
  const { example } = good(await ada.call(noticesApi.readNoticeTemplates, { language: "ar" }));
  expect(example.values).toMatchObject({ carrier: "Test Couriers", number: "WB-7K4M-92QX" });
  expect(example.foot.sms).toContain("http://localhost/n/");
});

test("a demo shows the text messages about an order to whoever placed it, and to nobody else", async () => {
  const key = bookingKey();
  const placed = await guestOrder(world, key);
  const deliveryId = await pay(world, placed.id);
  const other = await crew.assigned();
  const text = (about: string, body: string) =>
    world.run(sql`insert into unsent_sms (org_id, notice_id, delivery_id, audience, body, written_at)
                  values (${world.orgId}, gen_random_uuid(), ${about}, 'recipient', ${body}, ${toIso(world.now)})`);
  await text(deliveryId, "yours");
  await text(other.id, "another's");
  const guest = world.guest();
  const read = (headers: object) => guest.call(noticesApi.listDemoTexts, { id: placed.id }, headers);
  expect(good(await read(withKey(key))).texts, "outside a demo").toEqual([]);
  await world.run(sql`update organization set demo = true where id = ${world.orgId}`);
  expect(good(await read(withKey(key))).texts.map((one) => one.text)).toEqual(["yours"]);
  for (const headers of [{}, withKey(bookingKey()), { headers: { [HEADERS.trackingToken]: key } }])
    expect((await read(headers)).status).toBe(404);
  expect((await crew.sam.call(noticesApi.listDemoTexts, { id: placed.id })).status).toBe(404);
});

test("what waits for the morning goes once the rules know no night, and a demo's phone says when it comes", async () => {
  const ada = await world.person("Ada Admin", "org-admin");
  const key = bookingKey();
  const placed = await guestOrder(world, key);
  const deliveryId = await pay(world, placed.id);
  const night = { from: "00:00", to: "23:00" } as const;
  const setQuiet = async (quiet: typeof night | null) => {
    const { version, rules } = good(await ada.call(noticesApi.readNoticeSettings, {}));
    good(await ada.call(noticesApi.editNoticeSettings, { version, rules: { ...rules, quiet } }));
  };
  await world.run(sql`update organization set demo = true where id = ${world.orgId}`);
  await setQuiet(night);
  const { quietUntil = "" } = good(
    await world.guest().call(noticesApi.listDemoTexts, { id: placed.id }, withKey(key)),
  );
  expect(quietUntil).toBe("2026-06-17T21:00:00.000Z");
  const note = (dueAt: string) =>
    world.run(sql`
      insert into notice (org_id, id, delivery_id, notice, about, corrects, audience, way, state, made_at, due_at)
      values (${world.orgId}, gen_random_uuid(), ${deliveryId}, 'booked', '', false, 'recipient', 'mail', 'waiting',
        ${toIso(world.now)}, ${dueAt})`);
  const undoable = toIso(world.now + 3 * MINUTE_MS);
  for (const dueAt of [quietUntil, undoable]) await note(dueAt);
  const due = async () => {
    const found = await world.run<{ dueAt: number }>(
      sql`select due_at as "dueAt" from notice where delivery_id = ${deliveryId} order by due_at`,
    );
    return found.map(({ dueAt }) => toIso(dueAt));
  };
  await setQuiet(night);
  expect(await due(), "the night is as before").toEqual([undoable, quietUntil]);
  await setQuiet(null);
  expect(await due(), "one that can be undone still waits for that").toEqual([toIso(world.now), undoable]);
  const later = await world.guest().call(noticesApi.listDemoTexts, { id: placed.id }, withKey(key));
  expect(good(later)).toEqual({ texts: [] });
});

/** Connections to the test's database that wait for a lock. */
const waiting = async (): Promise<number> => {
  const [row] = await world.run<{ n: number }>(
    sql`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.n ?? 0;
};

test("what is held until a morning while the night is abolished is sent nevertheless", async () => {
  const ada = await world.person("Ada Admin", "org-admin");
  const setQuiet = async (quiet: { from: string; to: string } | null) => {
    const { version, rules } = good(await ada.call(noticesApi.readNoticeSettings, {}));
    return good(await ada.call(noticesApi.editNoticeSettings, { version, rules: { ...rules, quiet } }));
  };
  await setQuiet({ from: "00:00", to: "23:00" });
  const { id } = await crew.assigned();
  const { orgId } = world;
  await world.db.as({ orgId }, (tx) => planDelivery({ tx, orgId, now: world.now }, id));
  const parts = {
    db: world.db,
    clock: () => world.now,
    publicUrl: "http://localhost",
    locales: ["en"] as const,
    openChoices: () => Promise.resolve(new Set<string>()),
  };
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const holder = world.db.owner(async (tx) => {
    await sql`select from notice where delivery_id = ${id} for update`.execute(tx);
    await released;
  });
  const followed = followDelivery(parts, waysFor(world))({ orgId, aggregateId: id });
  await expect.poll(waiting).toBe(1);
  const edited = setQuiet(null);
  await expect.poll(waiting).toBe(2);
  release();
  await Promise.all([holder, followed, edited]);
  const due = await world.run<{ dueAt: number }>(
    sql`select due_at as "dueAt" from notice where delivery_id = ${id} and state = 'waiting'`,
  );
  expect(new Set(due.map(({ dueAt }) => dueAt))).toEqual(new Set([world.now]));
});
