import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { choicesApi } from "#features/choices/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { bare } from "#test/support/people/crew.ts";
import { bookingKey, contact, good, guestOrder, pay, withKey } from "#test/support/people/booking.ts";
import { linkIn, mailsIn } from "#test/support/people/mails.ts";
import { refuse, stall, take, useNoticeServers } from "#test/support/people/notice-servers.ts";
import { useWorld } from "#test/support/use-world.ts";
import { noticesApi } from "../contract/api.ts";
import { defaultRules } from "../domain/settings.ts";
import { planDelivery } from "./plan.ts";
import { sendNotice } from "./send.ts";
import { openWays } from "./ways.ts";

const { world, crew } = useWorld({ crew: true, runJobs: false, daysApart: 1 });
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const { phones, calls, mails, now, waysFor } = useNoticeServers();
let ways: ReturnType<typeof waysFor>;

beforeEach(async () => {
  ways = waysFor(world);
  await rules({});
});

const parts = () => ({
  db: world.db,
  clock: () => world.now,
  publicUrl: "http://localhost",
  locales: ["en"] as const,
  openChoices: () => Promise.resolve(new Set(["window", "return"])),
});
const plan = (id: string) =>
  world.db.as({ orgId: world.orgId }, (tx) => planDelivery({ tx, orgId: world.orgId, now: world.now }, id));
const due = (id: string) =>
  world.run<{ id: string }>(
    sql`select id from notice where delivery_id = ${id} and state in ('waiting', 'sending') order by id`,
  );
/** The delivery's news, then every notice that waits, as the queue would do it. */
async function work(id: string): Promise<void> {
  await plan(id);
  for (const one of await due(id)) await sendNotice(parts(), ways)({ orgId: world.orgId, id: one.id });
}
async function later(id: string, minutes: number): Promise<void> {
  world.now += minutes * MINUTE_MS;
  await work(id);
}
async function rules(change: Partial<ReturnType<typeof defaultRules>>): Promise<void> {
  const ada = await world.person("Ada Admin", "org-admin");
  const { version } = good(await ada.call(noticesApi.readNoticeSettings, {}));
  const next = { ...defaultRules(true), ...change } as never;
  good(await ada.call(noticesApi.editNoticeSettings, { version, rules: next }));
}
const texts = () => phones.map(({ text }) => text);
const entries = async (id: string) => good(await crew.bo.call(noticesApi.listNotices, { id })).entries;

test("a recipient hears of their delivery from its booking to its end, each thing once, and the link opens it", async () => {
  const delivery = await crew.assigned();
  await work(delivery.id);
  await work(delivery.id);
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toContain("Test Couriers: Sam Sender sends you a parcel");
  expect(mails.map(({ to }) => to)).toEqual(["mail@example.org"]);
  const token = /\/t\/(\w{22})/.exec(texts()[0] ?? "")?.[1] ?? "";
  const seen = await world
    .guest()
    .call(trackingApi.track, {}, { headers: { [HEADERS.trackingToken]: token } });
  expect(good(seen).state).toBe("booked");
  const links = await world.run<{ kind: string }>(
    sql`select kind from tracking_link where delivery_id = ${delivery.id}`,
  );
  expect(new Set(links.map(({ kind }) => kind)), "its recipient decides by it").toEqual(new Set(["act"]));

  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  await work(delivery.id);
  expect(texts()[1]).toContain("is on its way");
  good(await crew.step(crew.kim, delivery, "deliver", "start"));
  await work(delivery.id);
  expect(texts()[2]).toContain("comes next");
  good(await crew.handOver(await crew.read(crew.bo, delivery.id)));
  await work(delivery.id);
  expect(texts(), "it waits until the courier cannot take it back").toHaveLength(3);
  await later(delivery.id, 3);
  await later(delivery.id, 60);
  expect(texts()).toHaveLength(4);
  expect(texts()[3]).toContain("was delivered");
  expect(mails.at(-1)?.text).toContain("Taken by: Rita");
  const said = await entries(delivery.id);
  expect(said.map(({ notice, way, state, to }) => [notice, way, state, to])).toContainEqual([
    "delivered",
    "sms",
    "sent",
    "+49…56",
  ]);
  expect(said.find(({ way }) => way === "sms")).toMatchObject({
    answer: "201 g1",
    tries: 1,
    costMicros: 75_000,
  });
});

