import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#kernel/instant.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { placesApi } from "#features/places/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { PAY_WAYS } from "#features/payments/domain/due.ts";
import { rows } from "#server/db/db.ts";
import { codeOf, good, order } from "#test/support/people/booking.ts";
import { standingRule } from "#test/support/people/standing-order.ts";
import { useWorld } from "#test/support/use-world.ts";
import { recurringApi, type Rule } from "../contract/api.ts";

const { world, dora, ada, kim, sam } = useWorld({
  shop: true,
  eachTestAtTen: true,
  payWays: [...PAY_WAYS],
  people: {
    dora: ["Dora", "dispatcher"],
    ada: ["Ada", "org-admin"],
    kim: ["Kim", "courier"],
    sam: ["Sam", "sender"],
  },
});
const FRIDAY = "2026-06-19";
const MONDAY = "2026-06-22";
const NEXT_FRIDAY = "2026-06-26";

const add = async (changes: Partial<Rule> = {}) =>
  good(await dora.call(recurringApi.addRule, { rule: standingRule(changes) }));
const read = async (id: string) => good(await dora.call(recurringApi.readRule, { id }));
const days = async (id: string, from?: string) =>
  good(await dora.call(recurringApi.readDays, { id, ...(from !== undefined && { from }) })).days;
const statesOf = async (id: string, from?: string) =>
  Object.fromEntries((await days(id, from)).map(({ day, state }) => [day, state]));
const job = (name: string) => {
  const found = world.server.rooms.find((room) => room.name === "recurring")?.jobs?.jobs[name];
  if (!found) throw new Error(name);
  return found;
};
const make = (id: string) => job("makeRecurring")({ id });
const ordersOf = (id: string) =>
  world.run(sql<{ day: string; label: string }>`
    select g.day::text as day, o.request #>> '{dropoff,label}' as label
    from recurring_day g join sales_order o on o.id = g.order_id where g.rule_id = ${id} order by g.day`);
/** Orders of the whole shop with this note, whether a rule knows them or not. */
const countBy = async (note: string) =>
  (
    await world.one(
      sql<{ n: number }>`select count(*)::int as n from sales_order where sender ->> 'note' = ${note}`,
    )
  )?.n;
const noted = () => {
  const note = randomUUID();
  return { note, sender: { ...standingRule().sender, note } };
};

const SATURDAY = "2026-06-20";
/** Closes these dates, and no other ones. */
const close = async (...dates: string[]) => {
  const { version, hours } = good(await ada.call(placesApi.readArea, {}));
  const exceptions = dates.map((date) => ({ date, closed: true, opens: null, closes: null, note: "" }));
  good(await ada.call(placesApi.editHours, { version, hours: { ...hours, exceptions } }));
};

test("the days that come are shown, and the order of the next one is made as the desk enters it", async () => {
  const { id } = await add();
  expect(await statesOf(id)).toMatchObject({ [FRIDAY]: "planned", [MONDAY]: "planned" });
  await make(id);
  const [friday, monday] = await days(id);
  expect(friday).toMatchObject({ day: FRIDAY, state: "made", window: { start: "2026-06-19T08:00:00.000Z" } });
  expect(monday).toMatchObject({ day: MONDAY, state: "planned", delivery: null });
  const delivery = good(await dora.call(deliveriesApi.readDelivery, { id: friday?.delivery?.id ?? "" }));
  expect(delivery).toMatchObject({ sender: { name: "Berta Baker" }, state: "created" });
  expect((await read(id)).made).toBe(1);
});

test("the job run twice, by two workers at once and again on each day makes each order once", async () => {
  const { note, sender } = noted();
  const { id } = await add({ sender, weekdays: [1, 2, 3, 4, 5, 6, 7] });
  await Promise.all([make(id), make(id), make(id)]);
  await make(id);
  expect(await countBy(note)).toBe(3);
  for (let day = 0; day < 4; day += 1) {
    world.now += DAY_MS;
    await job("findRecurring")({});
    await Promise.all([make(id), make(id)]);
  }
  expect(await countBy(note)).toBe(7);
  expect((await ordersOf(id)).length).toBe(7);
});

