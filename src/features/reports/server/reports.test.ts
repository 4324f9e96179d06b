import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { courierApi } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { good, head } from "#test/support/people/booking.ts";
import { bare } from "#test/support/people/crew.ts";
import { newId } from "#server/ids.ts";
import { mailsIn } from "#test/support/people/mails.ts";
import { useWorld } from "#test/support/use-world.ts";
import { type ReportGroup, reportsApi } from "../contract/api.ts";
import { healFacts } from "./heal-facts.ts";
import { planWeek } from "./weekly-mail.ts";

const opened = useWorld({
  crew: true,
  daysApart: 14,
  runJobs: "queued",
  people: { ada: ["Ada Admin", "org-admin"], fin: ["Fin", "finance"] },
});

/** Jobs that gather news are due now, and done. */
async function counted(): Promise<void> {
  await opened.world.run(
    sql`update graphile_worker._private_jobs set run_at = now() where id in (${COUNTS})`,
  );
  await opened.world.settled();
}
const COUNTS = sql`
  select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = 'reports.count'`;

const today = () => toIso(opened.world.now).slice(0, 10);
async function groups(): Promise<readonly ReportGroup[]> {
  await counted();
  const report = await opened.crew.bo.call(reportsApi.readReport, { from: today(), to: today() });
  return good(report).groups;
}
const all = async () => (await groups()).find(({ by }) => by === "all")?.now;

describe("what happens to deliveries is counted", () => {
  test("a try that failed, its correction, and a cancelled delivery", async () => {
    const { world, crew } = opened;
    good(await crew.kim.call(courierApi.keepShift, { ...head(world), onDuty: true }));
    const delivery = await crew.collected();
    world.now += 10 * MINUTE_MS;
    const failed = { reason: "recipient_absent", note: null, proofIds: [] };
    good(await crew.step(crew.kim, delivery, "deliver", "fail", failed));
    expect(await all()).toMatchObject({
      onTime: 0,
      open: 1,
      tries: 1,
      failed: 1,
      firstTries: 1,
      firstKept: 0,
    });
    expect((await groups()).find(({ by }) => by === "reason")).toMatchObject({ key: "recipient_absent" });

    good(
      await crew.step(crew.bo, await crew.read(crew.bo, delivery.id), "deliver", "correct", {
        to: "succeeded",
        reason: null,
        recipientName: "Rita",
        note: "it was handed over",
      }),
    );
    world.now += 20 * MINUTE_MS;
    good(await crew.kim.call(courierApi.keepShift, { ...head(world), onDuty: false }));
    expect(await all()).toMatchObject({
      onTime: 1,
      open: 0,
      failed: 0,
      firstKept: 1,
      stops: 2,
      dutySeconds: 1800,
    });

    const { id } = await crew.assigned();
    expect(await all()).toMatchObject({ onTime: 1, open: 1 });
    const { fee } = good(await crew.bo.call(deliveriesApi.previewCancellation, { id }));
    good(await crew.bo.call(deliveriesApi.cancelDelivery, { id, ...head(world), fee, note: null }));
    expect(await all()).toMatchObject({ onTime: 1, open: 0, missed: 0 });
    const courier = (await groups()).find(({ by }) => by === "courier");
    expect(courier).toMatchObject({ name: "Kim Kurier", now: { onTime: 1, dutySeconds: 1800 } });
  });

  test("a promise is missed once its window is over, with nobody touching it", async () => {
    const { world, crew } = opened;
    const { window } = await crew.assigned();
    expect(await all()).toMatchObject({ open: 1, missed: 0 });
    const day = today();
    world.now = Date.parse(window.end);
    await counted();
    const { groups } = good(await crew.bo.call(reportsApi.readReport, { from: day, to: day }));
    expect(groups[0]?.now).toMatchObject({ open: 0, missed: 1 });
    const { items } = good(
      await crew.bo.call(reportsApi.listCounted, { from: day, to: day, behind: "missed", limit: 10 }),
    );
    expect(items).toMatchObject([{ promise: "missed", state: "assigned", tries: 0 }]);
    const behind = async (what: "decided" | "delivered") =>
      good(await crew.bo.call(reportsApi.listCounted, { from: day, to: day, behind: what })).items;
    expect(await behind("decided")).toMatchObject([{ promise: "missed" }]);
    expect(await behind("delivered")).toEqual([]);
  });

  test("a way back is missed, and its tries are all there", async () => {
    const { crew } = opened;
    const delivery = await crew.collected();
    const failed = { reason: "refused", note: null, proofIds: [] };
    good(await crew.step(crew.kim, delivery, "deliver", "fail", failed));
    const back = good(await crew.handle(await crew.read(crew.bo, delivery.id), "send_back"));
    const given = await crew.give(back, crew.kim);
    good(await crew.step(crew.kim, given, "return", "succeed", bare));
    expect(await all()).toMatchObject({ missed: 1, tries: 1, stops: 3 });
  });
});