test("what was undone in time is told to nobody, and what was told is taken back", async () => {
  const early = await crew.collected();
  await work(early.id);
  const failed = { reason: "recipient_absent", note: null, proofIds: [] };
  const mend = { to: "succeeded", reason: null, note: "wrong swipe", recipientName: "Rita", proofIds: [] };
  good(await crew.step(crew.kim, early, "deliver", "fail", failed));
  await work(early.id);
  good(await crew.step(crew.bo, await crew.read(crew.bo, early.id), "deliver", "correct", mend));
  await work(early.id);
  await later(early.id, 4);
  expect(texts().join("\n")).not.toContain("could not deliver");
  expect(texts().at(-1)).toContain("was delivered");
  phones.length = 0;

  const late = await crew.collected();
  good(await crew.step(crew.kim, late, "deliver", "fail", failed));
  await work(late.id);
  await later(late.id, 4);
  expect(texts().at(-1)).toContain("we could not deliver");
  expect(texts().at(-1)).toContain(
    "You can choose: another time (the sender pays €2.92) or back to the sender (the sender pays €5.83).",
  );
  good(await crew.step(crew.bo, await crew.read(crew.bo, late.id), "deliver", "correct", mend));
  await work(late.id);
  expect(texts().at(-1)).toMatch(/^Correction of our last message.*was delivered/);
  expect(mails.at(-1)?.text).toContain("Correction of our last message");
});

test("a guest hears what a sender with an account hears, and a name becomes no link", async () => {
  const key = bookingKey();
  const order = await guestOrder(world, key, contact("https://evil.example <b>pay</b>", "+491701112222"));
  const id = await pay(world, order.id);
  await work(id);
  expect(texts()).toHaveLength(1);
  expect(phones[0]?.to).toBe("+491701112222");
  const sent = [texts().join(), ...mails.map(({ text }) => text)].join("\n");
  expect(sent).not.toMatch(/evil\.example|<b>pay/);
  good(await world.guest().call(deliveriesApi.readOrder, { id: order.id }, withKey(key)));
  await world.run(sql`update delivery set closed_as = 'cancelled' where id = ${id}`);
  await work(id);
  expect(phones.map(({ to }) => to)).toContain("+4930123456");
  expect(texts().filter((text) => text.includes("was cancelled"))).toHaveLength(2);
});

test("a gateway that is silent is asked again under the same id, and one message arrives", async () => {
  const delivery = await crew.assigned();
  now.answer = stall;
  await work(delivery.id);
  expect((await entries(delivery.id)).find(({ way }) => way === "sms")).toMatchObject({
    state: "sending",
    tries: 1,
  });
  now.answer = take;
  await work(delivery.id);
  expect(calls, "whichever notice's job comes next, no try is early").toHaveLength(1);
  await later(delivery.id, 3);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(1);
  expect(new Set(calls.map(({ text }) => text)).size, "the same message at each try").toBe(1);
  expect(phones).toHaveLength(1);
  expect((await entries(delivery.id)).find(({ way }) => way === "sms")).toMatchObject({ state: "sent" });
});

test("a gateway that knows no ids is not asked again after silence: a person decides", async () => {
  ways = waysFor(world, "to={to}&text={text}");
  const delivery = await crew.assigned();
  now.answer = stall;
  await work(delivery.id);
  await later(delivery.id, 30);
  expect(calls).toHaveLength(1);
  expect((await entries(delivery.id)).find(({ way }) => way === "sms")).toMatchObject({ state: "unsure" });
  const open = good(await crew.bo.call(exceptionsApi.listExceptions, { kind: "notice_failed" }));
  expect(open.items.map((item) => item.delivery?.id)).toContain(delivery.id);
});

test("what a gateway refuses is an exception, which ends when it is sent again", async () => {
  const delivery = await crew.assigned();
  now.answer = refuse;
  await work(delivery.id);
  await later(delivery.id, 60);
  expect(calls, "a refusal is final").toHaveLength(1);
  expect((await entries(delivery.id)).find(({ way }) => way === "sms")).toMatchObject({
    state: "failed",
    answer: "400 bad number",
    costMicros: null,
  });
  const [open] = good(
    await crew.bo.call(exceptionsApi.listExceptions, { kind: "notice_failed" }),
  ).items.filter((item) => item.delivery?.id === delivery.id);
  const shown = good(await crew.bo.call(exceptionsApi.readException, { id: open?.id ?? "" }));
  expect(shown.resolutions).toEqual(["send-again", "called", "dismiss"]);
  expect(JSON.stringify(shown.facts)).not.toMatch(/\+49|Rita/);
  now.answer = take;
  good(
    await crew.bo.call(exceptionsApi.resolveException, {
      id: shown.id,
      resolution: "send-again",
      note: null,
    }),
  );
  await work(delivery.id);
  expect(phones).toHaveLength(1);
});