test("every rule is looked at once a day, and again when the opening hours change", async () => {
  const queued = async (id: string) =>
    (await world.run(sql`select 1 from graphile_worker._private_jobs where payload ->> 'id' = ${id}`)).length;
  const { id } = await add();
  await make(id);
  await world.run(sql`delete from graphile_worker._private_jobs where payload ->> 'id' = ${id}`);
  await job("findRecurring")({});
  expect(await queued(id)).toBe(0);
  await close();
  await job("lookAgain")({});
  await job("findRecurring")({});
  expect(await queued(id)).toBe(1);
  await make(id);
  await world.run(sql`delete from graphile_worker._private_jobs where payload ->> 'id' = ${id}`);
  world.now += DAY_MS;
  await job("findRecurring")({});
  expect(await queued(id)).toBe(1);
});

test("a day is skipped, wanted again, and moved to another window", async () => {
  const { id } = await add();
  good(await dora.call(recurringApi.skipDay, { id, day: FRIDAY }));
  await make(id);
  expect(await statesOf(id)).toMatchObject({ [FRIDAY]: "skipped" });
  const at = { date: "2026-06-20", time: "14:00" };
  good(await dora.call(recurringApi.planDay, { id, day: FRIDAY, at }));
  await make(id);
  const [friday] = await days(id);
  expect(friday).toMatchObject({
    state: "made",
    movedBy: "person",
    window: { start: "2026-06-20T12:00:00.000Z" },
  });
  for (const answer of [
    await dora.call(recurringApi.planDay, { id, day: FRIDAY, at: null }),
    await dora.call(recurringApi.skipDay, { id, day: FRIDAY }),
  ])
    expect(codeOf(answer)).toBe("409 recurring.made-already");
});

test("only a day of the rule, and a time that is open and near, is taken", async () => {
  const { id } = await add();
  expect(codeOf(await dora.call(recurringApi.skipDay, { id, day: "2026-06-20" }))).toBe(
    "409 recurring.day-unknown",
  );
  for (const at of [
    { date: MONDAY, time: "07:00" },
    { date: "2026-06-17", time: "09:00" },
    { date: "2026-07-22", time: "10:00" },
  ])
    expect(codeOf(await dora.call(recurringApi.planDay, { id, day: MONDAY, at }))).toBe(
      "422 recurring.no-window",
    );
});

test("a change touches the days that are not made; one made on an older version is refused with who was faster", async () => {
  const { id, version, rule } = await add();
  await make(id);
  const edit = (changes: Partial<Rule>, seen = version) =>
    dora.call(recurringApi.editRule, { id, version: seen, rule: { ...rule, ...changes } });
  const late = await ada.call(recurringApi.editRule, { id, version, rule: { ...rule, time: "11:00" } });
  expect(good(late)).toMatchObject({ version: version + 1, changedBy: "Ada", made: 1 });
  const refused = await edit({ time: "12:00" });
  expect(codeOf(refused)).toBe("409 recurring.changed-meanwhile");
  expect(refused.body.facts).toMatchObject({ by: "Ada" });
  good(await edit({ weekdays: [4, 5], time: "12:00" }, version + 1));
  await make(id);
  expect((await days(id)).slice(0, 3)).toMatchObject([
    { day: "2026-06-18", state: "made", window: { start: "2026-06-18T10:00:00.000Z" } },
    { day: FRIDAY, state: "made", window: { start: "2026-06-19T08:00:00.000Z" } },
    { day: "2026-06-25", state: "planned", window: { start: "2026-06-25T10:00:00.000Z" } },
  ]);
});