describe("money", () => {
  test("is read by those who may read money, and nobody else", async () => {
    const { crew, ada, fin } = opened;
    await crew.delivered();
    await counted();
    const days = { from: today(), to: today() };
    const denied = { status: 403, body: { code: "accounts.forbidden" } };
    expect(await crew.bo.call(reportsApi.readMoneyReport, days)).toMatchObject(denied);
    for (const caller of [crew.sam, crew.kim, fin])
      expect(await caller.call(reportsApi.readReport, days)).toMatchObject(denied);
    expect(await crew.kim.call(reportsApi.readMoneyReport, days)).toMatchObject(denied);
    for (const caller of [ada, fin]) {
      const { groups } = good(await caller.call(reportsApi.readMoneyReport, days));
      const found = groups.find(({ by }) => by === "all")?.now;
      expect(found).toMatchObject({ deliveries: 1, givenBack: { minor: 0 }, lost: { minor: 0 } });
      expect(found?.price.minor).toBeGreaterThan(0);
    }
  });
});

test.each([
  ["refunded by bank transfer", { captured: 0, refunded: 700, byBank: 700 }, 700],
  ["refunded since an edit lowered the price", { captured: 500, refunded: 500, byBank: 0 }, 0],
  ["refunded beyond a lower price", { captured: 500, refunded: 700, byBank: 200 }, 200],
])("what is %s is given back once, beyond the price alone", async (_what, money, givenBack) => {
  const { world, crew, fin } = opened;
  const { orderId } = await crew.delivered();
  const captured = sql`total_minor + ${money.captured}::int`;
  await world.run(sql`
    insert into payment (org_id, id, order_id, purpose, reason, state, provider, currency, amount_minor, authorized_minor,
      captured_minor, refund_reserved_minor, refunded_minor, refunded_by_bank_minor, created_at)
    select org_id, ${newId(world.now)}, id, 'booking', null, 'captured', 'sandbox', currency, ${captured}, ${captured},
      ${captured}, ${money.refunded}, ${money.refunded}, ${money.byBank}, now()
    from sales_order where id = ${orderId}`);
  await counted();
  const report = await fin.call(reportsApi.readMoneyReport, { from: today(), to: today() });
  const found = good(report).groups.find(({ by }) => by === "all")?.now;
  expect(found?.givenBack.minor).toBe(givenBack);
});