test("a contact that was mended gets what failed, and the exception ends by itself", async () => {
  const delivery = await crew.assigned();
  now.answer = refuse;
  await work(delivery.id);
  now.answer = take;
  await world.run(
    sql`update delivery set recipient = recipient || '{"phone":"+4930999999"}' where id = ${delivery.id}`,
  );
  await work(delivery.id);
  expect(phones.map(({ to }) => to)).toEqual(["+4930999999"]);
  const left = good(await crew.bo.call(exceptionsApi.listExceptions, { kind: "notice_failed" })).items;
  expect(left.map((item) => item.delivery?.id)).not.toContain(delivery.id);
});

test("a link that went to a wrong number decides nothing once that is corrected; one by mail still does", async () => {
  const delivery = await crew.assigned();
  await work(delivery.id);
  const tokens = [texts().join(), mails.map(({ text }) => text.replaceAll(/=\r?\n/g, "")).join()].map(
    (said) => /\/t\/(\w{22})/.exec(said)?.[1] ?? "",
  );
  const acts = () =>
    Promise.all(
      tokens.map(async (token) => {
        const headers = { [HEADERS.trackingToken]: token };
        return good(await world.guest().call(trackingApi.track, {}, { headers })).acts;
      }),
    );
  expect(await acts()).toEqual([true, true]);
  world.now += MINUTE_MS;
  const { version, recipient } = await crew.read(crew.bo, delivery.id);
  const mended = { id: delivery.id, version, recipient: { ...recipient, phone: "+4930999998" } };
  good(await crew.bo.call(deliveriesApi.editDelivery, mended));
  expect(await acts()).toEqual([false, true]);
  const headers = { [HEADERS.trackingToken]: tokens[0] ?? "" };
  const refused = await world.guest().call(choicesApi.readChoices, {}, { headers });
  expect(refused.body.code).toBe("choices.view-only");
});

test("a mail server that refuses for now is asked again, one that refuses for good is not", async () => {
  const delivery = await crew.assigned();
  now.mailRefusal = 451;
  await work(delivery.id);
  expect((await entries(delivery.id)).find(({ way }) => way === "mail")).toMatchObject({ state: "waiting" });
  now.mailRefusal = 0;
  await later(delivery.id, 1);
  expect(mails).toHaveLength(1);
  const other = await crew.assigned();
  now.mailRefusal = 550;
  await work(other.id);
  expect((await entries(other.id)).find(({ way }) => way === "mail")).toMatchObject({
    state: "failed",
    answer: "550",
  });
});

test("at night nobody's phone rings, and in the morning only what still holds is said", async () => {
  await rules({ quiet: defaultRules(false).quiet });
  const delivery = await crew.assigned();
  world.now += 13 * 60 * MINUTE_MS;
  await work(delivery.id);
  expect(phones).toEqual([]);
  await later(delivery.id, 9 * 60);
  expect(texts().filter((text) => text.includes("sends you a parcel"))).toHaveLength(1);
});

test("limits hold, and a way that nobody chose is not taken", async () => {
  await rules({ mostPerDelivery: 1 });
  const delivery = await crew.assigned();
  await work(delivery.id);
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  await work(delivery.id);
  expect(texts()).toHaveLength(1);
  expect((await entries(delivery.id)).map(({ why }) => why)).toContain("limit");
  const silent = defaultRules(true).tells.booked;
  await rules({ tells: { ...defaultRules(true).tells, booked: { ...silent, recipient: [] } } });
  const other = await crew.assigned();
  await work(other.id);
  expect(await entries(other.id)).toEqual([]);
});