test("a paused rule makes nothing, and the days of the pause are left out", async () => {
  const { note, sender } = noted();
  const { id } = await add({ sender });
  good(await dora.call(recurringApi.turnRule, { id, act: "pause" }));
  await make(id);
  expect(await countBy(note)).toBe(0);
  world.now += 7 * DAY_MS;
  good(await dora.call(recurringApi.turnRule, { id, act: "resume" }));
  await make(id);
  expect((await ordersOf(id)).map(({ day }) => day)).toEqual([NEXT_FRIDAY]);
  expect((await read(id)).failed).toEqual([]);
  good(await dora.call(recurringApi.turnRule, { id, act: "end" }));
  expect(codeOf(await dora.call(recurringApi.turnRule, { id, act: "resume" }))).toBe(
    "409 recurring.wrong-state",
  );
  expect(await statesOf(id)).toEqual({ [NEXT_FRIDAY]: "made" });
});

test("a rule that is over ends by itself", async () => {
  const { id } = await add({ until: FRIDAY });
  await make(id);
  world.now += 3 * DAY_MS;
  await make(id);
  expect(await read(id)).toMatchObject({ state: "ended", failed: [] });
});

test("a day that cannot be made says why, and is made after the rule was mended", async () => {
  const far = { ...standingRule().dropoff, point: { lon: 13.9, lat: 52.9 } };
  const { id, version, rule } = await add({ dropoff: far });
  await make(id);
  const { failed } = await read(id);
  expect(failed).toMatchObject([{ day: FRIDAY, reason: { code: "quotes.outside-area" } }]);
  const list = async () =>
    good(await dora.call(recurringApi.listRules, { group: "failed" })).items.map((line) => line.id);
  expect(await list()).toContain(id);
  const { dropoff } = standingRule();
  good(await dora.call(recurringApi.editRule, { id, version, rule: { ...rule, dropoff } }));
  good(await dora.call(recurringApi.planDay, { id, day: FRIDAY, at: null }));
  await make(id);
  expect(await read(id)).toMatchObject({ failed: [], made: 1 });
  expect(await list()).not.toContain(id);
});

test("a day that went by while no server ran is said to be missed, and settled by leaving it out", async () => {
  const { id } = await add();
  world.now += 4 * DAY_MS;
  await make(id);
  expect((await read(id)).failed).toMatchObject([{ day: FRIDAY, reason: { code: "recurring.missed" } }]);
  expect((await ordersOf(id)).map(({ day }) => day)).toEqual([MONDAY]);
  expect(codeOf(await dora.call(recurringApi.planDay, { id, day: FRIDAY, at: null }))).toBe(
    "422 recurring.no-window",
  );
  good(await dora.call(recurringApi.skipDay, { id, day: FRIDAY }));
  expect((await read(id)).failed).toEqual([]);
});

test("a closure leaves the day out or moves it, as the rule says", async () => {
  const skips = await add();
  const moves = await add({ whenClosed: "move" });
  await close(FRIDAY);
  expect(await statesOf(skips.id)).toMatchObject({ [FRIDAY]: "closed" });
  expect((await days(moves.id))[0]).toMatchObject({
    day: FRIDAY,
    state: "planned",
    movedBy: "closure",
    window: { start: "2026-06-20T08:00:00.000Z" },
  });
  await Promise.all([make(skips.id), make(moves.id)]);
  expect(await ordersOf(skips.id)).toEqual([]);
  expect((await ordersOf(moves.id)).map(({ day }) => day)).toEqual([FRIDAY]);
  await close();
});

test("a day that moved to a later one is not lost by an edit in between, and none of the past is missed", async () => {
  const { id, version, rule } = await add({ serviceLevel: "next_day", weekdays: [5], whenClosed: "move" });
  await close(FRIDAY, SATURDAY);
  world.now += 3 * DAY_MS;
  const changed = { ...rule, weekdays: [3, 4, 5], time: "13:00" };
  good(await dora.call(recurringApi.editRule, { id, version, rule: changed }));
  await make(id);
  expect((await days(id, FRIDAY)).slice(0, 4)).toMatchObject([
    { day: FRIDAY, state: "made", window: { start: "2026-06-21T10:00:00.000Z" } },
    { day: "2026-06-24", state: "planned" },
    { day: "2026-06-25", state: "planned" },
    { day: NEXT_FRIDAY, state: "planned" },
  ]);
  expect((await read(id)).failed).toEqual([]);
  await close();
});