test("a delivery is one job while others are counted, which no worker waits for, and is counted after them", async () => {
  const { world, crew } = opened;
  const waiting = async () => (await world.run(sql`${COUNTS}`)).length;
  await counted();
  await world.db.owner(async (tx) => {
    const key = `reports ${world.orgId}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
    await crew.delivered();
    await world.run(sql`update graphile_worker._private_jobs set run_at = now() where id in (${COUNTS})`);
    await expect.poll(waiting).toBe(1);
  });
  expect(await all()).toMatchObject({ onTime: 1 });
});

test("one delivery that cannot be counted keeps no other from being counted", async () => {
  const { world, crew } = opened;
  const [bad, fine] = [await crew.delivered(), await crew.delivered()];
  await counted();
  const ids = sql`(${bad.id}, ${fine.id})`;
  await world.run(sql`delete from report_try where delivery_id in ${ids}`);
  await world.run(sql`delete from report_delivery where delivery_id in ${ids}`);
  const check = sql.raw(
    `alter table report_delivery add constraint no_such check (delivery_id <> '${bad.id}')`,
  );
  await world.run(check);
  const { count, faults } = await healFacts(world.db, world.orgId);
  await world.run(sql`alter table report_delivery drop constraint no_such`);
  expect({ count, faults: faults.length }).toEqual({ count: 1, faults: 1 });
  expect(await healFacts(world.db, world.orgId)).toEqual({ count: 1, faults: [] });
});

test.each([
  ["2026-06-18", "2026-06-17"],
  ["2024-01-01", "2026-06-17"],
])("days from %s to %s are refused by the field", async (from, to) => {
  for (const answer of [
    await opened.crew.bo.call(reportsApi.readReport, { from, to }),
    await opened.crew.bo.call(reportsApi.listCounted, { from, to, behind: "late" }),
  ])
    expect(answer).toMatchObject({
      status: 422,
      body: { code: "reports.too-long", fields: [{ path: "from" }] },
    });
});

test("a number of another list, an odd key and an odd way to divide find nothing and break nothing", async () => {
  const { crew } = opened;
  const days = { from: today(), to: today() };
  const keys = ["", "'; drop table person", "nobody", randomUUID()];
  for (const by of ["day", "courier", "area", "zone", "hour", "level", "reason"] as const)
    for (const key of keys) {
      const answer = await crew.bo.call(reportsApi.listCounted, { ...days, behind: "late", by, key });
      expect([by, key, answer.status]).toEqual([by, key, 200]);
    }
});

describe("the weekly mail", () => {
  const monday = () => {
    // The next Monday at seven in Berlin.
    const start = Date.UTC(2027, 0, 4, 6, 0);
    return start;
  };
  const mails = () => mailsIn(opened.world.dataFolder, "week before:");
  const withAddress = (name: string, locale: string) =>
    opened.world.run(
      sql`update person set email = ${`${name}@example.org`}, email_verified = true, locale = ${locale} where name = ${name}`,
    );
  const week = async (at: number) => {
    opened.world.now = at;
    await planWeek(opened.world.db, at);
    await opened.world.settled();
  };

  test("goes once on Monday to who switched it on, in their language, until they switch it off", async () => {
    const { world, ada, crew } = opened;
    expect(await crew.bo.call(reportsApi.switchWeeklyMail, { on: true })).toMatchObject({
      status: 409,
      body: { code: "reports.no-address" },
    });
    await withAddress("Bo Board", "en");
    await withAddress("Ada Admin", "de");
    expect(good(await crew.bo.call(reportsApi.switchWeeklyMail, { on: true }))).toEqual({
      on: true,
      address: "Bo Board@example.org",
    });
    good(await ada.call(reportsApi.switchWeeklyMail, { on: true }));
    good(await ada.call(reportsApi.switchWeeklyMail, { on: true }));
    await week(monday() - HOUR_MS);
    expect(await mails()).toEqual([]);
    await week(monday());
    await week(monday() + MINUTE_MS);
    await Promise.all([planWeek(world.db, world.now), planWeek(world.db, world.now)]);
    await world.settled();
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain("On time");
    expect(sent[0]).toContain("/d/reports?period=own&from=2026-12-28&to=2027-01-03");
    expect(await mailsIn(world.dataFolder, "Vorwoche:")).toHaveLength(1);

    good(await crew.bo.call(reportsApi.switchWeeklyMail, { on: false }));
    expect(good(await crew.bo.call(reportsApi.readWeeklyMail, {})).on).toBe(false);
    await week(monday() + 7 * DAY_MS);
    expect(await mails()).toHaveLength(1);
    expect(await mailsIn(world.dataFolder, "Vorwoche:")).toHaveLength(2);
  });

  test("goes no more to somebody who may not read reports any longer", async () => {
    const { world } = opened;
    await world.run(sql`update person set roles = '{finance}' where name = 'Ada Admin'`);
    await week(monday() + 14 * DAY_MS);
    expect(await mailsIn(world.dataFolder, "Vorwoche:")).toHaveLength(2);
  });
});
