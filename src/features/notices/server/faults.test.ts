import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { json } from "#server/db/db.ts";
import { LATE_MS, stall, take, takeLate, useNoticeServers } from "#test/support/people/notice-servers.ts";
import { useWorld } from "#test/support/use-world.ts";
import { defaultRules } from "../domain/settings.ts";
import { followDelivery } from "./send.ts";

const { world, crew } = useWorld({ crew: true, runJobs: false, daysApart: 1 });
const { phones, calls, mails, now, waysFor } = useNoticeServers();
let ways: ReturnType<typeof waysFor>;

beforeEach(async () => {
  ways = waysFor(world);
  const rules = { ...defaultRules(true), quiet: null };
  await world.run(sql`
    insert into notice_settings (org_id, version, rules, changed_at) values (${world.orgId}, 1, ${json(rules)}, now())
    on conflict do nothing`);
});

const parts = () => ({
  db: world.db,
  clock: () => world.now,
  publicUrl: "http://localhost",
  locales: ["en"] as const,
  openChoices: () => Promise.resolve(new Set<string>()),
});
const follow = ({ id }: Delivery) => followDelivery(parts(), ways)({ orgId: world.orgId, aggregateId: id });
const later = (delivery: Delivery) => {
  world.now += 3 * MINUTE_MS;
  return follow(delivery);
};
const stateOf = async ({ id }: Delivery, way: "mail" | "sms") =>
  (
    await world.run<{ state: string; tries: number }>(
      sql`select state, tries from notice where delivery_id = ${id} and way = ${way}`,
    )
  ).at(0);
const idOf = (mail: { text: string } | undefined) => /^message-id: (\S+)/im.exec(mail?.text ?? "")?.[1];

test.each([
  ["answers after nobody waits any more", { mailLateMs: LATE_MS }],
  ["never answers", { mailStalls: true }],
])("a mail server that took a mail and %s is given it again, under its id", async (_, fault) => {
  const delivery = await crew.assigned();
  Object.assign(now, fault);
  await follow(delivery);
  expect(await stateOf(delivery, "mail"), "it may have arrived").toEqual({ state: "sending", tries: 1 });
  Object.assign(now, { mailLateMs: 0, mailStalls: false });
  await later(delivery);
  expect(await stateOf(delivery, "mail")).toEqual({ state: "sent", tries: 2 });
  expect(mails).toHaveLength(2);
  expect(idOf(mails[0])).toMatch(/^<.+@waybill\.example>$/);
  expect(idOf(mails[1])).toBe(idOf(mails[0]));
});

test("of a mail server that answers twice no mail that it took counts as one that may be sent anew", async () => {
  now.mailTwice = true;
  const message = {
    to: { name: "Rita Ray", address: "rita@example.org" },
    fromName: "Test Couriers",
    subject: "Parcel",
    text: "It comes.",
    html: "<p>It comes.</p>",
  };
  const ids = ["first", "second", "third"];
  const ends: string[] = [];
  for (const id of ids) {
    const given = { id, orgId: world.orgId, deliveryId: null, audience: "recipient" as const, message };
    ends.push((await ways.mail.send(given)).end);
  }
  const taken = mails.map((mail) => idOf(mail));
  expect(taken).toContain("<second@waybill.example>");
  const wrong = ids.filter((id, nth) => {
    const allowed = taken.includes(`<${id}@waybill.example>`) ? ["taken", "unknown"] : ["again", "unknown"];
    return !allowed.includes(ends[nth] ?? "");
  });
  expect(wrong).toEqual([]);
});

test.each([
  ["after nobody waits any more", takeLate],
  ["never", stall],
])("a gateway that took a message and answers %s is asked again under the same id", async (_, answer) => {
  const delivery = await crew.assigned();
  now.answer = answer;
  await follow(delivery);
  expect(await stateOf(delivery, "sms")).toEqual({ state: "sending", tries: 1 });
  now.answer = take;
  await later(delivery);
  expect(await stateOf(delivery, "sms")).toEqual({ state: "sent", tries: 2 });
  expect(new Set(calls.map(({ id }) => id)).size).toBe(1);
  expect(phones, "one message rang").toHaveLength(1);
});