test("each order is priced by the list of the day on which it is made", async () => {
  const { id } = await add({ weekdays: [5, 6] });
  await make(id);
  const { version, rules } = good(await ada.call(quotesApi.readPriceList, {}));
  good(await ada.call(quotesApi.publishPriceList, { version, rules }));
  world.now += 7 * DAY_MS;
  await make(id);
  const versions = await world.run(sql<{ v: number }>`
    select distinct (o.price ->> 'priceListVersion')::int as v from recurring_day g
    join sales_order o on o.id = g.order_id where g.rule_id = ${id} order by 1`);
  expect(versions.length).toBe(2);
});

test("an invoice needs the sender's own account, when the rule is kept and when an order is made", async () => {
  const rule = standingRule({ way: "invoice" });
  expect(codeOf(await dora.call(recurringApi.addRule, { rule }))).toBe("409 payments.invoice-needs-account");
  const payerId = randomUUID();
  expect(codeOf(await dora.call(recurringApi.addRule, { rule: { ...rule, payerId } }))).toBe(
    "422 order-entry.unknown-account",
  );
  await order(world, sam);
  const theirs = { sender: { ...rule.sender, phone: "+4930123456" }, payerId: sam.actor.userId ?? null };
  const { id } = await add({ way: "invoice", ...theirs });
  await make(id);
  expect(await read(id)).toMatchObject({ failed: [], made: 1 });
});

test("a pattern without a day is refused, and the same key is one rule", async () => {
  const none = standingRule({ weekdays: [1], until: "2026-06-18" });
  expect(codeOf(await dora.call(recurringApi.addRule, { rule: none }))).toBe("422 recurring.no-day");
  const key = randomUUID();
  const once = await dora.call(recurringApi.addRule, { rule: standingRule() }, { key });
  expect(good(await dora.call(recurringApi.addRule, { rule: standingRule() }, { key }))).toEqual(good(once));
});

test("rules are found by their people and places, page by page", async () => {
  const name = "Zacharias Zucker";
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    ids.unshift((await add({ recipient: { ...standingRule().recipient, name } })).id);
    world.now += HOUR_MS;
  }
  const one = good(await dora.call(recurringApi.listRules, { q: "zucker linden", limit: 2 }));
  const two = good(
    await dora.call(recurringApi.listRules, { q: "zucker linden", limit: 2, cursor: one.next ?? "" }),
  );
  expect([...one.items, ...two.items].map(({ id }) => id)).toEqual(ids);
  expect(two.next).toBeNull();
  expect(one.items[0]?.next).toEqual({
    start: "2026-06-19T08:00:00.000Z",
    end: "2026-06-19T09:00:00.000Z",
  });
});

test("couriers, senders and guests see no rule, and another organisation has none of ours", async () => {
  const { id } = await add();
  for (const caller of [kim, sam, world.guest()])
    for (const answer of [
      await caller.call(recurringApi.readRule, { id }),
      await caller.call(recurringApi.readDays, { id }),
      await caller.call(recurringApi.listRules, {}),
      await caller.call(recurringApi.skipDay, { id, day: FRIDAY }),
      await caller.call(recurringApi.addRule, { rule: standingRule() }),
    ])
      expect([401, 403]).toContain(answer.status);
  const theirs = await world.db.as({ orgId: randomUUID() }, (tx) =>
    rows(tx, sql`select id from recurring_rule union all select rule_id from recurring_day`),
  );
  expect(theirs).toEqual([]);
});