test("whoever has the address switches notices off by one press and on again, without signing in", async () => {
  const delivery = await crew.assigned();
  await work(delivery.id);
  const token = /\/n\/(\w{22})/.exec(texts()[0] ?? "")?.[1] ?? "";
  expect(token).toHaveLength(22);
  const as = { headers: { [HEADERS.trackingToken]: token } };
  const guest = world.guest();
  expect(good(await guest.call(noticesApi.readNoticeSwitch, {}, as))).toEqual({
    carrier: "Test Couriers",
    to: "+49…56",
    isOff: false,
  });
  good(await guest.call(noticesApi.switchNotices, { off: true }, as));
  good(await guest.call(noticesApi.switchNotices, { off: true }, { ...as, key: undefined as never }));
  const { kim } = crew;
  good(await crew.step(kim, delivery, "collect", "succeed", bare));
  const before = mails.length;
  await work(delivery.id);
  expect(texts()).toHaveLength(1);
  expect(mails.length, "the mail address is another").toBe(before + 1);
  good(await guest.call(noticesApi.switchNotices, { off: false }, as));
  good(await crew.step(kim, delivery, "deliver", "start"));
  await work(delivery.id);
  expect(texts()).toHaveLength(2);
  expect(
    (await guest.call(noticesApi.readNoticeSwitch, {}, { headers: { [HEADERS.trackingToken]: "x" } })).status,
  ).toBe(404);
});

test("wordings are checked, changed, tried and given back", async () => {
  const ada = await world.person("Ada Admin", "org-admin");
  const which = { notice: "booked", way: "sms", language: "en" } as const;
  const edit = (version: number, body: string | null) =>
    ada.call(noticesApi.editNoticeTemplate, {
      ...which,
      version,
      wording: body === null ? null : { subject: "", body },
    });
  const wrong = await edit(0, "Hello {interval}");
  expect(wrong).toMatchObject({
    status: 422,
    body: {
      code: "notices.unknown-placeholder",
      fields: [{ path: "wording.body" }],
      facts: { name: "{interval}" },
    },
  });
  expect((await edit(0, "Hello {recipient, {link}")).body).toMatchObject({
    code: "notices.unknown-placeholder",
    facts: { name: "{recipient" },
  });
  expect(good(await edit(0, "Parcel {number}: {link}"))).toMatchObject({ version: 1 });
  expect((await edit(0, "again")).body.code).toBe("notices.changed-meanwhile");
  const delivery = await crew.assigned();
  await work(delivery.id);
  expect(texts()[0]).toMatch(new RegExp(`^Parcel ${delivery.number}: http://localhost/t/`));
  expect(good(await edit(1, null))).toMatchObject({ version: 0 });
  const templates = good(await ada.call(noticesApi.readNoticeTemplates, { language: "ar" })).templates;
  expect(templates).toHaveLength(22);
  const tried = {
    ...which,
    way: "mail",
    subject: "Try {number}",
    body: "Hello {recipient}",
    to: "ada@example.org",
  } as const;
  good(await ada.call(noticesApi.testNotice, tried));
  expect((await mailsIn(world.dataFolder, "Try WB-7K4M-92QX")).length).toBe(1);
  expect((await ada.call(noticesApi.testNotice, { ...tried, way: "sms", to: "+4930123456" })).body.code).toBe(
    "notices.no-gateway",
  );
});

test("a crash between sending and noting sends the same message again, and it arrives once", async () => {
  const delivery = await crew.assigned();
  await plan(delivery.id);
  const dying = {
    ...ways,
    sms: {
      ...ways.sms,
      send: async (given: Parameters<typeof ways.sms.send>[0]) => {
        await ways.sms.send(given);
        throw new Error("the process died");
      },
    },
  };
  for (const { id } of await due(delivery.id))
    await sendNotice(parts(), dying)({ orgId: world.orgId, id }).catch(() => undefined);
  await later(delivery.id, 3);
  expect(calls).toHaveLength(2);
  expect(phones).toHaveLength(1);
  await rules({});
  expect(linkIn(texts()[0] ?? "", "http://localhost/t/")).toBeDefined();
});

test("without a gateway text messages are kept for the demo to show", async () => {
  ways = openWays({ db: world.db, clock: () => world.now, log, dataFolder: world.dataFolder });
  const delivery = await crew.assigned();
  await work(delivery.id);
  const kept = await world.run<{ body: string }>(
    sql`select body from unsent_sms where delivery_id = ${delivery.id} and audience = 'recipient'`,
  );
  expect(kept.map(({ body }) => body)).toEqual([expect.stringContaining("sends you a parcel")]);
});
