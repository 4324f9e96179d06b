import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { json } from "#server/db/db.ts";
import { book, bookingKey, good, guestOrder, pay } from "#test/support/people/booking.ts";
import { bare } from "#test/support/people/crew.ts";
import { useNoticeServers } from "#test/support/people/notice-servers.ts";
import { useWorld } from "#test/support/use-world.ts";
import { noticesApi } from "../contract/api.ts";
import { AUDIENCES, CHOSEN_NOTICES, type Notice, WORDED_WAYS } from "../domain/notices.ts";
import { defaultRules, isOffered } from "../domain/settings.ts";
import { planDelivery } from "./plan.ts";
import { sendNotice } from "./send.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true, runJobs: false });
const { mails, phones, waysFor } = useNoticeServers();

/** Everybody is told of everything that an organisation can choose. */
const everything = () =>
  Object.fromEntries(
    CHOSEN_NOTICES.map((notice) => [
      notice,
      Object.fromEntries(
        AUDIENCES.map((audience) => [
          audience,
          WORDED_WAYS.filter((way) => isOffered(notice, audience, way)),
        ]),
      ),
    ]),
  );

async function setRules(tells: object): Promise<void> {
  const rules = { ...defaultRules(true), quiet: null, mostPerDay: 1000, tells };
  await world.run(sql`
    insert into notice_settings (org_id, version, rules, changed_at) values (${world.orgId}, 1, ${json(rules)}, now())
    on conflict (org_id) do update set rules = excluded.rules`);
}

beforeEach(() => world.run(sql`update organization set address = 'Hubstr. 1, 10115 Berlin'`));

/** Whatever is to be said of a delivery now, and once it can be undone no more, as the queue would do it. */
async function tell({ id }: Pick<Delivery, "id">): Promise<void> {
  const { orgId, db } = world;
  const parts = {
    db,
    clock: () => world.now,
    publicUrl: "http://localhost",
    locales: ["en"] as const,
    openChoices: () => Promise.resolve(new Set<string>()),
  };
  for (const wait of [0, 3 * MINUTE_MS]) {
    world.now += wait;
    await db.as({ orgId }, (tx) => planDelivery({ tx, orgId, now: world.now }, id));
    const due = await world.run<{ id: string }>(
      sql`select id from notice where delivery_id = ${id} and state = 'waiting' order by id`,
    );
    for (const one of due) await sendNotice(parts, waysFor(world))({ orgId, id: one.id });
  }
}

type Booker = "sender" | "guest";

/** Given to Kim; its recipient has addresses of their own, so that who booked hears by messages of their own. */
async function booked(who: Booker): Promise<Delivery> {
  const id =
    who === "sender"
      ? (await book(world, crew.sam)).id
      : await pay(world, (await guestOrder(world, bookingKey())).id);
  const own = { email: `${crypto.randomUUID()}@example.org`, phone: "+491701112222" };
  await world.run(sql`update delivery set recipient = recipient || ${json(own)}::jsonb where id = ${id}`);
  const read = good(await crew.bo.call(deliveriesApi.readDelivery, { id }));
  return crew.give(read, crew.kim);
}

const absent = { note: null, proofIds: [], reason: "recipient_absent" };
const collect = async (one: Delivery) => good(await crew.step(crew.kim, one, "collect", "succeed", bare));