/** Open exceptions of standing orders, as the desk reads them. */
const notMade = async (group: "open" | "resolved" = "open") => {
  const { items } = good(await dora.call(exceptionsApi.listExceptions, { kind: "day_not_made", group }));
  return Promise.all(items.map(async ({ id }) => good(await dora.call(exceptionsApi.readException, { id }))));
};
const ofRule = async (ruleId: string, group?: "open" | "resolved") =>
  (await notMade(group)).filter(({ facts }) => facts["ruleId"] === ruleId);
const resolve = async (id: string, resolution: "make-again" | "skip-day") =>
  good(await dora.call(exceptionsApi.resolveException, { id, resolution, note: null }));
const FAR = { ...standingRule().dropoff, point: { lon: 13.9, lat: 52.9 } };
const settle = (id: string, act: "make" | "skip") => job("settleRecurring")({ id, day: FRIDAY, act });

test("a day that could not be made is an exception: made again it comes back while its cause stays, and skipped it is over", async () => {
  const { id } = await add({ dropoff: FAR });
  await make(id);
  const [found] = await ofRule(id);
  expect(found).toMatchObject({
    kind: "day_not_made",
    facts: { day: FRIDAY, code: "quotes.outside-area" },
    resolutions: ["make-again", "skip-day"],
  });
  if (!found) throw new Error("nothing was opened");
  // However often the rule is looked at.
  await make(id);
  expect(await ofRule(id)).toHaveLength(1);

  world.now += HOUR_MS;
  await resolve(found.id, "make-again");
  expect(await ofRule(id)).toEqual([]);
  world.now += HOUR_MS;
  await settle(id, "make");
  expect(await ofRule(id)).toMatchObject([{ id: found.id, resolution: null }]);

  world.now += HOUR_MS;
  await resolve(found.id, "skip-day");
  await settle(id, "skip");
  expect((await read(id)).failed).toEqual([]);
  expect((await statesOf(id))[FRIDAY]).toBe("skipped");
  expect(await ofRule(id)).toEqual([]);
});

test("a mended rule makes its day by the exception, once however often it is pressed", async () => {
  const order = await add({ dropoff: FAR });
  const { id } = order;
  await make(id);
  const [found] = await ofRule(id);
  if (!found) throw new Error("nothing was opened");
  good(await dora.call(recurringApi.editRule, { id, version: order.version, rule: standingRule() }));
  world.now += HOUR_MS;
  await resolve(found.id, "make-again");
  await settle(id, "make");
  await settle(id, "make");
  expect((await read(id)).failed).toEqual([]);
  expect((await statesOf(id))[FRIDAY]).toBe("made");
  expect(await ordersOf(id)).toHaveLength(1);
  expect(await ofRule(id)).toEqual([]);
});

test("what is settled on the rule's page, or ends with the rule, is no exception any more", async () => {
  const [one, other] = [await add({ dropoff: FAR }), await add({ dropoff: FAR })];
  for (const { id } of [one, other]) await make(id);
  good(await dora.call(recurringApi.skipDay, { id: one.id, day: FRIDAY }));
  good(await dora.call(recurringApi.turnRule, { id: other.id, act: "end" }));
  for (const { id } of [one, other]) {
    expect(await ofRule(id)).toEqual([]);
    expect(await ofRule(id, "resolved")).toMatchObject([{ resolution: "by-itself" }]);
  }
});

test("people and places of a rule are deleted 90 days after it ended, and what it made stays", async () => {
  const mark = noted();
  const [ended, active] = [await add({ sender: mark.sender }), await add()];
  await make(ended.id);
  good(await dora.call(recurringApi.turnRule, { id: ended.id, act: "end" }));
  const forget = () => job("forgetRecurring")({});
  world.now += 89 * DAY_MS;
  await forget();
  expect(await read(ended.id)).toMatchObject({ state: "ended" });
  world.now += 2 * DAY_MS;
  await forget();
  expect(codeOf(await dora.call(recurringApi.readRule, { id: ended.id }))).toBe("404 recurring.not-found");
  expect(await ordersOf(ended.id)).toEqual([]);
  expect(await countBy(mark.note)).toBe(1);
  expect(await read(active.id)).toMatchObject({ state: "active" });
});
