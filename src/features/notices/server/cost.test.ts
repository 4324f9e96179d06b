import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { json } from "#server/db/db.ts";
import { useNoticeServers } from "#test/support/people/notice-servers.ts";
import { useWorld } from "#test/support/use-world.ts";
import { defaultRules } from "../domain/settings.ts";
import { followDelivery } from "./send.ts";

const { world, crew } = useWorld({ crew: true, runJobs: false, daysApart: 1 });
const { phones, mails, now, waysFor } = useNoticeServers();

/**
 * Messages of one follow that tells two notices. Before: lock, delivery, carrier, its notices, their insert, what decides
 * about them, their links, their tries, and the commit; then each by one that is a transaction by itself.
 */
const FOLLOWED = 9;
const ENDED = 1;

beforeEach(async () => {
  // At night nothing would be sent at all.
  const rules = { ...defaultRules(true), quiet: null };
  await world.run(sql`
    insert into notice_settings (org_id, version, rules, changed_at) values (${world.orgId}, 1, ${json(rules)}, now())
    on conflict do nothing`);
});

const follow = () => {
  const ways = waysFor(world);
  return followDelivery(
    {
      db: world.db,
      clock: () => world.now,
      publicUrl: "http://localhost",
      locales: ["en"],
      openChoices: () => Promise.resolve(new Set<string>()),
    },
    ways,
  );
};
/** Transactions that left these notices as they stand: one for each answer, after the one that began them. */
const writers = async (deliveryId: string): Promise<number> => {
  const [row] = await world.run<{ n: number }>(
    sql`select count(distinct xmin::text)::int as n from notice where delivery_id = ${deliveryId}`,
  );
  return row?.n ?? 0;
};

test("a mail and a text message of one event are told in few messages to the database", async () => {
  const delivery = await crew.assigned();
  const payload = { orgId: world.orgId, aggregateId: delivery.id };
  const work = follow();
  const { statements } = await world.db.countStatements(() => work(payload));
  expect([phones.length, mails.length]).toEqual([1, 1]);
  expect(statements).toBeLessThanOrEqual(FOLLOWED + 2 * ENDED);
  expect(await writers(delivery.id)).toBe(2);
  const again = await world.db.countStatements(() => work(payload));
  expect(again.statements, "nothing new is read and nothing written").toBe(5);
  expect([phones.length, mails.length]).toEqual([1, 1]);
});

test("a mail server that closes the line after it took a mail is given the same mail again", async () => {
  const delivery = await crew.assigned();
  const work = follow();
  now.hangsUp = true;
  await work({ orgId: world.orgId, aggregateId: delivery.id });
  const [row] = await world.run<{ state: string }>(
    sql`select state from notice where delivery_id = ${delivery.id} and way = 'mail'`,
  );
  expect(row, "it may have arrived").toEqual({ state: "sending" });
});