/** Ways of a delivery through its life; after each step its people are told. */
const STORIES: Readonly<Record<string, readonly ((one: Delivery) => Promise<unknown>)[]>> = {
  delivered: [
    collect,
    async (one) => good(await crew.step(crew.kim, one, "deliver", "start")),
    async (one) => good(await crew.handOver(one)),
  ],
  returned: [
    collect,
    async (one) => good(await crew.step(crew.kim, one, "deliver", "fail", absent)),
    async (one) => good(await crew.handle(one, "send_back")),
    async (one) => {
      const again = await crew.give(one, crew.kim);
      return good(await crew.step(crew.kim, again, "return", "succeed", bare));
    },
  ],
  cancelled: [({ id }) => world.run(sql`update delivery set closed_as = 'cancelled' where id = ${id}`)],
  late: [
    ({ id }) =>
      world.run(sql`update task set window_start = to_timestamp(${world.now / 1000}) - interval '3 hours',
        window_end = to_timestamp(${world.now / 1000}) - interval '1 hour' where delivery_id = ${id}`),
  ],
  collected: [
    collect,
    async (one) => good(await crew.handle(one, "to_hub", crew.bo)),
    ({ id }) =>
      world.run(
        sql`update delivery set handover = ${json({ how: "hub", place: null })}::jsonb where id = ${id}`,
      ),
  ],
};

/** Notices that reached whoever booked, with their way, in one story. */
async function heardBy(who: Booker, story: string): Promise<string[]> {
  const one = await booked(who);
  await tell(one);
  for (const step of STORIES[story] ?? []) {
    await step(await crew.read(crew.bo, one.id));
    await tell(one);
  }
  const { entries } = good(await crew.bo.call(noticesApi.listNotices, { id: one.id }));
  return entries
    .filter(({ audience, state }) => audience === who && state === "sent")
    .map(({ notice, way }) => `${notice} ${way}`)
    .toSorted();
}

/** The same for all stories. */
async function heardInAll(who: Booker): Promise<ReadonlySet<string>> {
  const heard = new Set<string>();
  for (const story of Object.keys(STORIES)) for (const one of await heardBy(who, story)) heard.add(one);
  return heard;
}

test("a guest who booked hears by mail and text message of everything that a sender with an account hears", async () => {
  await setRules(everything());
  const [sender, guest] = [await heardInAll("sender"), await heardInAll("guest")];
  expect(guest).toEqual(sender);
  // The stories take no way back before it is said, and put no outcome right.
  const untold: ReadonlySet<Notice> = new Set(["returning", "taken_back"]);
  const told = CHOSEN_NOTICES.filter((notice) => !untold.has(notice)).flatMap((notice) =>
    WORDED_WAYS.filter((way) => !(notice === "booked" && way === "mail")).map((way) => `${notice} ${way}`),
  );
  expect([...guest]).toEqual(expect.arrayContaining(told));
  expect([mails.length, phones.length].every((count) => count > 0)).toBe(true);
  const late = phones.map(({ text }) => text).filter((text) => text.includes("later than promised"));
  expect(late).toHaveLength(4);
  for (const text of late)
    expect(text, "nothing is predicted, and the promise is over").toContain("expected as soon as possible");
});

test("a courier on the way to the door comes shortly, though the promise is over", async () => {
  await setRules(everything());
  const one = await collect(await booked("sender"));
  const { id } = good(await crew.step(crew.kim, one, "deliver", "start"));
  await world.run(sql`update task set window_start = to_timestamp(${world.now / 1000}) - interval '3 hours',
                        window_end = to_timestamp(${world.now / 1000}) - interval '1 hour' where delivery_id = ${id}`);
  await tell({ id });
  const next = phones.map(({ text }) => text).filter((text) => text.includes("comes next"));
  expect(next.length).toBeGreaterThan(0);
  for (const text of next) expect(text).toContain("comes next, expected shortly.");
});

test.each([true, false])("so it is by the settings that nobody changed (demo: %s)", async (isDemo) => {
  const { tells } = defaultRules(isDemo);
  await setRules(tells);
  const [sender, guest] = [await heardInAll("sender"), await heardInAll("guest")];
  expect(guest).toEqual(sender);
  expect(guest.has("delivered mail")).toBe(true);
  expect(guest.has("delivered sms")).toBe(isDemo);
  for (const notice of CHOSEN_NOTICES)
    expect(tells[notice].guest).toEqual(tells[notice].sender.filter((way) => way !== "push"));
});
