import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { accountsApi } from "#features/accounts/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { messagesApi } from "#features/messages/contract/api.ts";
import { HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { book, good } from "#test/support/people/booking.ts";
import { bare } from "#test/support/people/crew.ts";
import { type Browser, usePushService } from "#test/support/push/push-service.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { pushApi } from "../contract/api.ts";
import { MOST_DEVICES } from "../domain/limits.ts";

const contact = "mailto:it@waybill.example";
const { world, crew } = useWorld({
  crew: true,
  runJobs: false,
  daysApart: 1,
  push: { contact, allowsPrivate: true, waitMs: 300 },
});
const { answers, subscribe } = usePushService();

const add = (caller: Caller, { endpoint, p256dh, auth }: Browser, language: "en" | "ar" = "en") =>
  caller.call(pushApi.addPushDevice, { endpoint, p256dh, auth, language });
const devices = async (caller: Caller) => good(await caller.call(pushApi.listPushDevices, {})).devices;
async function browserOf(caller: Caller, language?: "en" | "ar"): Promise<Browser> {
  const browser = subscribe();
  good(await add(caller, browser, language));
  return browser;
}

interface Waiting {
  readonly id: string;
  readonly name: string;
  readonly payload: Record<string, unknown>;
}
const waiting = (names: readonly string[]): Promise<Waiting[]> =>
  world.run(sql<Waiting>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = any (${[...names]})
    returning j.id::text, t.identifier as name, j.payload`);
async function run(...names: string[]): Promise<Waiting[]> {
  const jobs = world.server.rooms.find(({ name }) => name === "push")?.jobs?.jobs ?? {};
  const found = await waiting(names);
  for (const { name, payload } of found) await jobs[name]?.(payload);
  return found;
}
const find = () => run("push.route", "push.edit", "push.message", "push.signed-out");
const send = () => run("push.send");
/** Everything that the queue would do now, each once. */
async function work(): Promise<void> {
  await find();
  await send();
}

/** An edit of Kim's route, by its newest revision. */
async function plan(type: "assign" | "unassign", ...deliveries: Delivery[]): Promise<void> {
  const courierId = crew.kim.actor.courierId ?? "";
  const date = toIso(world.now).slice(0, 10);
  const route = await world.one<{ revision: number }>(
    sql`select revision from route where courier_id = ${courierId} and service_date = ${date}`,
  );
  const seen = [{ courierId, revision: route?.revision ?? 0 }];
  const head = { commandId: randomUUID(), occurredAt: toIso(world.now), date, seen };
  const deliveryIds = deliveries.map(({ id }) => id);
  const to = type === "assign" ? { type, courierId, beforeTaskId: null } : { type };
  good(await crew.bo.call(dispatchApi.editPlan, { edit: { ...head, deliveryIds, ...to } }));
}
const assign = (...deliveries: Delivery[]) => plan("assign", ...deliveries);
const unassign = (...deliveries: Delivery[]) => plan("unassign", ...deliveries);
const write = async () =>
  good(
    await crew.bo.call(messagesApi.sendMessage, {
      text: "Frau Meier, Kanalstr. 3, wants it at the back door",
      courierIds: [crew.kim.actor.courierId ?? ""],
      toAll: false,
      deliveryId: null,
    }),
  );
const bodies = ({ got }: Browser) => got.map(({ text }) => text["body"]);

beforeEach(async () => {
  await world.run(sql`delete from push_device`);
  await world.run(sql`delete from push_day`);
  await work();
});

describe("a courier", () => {
  test("hears once how many stops were added, in their language, and nothing of whom", async () => {
    const english = await browserOf(crew.kim);
    const arabic = await browserOf(crew.kim, "ar");
    const both = [await book(world, crew.sam), await book(world, crew.sam)];
    await assign(...both);
    await work();
    await work();
    expect(bodies(english)).toEqual(["Added stops: 4."]);
    expect(arabic.got[0]?.text).toMatchObject({ lang: "ar", dir: "rtl", path: "/c", tag: "day" });
    const { claims, headers, text } = english.got[0] ?? {};
    expect(claims).toMatchObject({ sub: contact });
    expect(headers).toMatchObject({ ttl: "14400", urgency: "high" });
    expect(headers?.["topic"]).toMatch(/^[\w-]{32}$/);
    expect(Object.keys(text ?? {}).toSorted()).toEqual(["body", "dir", "id", "lang", "path", "tag", "title"]);
    expect((await devices(crew.kim))[0]?.reachedAt).toBe(toIso(world.now));
  });

  test("hears nothing of what was taken back at once, and of what was taken later", async () => {
    const browser = await browserOf(crew.kim);
    const delivery = await book(world, crew.sam);
    await assign(delivery);
    await unassign(delivery);
    await work();
    expect(browser.got).toEqual([]);
    await assign(delivery);
    await work();
    await unassign(delivery);
    await work();
    expect(bodies(browser)).toEqual(["Added stops: 2.", "Removed stops: 2."]);
    expect(new Set(browser.got.map(({ headers }) => headers["topic"])).size).toBe(1);
  });

  test("hears of an edit of a stop, and nothing of what they do themselves", async () => {
    const delivery = await book(world, crew.sam);
    await assign(delivery);
    const browser = await browserOf(crew.kim);
    world.now += 1_000;
    const { id, version, recipient } = await crew.read(crew.bo, delivery.id);
    const note = { ...recipient, phone: recipient.phone ?? "+4930123456", note: "Third floor" };
    good(await crew.bo.call(deliveriesApi.editDelivery, { id, version, recipient: note }));
    await work();
    expect(bodies(browser)).toEqual(["Changed stops: 1."]);
    world.now += 1_000;
    good(await crew.step(crew.kim, await crew.read(crew.bo, id), "collect", "succeed", bare));
    await work();
    expect(browser.calls()).toBe(1);
  });

  test("hears that the office wrote, not what; a message that they saw or that was taken back is none", async () => {
    const browser = await browserOf(crew.kim);
    await write();
    await work();
    expect(browser.got.map(({ text }) => [text["title"], text["body"]])).toEqual([
      ["Message from the office", "Open Waybill to read it."],
    ]);
    const { id } = await write();
    good(await crew.bo.call(messagesApi.withdrawMessage, { id }));
    await work();
    const seen = await write();
    await world.run(sql`update message_recipient set seen_at = sent_at where message_id = ${seen.id}`);
    await work();
    expect(browser.calls()).toBe(1);
  });
});

describe("a courier whose shift begins", () => {
  /** Plans a shift of Kim's that begins in so many minutes and lasts an hour. */
  async function shiftIn(minutes: number, state = "planned"): Promise<string> {
    const id = randomUUID();
    const begin = world.now + minutes * MINUTE_MS;
    const [courierId, start, end] = [crew.kim.actor.courierId, toIso(begin), toIso(begin + HOUR_MS)];
    await world.run(sql`
      insert into planned_shift (org_id, id, courier_id, date, starts_at, ends_at, rests, state, version, changed_at)
      values (${world.orgId}, ${id}, ${courierId}, ${start.slice(0, 10)}, ${start}, ${end}, '[]', ${state}, 1, ${start})`);
    return id;
  }
  const remind = async () => {
    await world.server.rooms.find(({ name }) => name === "push")?.jobs?.jobs["push.remind"]?.({});
    return send();
  };

  beforeEach(() => world.run(sql`delete from planned_shift`));

  test("hears of it an hour before, once, and again where it begins at another time", async () => {
    const browser = await browserOf(crew.kim);
    const arabic = await browserOf(crew.kim, "ar");
    const id = await shiftIn(75);
    await remind();
    expect(browser.calls()).toBe(0);
    world.now += 15 * MINUTE_MS;
    await remind();
    world.now += 15 * MINUTE_MS;
    await remind();
    expect(browser.got.map(({ text }) => [text["title"], text["path"], text["tag"]])).toEqual([
      ["Your shift begins soon", "/c/shifts", "shift"],
    ]);
    expect(bodies(browser)[0]).toMatch(/^It begins at \d+:\d\d\u00a0[AP]M\.$/);
    expect(arabic.got[0]?.text).toMatchObject({ lang: "ar", dir: "rtl" });
    await world.run(
      sql`update planned_shift set starts_at = starts_at + interval '10 minutes' where id = ${id}`,
    );
    await remind();
    await remind();
    expect(browser.calls()).toBe(2);
  });

  test("hears nothing on duty, of a wish, of a shift to be freed of, or of one that began", async () => {
    const browser = await browserOf(crew.kim);
    for (const state of ["asked", "refused", "declined", "freed"]) await shiftIn(40, state);
    await shiftIn(-5);
    await remind();
    expect(browser.calls()).toBe(0);
    await world.run(sql`delete from planned_shift`);
    await shiftIn(30);
    await onDuty(true);
    await remind();
    await onDuty(false);
    expect(browser.calls()).toBe(0);
  });

  test("hears nothing of one that was moved, freed or begun while its push service wanted peace", async () => {
    const changes = [
      sql`update planned_shift set starts_at = starts_at + interval '3 hours', ends_at = ends_at + interval '3 hours'`,
      sql`update planned_shift set state = 'declined'`,
      sql`delete from planned_shift`,
    ];
    for (const changed of changes) {
      await world.run(sql`delete from planned_shift`);
      world.now += HOUR_MS;
      const browser = await browserOf(crew.kim);
      await shiftIn(50);
      answers.push({ code: 503 });
      expect(await remind()).toHaveLength(1);
      await world.run(changed);
      await send();
      expect(browser.got).toEqual([]);
      await world.run(sql`delete from push_device`);
    }
  });

  async function onDuty(on: boolean): Promise<void> {
    const { courierId } = crew.kim.actor;
    await world.run(
      on
        ? sql`insert into shift (org_id, id, courier_id, started_at) values (${world.orgId}, ${randomUUID()}, ${courierId}, ${toIso(world.now)})`
        : sql`delete from shift where courier_id = ${courierId} and ended_at is null`,
    );
  }
});

describe("a push service", () => {
  test.each([404, 410])("that answers %i ends the device", async (code) => {
    const browser = await browserOf(crew.kim);
    answers.push({ code });
    await write();
    await work();
    expect(await devices(crew.kim)).toEqual([]);
    await assign(await book(world, crew.sam));
    expect(await find(), "nobody follows the day any more").toEqual([]);
    expect(browser.calls()).toBe(1);
  });

  test("that wants peace has it, and its devices are told later; the others are told now", async () => {
    const first = await browserOf(crew.kim);
    answers.push({ code: 429, headers: { "retry-after": "600" } });
    await write();
    await work();
    const second = await browserOf(crew.kim);
    await send();
    expect([first.calls(), second.got.length]).toEqual([1, 1]);
    world.now += 599_000;
    await send();
    expect(first.calls()).toBe(1);
    world.now += 2_000;
    await send();
    expect([first.got.length, second.calls()]).toEqual([1, 1]);
    expect(await send(), "all is told").toEqual([]);
  });

  test.each(["breaks", "is silent"] as const)(
    "that took it and %s is given the same again, which the browser knows by its id",
    async (code) => {
      const browser = await browserOf(crew.kim);
      answers.push({ code });
      await write();
      await work();
      await send();
      expect(browser.got).toHaveLength(2);
      expect(new Set(browser.got.map(({ text }) => text["id"])).size).toBe(1);
      expect(new Set(browser.got.map(({ headers }) => headers["topic"])).size).toBe(1);
      expect(await send()).toEqual([]);
    },
  );

  test("that refuses is asked no more", async () => {
    const browser = await browserOf(crew.kim);
    answers.push({ code: 413 });
    await write();
    await work();
    expect(await send()).toEqual([]);
    expect(browser.calls()).toBe(1);
  });

  test("that never takes it is left in peace once it is no news", async () => {
    const browser = await browserOf(crew.kim);
    answers.push({ code: 503 }, { code: 503 });
    await write();
    await work();
    await send();
    world.now += 4 * HOUR_MS;
    await send();
    expect(await send()).toEqual([]);
    expect(browser.calls()).toBe(2);
  });

  test("is asked once although the job runs again after it ended, as after a crash", async () => {
    const browser = await browserOf(crew.kim);
    await write();
    await find();
    const [job] = await send();
    const { jobs } = world.server.rooms.find(({ name }) => name === "push")?.jobs ?? {};
    await jobs?.["push.send"]?.(job?.payload ?? {});
    expect(browser.calls()).toBe(1);
  });
});

describe("a device", () => {
  test("goes with a sign-out there; others of the person stay", async () => {
    const here = subscribe();
    const { endpoint, p256dh, auth } = here;
    const token = { headers: { authorization: `Bearer Kim Kurier#phone#${world.now}` } };
    good(await crew.kim.call(pushApi.addPushDevice, { endpoint, p256dh, auth, language: "en" }, token));
    const other = await browserOf(crew.kim);
    good(await crew.kim.call(accountsApi.endThisSession, {}, token));
    await find();
    expect(await devices(crew.kim)).toHaveLength(1);
    await write();
    await work();
    expect([here.calls(), other.calls()]).toEqual([0, 1]);
  });

  test("belongs to whoever pressed the switch there last, and only they see and remove it", async () => {
    const browser = await browserOf(crew.kim);
    const [mine] = await devices(crew.kim);
    const theirs = { id: mine?.id ?? "" };
    expect((await crew.lee.call(pushApi.removePushDevice, theirs)).status).toBe(404);
    expect(await devices(crew.lee)).toEqual([]);
    good(await add(crew.lee, browser));
    expect([await devices(crew.kim), (await devices(crew.lee)).length]).toEqual([[], 1]);
    good(await crew.lee.call(pushApi.removePushDevice, { id: (await devices(crew.lee))[0]?.id ?? "" }));
    expect(await devices(crew.lee)).toEqual([]);
  });

  test("whose push service gives it a new address stays, for the old one's secrets", async () => {
    const [old, fresh] = [await browserOf(crew.kim), subscribe()];
    const renew = (auth: string) =>
      world.guest().call(pushApi.renewPushDevice, {
        old: { endpoint: old.endpoint, auth },
        endpoint: fresh.endpoint,
        p256dh: fresh.p256dh,
        auth: fresh.auth,
      });
    expect(await renew(fresh.auth)).toMatchObject({ status: 404, body: { code: "push.unknown-device" } });
    good(await renew(old.auth));
    good(await renew(old.auth));
    expect(await devices(crew.kim)).toHaveLength(1);
    await write();
    await work();
    expect([old.calls(), fresh.got.length]).toEqual([0, 1]);
  });

  test("whose page told the new address first is one", async () => {
    const [old, fresh] = [await browserOf(crew.kim), await browserOf(crew.kim)];
    const { endpoint, p256dh, auth } = fresh;
    const given = { old: { endpoint: old.endpoint, auth: old.auth }, endpoint, p256dh, auth };
    good(await world.guest().call(pushApi.renewPushDevice, given));
    expect(await devices(crew.kim)).toHaveLength(1);
    const inside = { ...given, endpoint: "ftp://127.0.0.1/push" };
    expect((await world.guest().call(pushApi.renewPushDevice, inside)).status).toBe(422);
  });

  test("is one of ten at most, and the same browser counts once", async () => {
    const browsers = Array.from({ length: MOST_DEVICES }, () => subscribe());
    for (const browser of browsers) good(await add(crew.lee, browser));
    expect(await add(crew.lee, subscribe())).toMatchObject({
      status: 409,
      body: { code: "push.too-many", facts: { most: MOST_DEVICES } },
    });
    const [first] = browsers;
    if (first) good(await add(crew.lee, first));
    expect(await devices(crew.lee)).toHaveLength(MOST_DEVICES);
  });

  test("added by two calls with one key is one", async () => {
    const { endpoint, p256dh, auth } = subscribe();
    const given = { endpoint, p256dh, auth, language: "en" as const };
    const key = randomUUID();
    good(await crew.kim.call(pushApi.addPushDevice, given, { key }));
    good(await crew.kim.call(pushApi.addPushDevice, given, { key }));
    expect(await devices(crew.kim)).toHaveLength(1);
  });
});

test("the keys are made once and never told", async () => {
  const [one, two] = await Promise.all([
    crew.kim.call(pushApi.listPushDevices, {}),
    crew.lee.call(pushApi.listPushDevices, {}),
  ]);
  expect(good(one).publicKey).toBe(good(two).publicKey);
  expect(Buffer.from(good(one).publicKey, "base64url")).toHaveLength(65);
  const kept = await world.one<{ private: string }>(sql`select private_key as private from push_key`);
  expect(JSON.stringify([one, two])).not.toContain(kept?.private);
});
