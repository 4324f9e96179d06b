import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { pushApi } from "#features/push/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { bare } from "#test/support/people/crew.ts";
import { good } from "#test/support/people/booking.ts";
import { useNoticeServers } from "#test/support/people/notice-servers.ts";
import { type Browser, usePushService } from "#test/support/push/push-service.ts";
import { useWorld } from "#test/support/use-world.ts";
import { noticesApi } from "../contract/api.ts";
import { defaultRules } from "../domain/settings.ts";
import { planDelivery } from "./plan.ts";
import { sendNotice } from "./send.ts";

const { world, crew } = useWorld({
  crew: true,
  runJobs: false,
  daysApart: 1,
  push: { contact: "mailto:it@waybill.example", allowsPrivate: true, waitMs: 300 },
});
const { mails, waysFor } = useNoticeServers();
const { answers, subscribe } = usePushService();

async function rules(change: Partial<ReturnType<typeof defaultRules>>): Promise<void> {
  const ada = await world.person("Ada Admin", "org-admin");
  const { version } = good(await ada.call(noticesApi.readNoticeSettings, {}));
  const next = { ...defaultRules(false), quiet: null, ...change } as never;
  good(await ada.call(noticesApi.editNoticeSettings, { version, rules: next }));
}
async function subscribed(): Promise<Browser> {
  const browser = subscribe();
  const { endpoint, p256dh, auth } = browser;
  good(await crew.sam.call(pushApi.addPushDevice, { endpoint, p256dh, auth, language: "ar" }));
  return browser;
}
/** The delivery's news, then every notice that waits, as the queue would do it. */
async function work(id: string, minutes = 0): Promise<void> {
  world.now += minutes * MINUTE_MS;
  const { orgId, db } = world;
  await db.as({ orgId }, (tx) => planDelivery({ tx, orgId, now: world.now }, id));
  const due = await world.run<{ id: string }>(
    sql`select id from notice where delivery_id = ${id} and state in ('waiting', 'sending') order by id`,
  );
  const parts = {
    db,
    clock: () => world.now,
    publicUrl: "http://localhost",
    locales: ["en"] as const,
    openChoices: () => Promise.resolve(new Set<string>()),
  };
  for (const one of due) await sendNotice(parts, waysFor(world))({ orgId, id: one.id });
}
const entries = async (id: string) =>
  good(await crew.bo.call(noticesApi.listNotices, { id })).entries.filter(({ way }) => way === "push");

beforeEach(async () => {
  await world.run(sql`delete from push_device`);
  await rules({});
});

test("a sender hears on their own device how a delivery ended, once, and by mail besides", async () => {
  const browser = await subscribed();
  const delivery = await crew.collected();
  await work(delivery.id);
  mails.length = 0;
  good(await crew.handOver(delivery));
  await work(delivery.id, 4);
  await work(delivery.id, 4);
  expect(browser.got.map(({ text }) => text)).toEqual([
    expect.objectContaining({
      title: "Test Couriers",
      body: `Delivery ${delivery.number} has arrived`,
      path: `/my/deliveries/${delivery.id}`,
      tag: `delivery ${delivery.id}`,
      lang: "en",
    }),
  ]);
  expect(JSON.stringify(browser.got)).not.toMatch(/Rita|Sam/);
  expect(mails.length).toBeGreaterThan(0);
  expect(await entries(delivery.id)).toEqual([
    expect.objectContaining({
      notice: "delivered",
      state: "sent",
      to: null,
      answer: "201",
      costMicros: null,
    }),
  ]);
});

test("a push service that broke after it took one gets the same again, under its id", async () => {
  const browser = await subscribed();
  const delivery = await crew.collected();
  await work(delivery.id);
  good(
    await crew.step(crew.kim, delivery, "deliver", "fail", {
      reason: "recipient_absent",
      note: null,
      proofIds: [],
    }),
  );
  answers.push({ code: "breaks" });
  await work(delivery.id);
  await work(delivery.id, 4);
  await work(delivery.id, 1);
  await work(delivery.id, 1);
  expect(browser.got.map(({ text }) => text["body"])).toEqual(
    Array.from({ length: 2 }, () => `We could not deliver ${delivery.number}`),
  );
  expect(new Set(browser.got.map(({ text }) => text["id"])).size).toBe(1);
  expect((await entries(delivery.id))[0]).toMatchObject({ notice: "missed", state: "sent", tries: 2 });
});

test("without a device, and once the last one is gone, nobody is told by it and nothing is astray", async () => {
  const before = await crew.collected();
  good(
    await crew.step(crew.kim, before, "deliver", "fail", {
      reason: "recipient_absent",
      note: null,
      proofIds: [],
    }),
  );
  await work(before.id, 4);
  expect(await entries(before.id)).toEqual([]);
  const browser = await subscribed();
  const delivery = await crew.collected();
  good(
    await crew.step(crew.kim, delivery, "deliver", "fail", {
      reason: "recipient_absent",
      note: null,
      proofIds: [],
    }),
  );
  answers.push({ code: 410 });
  await work(delivery.id);
  await work(delivery.id, 4);
  expect(await entries(delivery.id)).toEqual([
    expect.objectContaining({ state: "dropped", why: "no_address" }),
  ]);
  expect(browser.calls()).toBe(1);
});

test("the organisation decides what senders hear by it, and offers it to nobody else", async () => {
  const { tells } = defaultRules(false);
  expect(tells.delivered).toEqual({ recipient: ["mail"], sender: ["mail", "push"], guest: ["mail"] });
  await rules({ tells: { ...tells, delivered: { ...tells.delivered, sender: ["mail"] } } });
  const browser = await subscribed();
  const delivery = await crew.collected();
  good(await crew.handOver(delivery));
  await work(delivery.id);
  await work(delivery.id, 4);
  expect(browser.got).toEqual([]);
  const ada = await world.person("Ada Admin", "org-admin");
  const { version } = good(await ada.call(noticesApi.readNoticeSettings, {}));
  const wrong = { ...defaultRules(false), tells: { ...tells, late: { ...tells.late, guest: ["push"] } } };
  expect(await ada.call(noticesApi.editNoticeSettings, { version, rules: wrong as never })).toMatchObject({
    status: 422,
    body: { code: "notices.not-offered" },
  });
});

test("a step that the courier takes is told to senders without a device by mail alone", async () => {
  const delivery = await crew.assigned();
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  await work(delivery.id);
  expect(await entries(delivery.id)).toEqual([]);
});
