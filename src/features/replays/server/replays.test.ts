import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { quotesApi } from "#features/quotes/contract/api.ts";
import type { PriceRule } from "#features/quotes/contract/price-list.ts";
import { keptFactsOf } from "#features/quotes/domain/kept-facts.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { book, codeOf, good, quote } from "#test/support/people/booking.ts";
import { type PastOrder, pastOrders } from "#test/support/people/past-orders.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { ReplayKind } from "../domain/lifecycle.ts";
import { REPLAY_JOB } from "./start-replay.ts";
import { replayJobs } from "./work.ts";
import { type Replay, replayCsvPath, replaysApi } from "../contract/api.ts";

const { world, ada, bo, sam } = useWorld({
  runJobs: "queued",
  shop: true,
  eachTestAtTen: true,
  people: { ada: ["Ada Admin", "org-admin"], bo: ["Bo", "dispatcher"], sam: ["Sam", "sender"] },
});

const flat = (amount: number): PriceRule => ({
  id: "base",
  title: "Base",
  when: [],
  do: { kind: "flat", amount },
});
const rule = (id: string, to: Omit<PriceRule, "id" | "title">): PriceRule => ({ id, title: id, ...to });
const byWay = (amount: number): PriceRule =>
  rule("way", { when: [], do: { kind: "perDistance", freeM: 2_000, stepM: 1_000, amount } });
const vat: PriceRule = rule("vat", { when: [], do: { kind: "tax", basisPoints: 1_900 } });
const published = [flat(500), byWay(100), vat];
const list = { version: 4, rules: published };

const day = (ago: number): string => toIso(world.now - ago * DAY_MS).slice(0, 10);
const asked = (rules: PriceRule[], more: Partial<Parameters<typeof startOf>[0]> = {}) => ({
  days: { from: day(30), to: day(0) },
  level: null as string | null,
  zone: null as string | null,
  listVersion: 4,
  rules,
  ...more,
});
const startOf = (input: {
  days: { from: string; to: string };
  level: string | null;
  zone: string | null;
  listVersion: number;
  rules: PriceRule[];
}) => ada.call(replaysApi.startReplay, input);
const read = async (id: string): Promise<Replay> => good(await ada.call(replaysApi.readReplay, { id }));
async function replay(...input: Parameters<typeof asked>): Promise<Replay> {
  const { id } = good(await startOf(asked(...input)));
  await world.settled();
  return read(id);
}
async function ordersOf(id: string, kind: ReplayKind = "all", limit = 100) {
  const found = [];
  let cursor: string | undefined;
  do {
    const page = good(
      await ada.call(replaysApi.listReplayOrders, { id, kind, limit, ...(cursor && { cursor }) }),
    );
    found.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor);
  return found;
}

const book30 = (change: (n: number) => Partial<PastOrder> = () => ({})) =>
  pastOrders(
    world,
    list,
    Array.from({ length: 30 }, (_, n) => ({
      hoursAgo: 1 + n * 7,
      facts: { distanceM: 1_000 + n * 900, serviceLevel: n % 3 === 0 ? "asap_60" : "scheduled" },
      ...change(n),
    })),
  );

beforeEach(async () => {
  await world.settled();
  await world.run(sql`delete from replay_run`);
  await world.run(sql`delete from report_delivery`);
  await world.run(sql`truncate sales_order cascade`);
});

describe("a replay", () => {
  test("of the published list changes no order, and its totals are the sums of its rows", async () => {
    await book30();
    const same = await replay(published);
    expect(same).toMatchObject({ state: "done", total: 30, done: 30, currency: "EUR", askedBy: "Ada Admin" });
    expect(same.outcome?.all).toMatchObject({ orders: 30, same: 30, more: 0, less: 0 });
    expect(same.outcome?.all.was).toBe(same.outcome?.all.now);
    const found = await replay([flat(400), byWay(130), vat]);
    const rows = await ordersOf(found.id);
    expect(rows).toHaveLength(30);
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((n, row) => n + of(row), 0);
    if (!found.outcome) throw new Error("no outcome");
    const { all, levels, bands, bars } = found.outcome;
    expect(all).toEqual({
      orders: 30,
      was: sum(({ was }) => was),
      now: sum(({ now }) => now ?? 0),
      more: rows.filter(({ was, now }) => (now ?? 0) > was).length,
      less: rows.filter(({ was, now }) => (now ?? 0) < was).length,
      same: rows.filter(({ was, now }) => now === was).length,
    });
    expect(all.more).toBeGreaterThan(0);
    expect(all.less).toBeGreaterThan(0);
    for (const parts of [levels, bands]) {
      expect(parts.reduce((n, { now }) => n + now, 0)).toBe(all.now);
      expect(parts.reduce((n, { orders }) => n + orders, 0)).toBe(30);
    }
    expect(bars.reduce((n, { difference }) => n + difference, 0)).toBe(all.now - all.was);
    for (const { was, now, changed } of rows)
      expect(changed.reduce((n, line) => n + (line.now ?? 0) - (line.was ?? 0), 0)).toBe((now ?? 0) - was);
    const customers = [...found.dearer, ...found.cheaper];
    expect(customers.reduce((n, one) => n + one.now - one.was, 0)).toBe(all.now - all.was);
    expect(found.dearer.every(({ was, now }) => now > was)).toBe(true);
    expect(found.cheaper.every(({ was, now }) => now < was)).toBe(true);
    expect(found.dearer[0]?.name).toMatch(/^Sender \d$/);
  });

  test("lists orders by their difference, page by page, and none twice", async () => {
    await book30();
    const { id } = await replay([flat(400), byWay(130), vat]);
    const differences = (rows: Awaited<ReturnType<typeof ordersOf>>) =>
      rows.map(({ was, now }) => (now ?? 0) - was);
    const more = await ordersOf(id, "more", 4);
    expect(differences(more)).toEqual(differences(more).toSorted((a, b) => b - a));
    const less = await ordersOf(id, "less", 4);
    expect(differences(less)).toEqual(differences(less).toSorted((a, b) => a - b));
    const same = await ordersOf(id, "same", 4);
    expect(new Set([...more, ...less, ...same].map(({ orderId }) => orderId)).size).toBe(30);
  });

  test("prices a real booking by the facts that its quote kept, zones and special days with them", async () => {
    const { version } = good(await ada.call(quotesApi.readPriceList, {}));
    good(await ada.call(quotesApi.publishPriceList, { version, rules: published }));
    const booked = await quote(world, sam);
    const stored = await world.one(sql<{ facts: object }>`select facts from quote where id = ${booked.id}`);
    expect(stored?.facts).toEqual({
      ...keptFactsOf(
        {
          serviceLevel: "same_day",
          zoneFrom: null,
          zoneTo: null,
          distanceM: booked.distanceM,
          massG: 2_000,
          parcels: 1,
          weekday: 3,
          timeOfDay: expect.any(String),
          leadMin: expect.any(Number),
          specialDay: false,
        },
        { version: 0, from: null, to: null },
      ),
    });
    const delivery = await book(world, sam);
    world.now += 1_000;
    const dear = rule("feast", { when: [{ fact: "specialDay" }], do: { kind: "surcharge", amount: 200 } });
    const late = rule("wednesday", {
      when: [{ fact: "weekday", in: [3] }],
      do: { kind: "surcharge", amount: 100 },
    });
    const found = await replay([...published.slice(0, 2), dear, late, vat]);
    const [row] = await ordersOf(found.id);
    expect(row).toMatchObject({ deliveryId: delivery.id, reason: null, level: "same_day" });
    expect((row?.now ?? 0) - (row?.was ?? 0)).toBe(119);
    expect(row?.changed).toEqual([
      { ruleId: "wednesday", title: "wednesday", was: null, now: 100 },
      { ruleId: "tax 1900", title: "", was: expect.any(Number), now: expect.any(Number) },
    ]);
  });

  test("counts what it cannot replay by the reason, and guesses nothing", async () => {
    await pastOrders(world, list, [
      { hoursAgo: 2 },
      { hoursAgo: 3, isBare: true },
      { hoursAgo: 4, currency: "CHF" },
      { hoursAgo: 5, facts: { distanceM: 60_000 } },
      { hoursAgo: 6, state: "pending_payment" },
      { hoursAgo: 7, state: "expired" },
      { hoursAgo: 8, state: "cancelled" },
    ]);
    const near = { when: [{ fact: "distanceM" as const, below: 50_000 }], do: flat(500).do };
    const feast = rule("feast", { when: [{ fact: "specialDay" }], do: { kind: "surcharge", amount: 1 } });
    const found = await replay([rule("base", near), feast]);
    expect(found.total).toBe(4);
    expect(found.outcome?.all.orders).toBe(1);
    expect(found.outcome?.unpriced).toEqual([
      { reason: "no-fact", detail: "specialDay", orders: 1 },
      { reason: "no-price", detail: "", orders: 1 },
      { reason: "other-currency", detail: "CHF", orders: 1 },
    ]);
    const unpriced = await ordersOf(found.id, "unpriced");
    expect(unpriced.map(({ now, currency }) => [now, currency])).toEqual([
      [null, "EUR"],
      [null, "CHF"],
      [null, "EUR"],
    ]);
  });

  test("takes the orders of its days, level and zone alone", async () => {
    await pastOrders(world, list, [
      { hoursAgo: 1, facts: { serviceLevel: "asap_60" } },
      { hoursAgo: 1, facts: { zoneTo: "north", zonesVersion: 1 } },
      { hoursAgo: 40 * 24 },
    ]);
    const count = async (...input: Parameters<typeof asked>) => (await replay(...input)).outcome?.all.orders;
    expect(await count(published)).toBe(2);
    expect(await count(published, { days: { from: day(60), to: day(0) } })).toBe(3);
    expect(await count(published, { level: "asap_60" })).toBe(1);
    expect(await count(published, { zone: "north" })).toBe(1);
    const none = await replay(published, { zone: "south" });
    expect(none).toMatchObject({ state: "done", total: 0, outcome: { all: { orders: 0 } } });
  });

  test("runs alone, is cancelled, and keeps nothing of what it had found", async () => {
    await book30();
    await world.run(sql`insert into replay_run (org_id, id, state, from_day, to_day, since, until, rules, list_version,
        currency, asked_at, total)
      values (${world.orgId}, ${crypto.randomUUID()}, 'running', ${day(3)}, ${day(0)}, now(), now(), '[]', 1, 'EUR',
        ${toIso(world.now)}, 3)`);
    expect(codeOf(await startOf(asked(published)))).toBe("409 replays.busy");
    const [running] = good(await ada.call(replaysApi.listReplays, {})).items;
    const id = running?.id ?? "";
    expect(good(await ada.call(replaysApi.cancelReplay, { id })).state).toBe("cancelled");
    expect(codeOf(await ada.call(replaysApi.cancelReplay, { id }))).toBe("409 replays.not-running");
    expect(await ordersOf(id)).toEqual([]);
    expect((await replay(published)).state).toBe("done");
  });

  test("that is asked for twice by one key is one", async () => {
    const key = crypto.randomUUID();
    const first = good(await ada.call(replaysApi.startReplay, asked(published), { key }));
    await world.settled();
    const again = good(await ada.call(replaysApi.startReplay, asked(published), { key }));
    expect(again.id).toBe(first.id);
    expect(good(await ada.call(replaysApi.listReplays, {})).items).toHaveLength(1);
  });

  test.each([[{ from: "2026-06-10", to: "2026-06-09" }], [{ from: "2025-01-01", to: "2026-06-09" }]])(
    "of the days %j is refused",
    async (days) => {
      expect(codeOf(await startOf(asked(published, { days })))).toBe("422 replays.bad-span");
    },
  );

  test("expires after a week, and five are kept", async () => {
    for (let n = 0; n < 6; n += 1) {
      world.now += 1_000;
      await replay(published);
    }
    const kept = good(await ada.call(replaysApi.listReplays, {})).items;
    expect(kept).toHaveLength(5);
    world.now += 7 * DAY_MS;
    expect(codeOf(await ada.call(replaysApi.readReplay, { id: kept[0]?.id ?? "" }))).toBe(
      "404 replays.not-found",
    );
    await world.server.rooms.find(({ name }) => name === "replays")?.jobs?.jobs["forgetReplays"]?.({});
    expect(await world.one(sql<{ n: number }>`select count(*)::int as n from replay_run`)).toEqual({ n: 0 });
  });

  test("is for those who edit prices alone", async () => {
    const { id } = await replay(published);
    for (const caller of [bo, sam]) {
      expect(codeOf(await caller.call(replaysApi.startReplay, asked(published)))).toBe(
        "403 accounts.forbidden",
      );
      expect(codeOf(await caller.call(replaysApi.readReplay, { id }))).toBe("403 accounts.forbidden");
      expect(codeOf(await caller.call(replaysApi.listReplayOrders, { id }))).toBe("403 accounts.forbidden");
    }
    const file = await world.server.app.inject({
      url: replayCsvPath(id),
      headers: { authorization: "Bearer Bo" },
    });
    expect(file.statusCode).toBe(403);
  });
});

test("the file has every order, and no cell that a spreadsheet takes for a formula", async () => {
  await pastOrders(world, list, [
    { hoursAgo: 1, sender: "=HYPERLINK(evil)" },
    ...Array.from({ length: 130 }, (_, n) => ({ hoursAgo: 2 + n })),
  ]);
  const evil = { ...flat(620), title: "+Base" };
  const { id } = await replay([evil, byWay(100), vat]);
  const { body, headers } = await world.server.app.inject({
    url: replayCsvPath(id),
    headers: { authorization: "Bearer Ada Admin" },
  });
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  const [head, first, ...rest] = body.trim().split("\r\n");
  expect(head).toContain("booked_price,draft_price,difference");
  expect(rest).toHaveLength(130);
  expect(first).toContain(",'=HYPERLINK(evil),");
  expect(first).toContain(",7.14,8.57,1.43,");
  expect(first).toContain("'+Base: 5 > 6.2");
});

test("a page takes as many statements whatever it holds", async () => {
  const orders = Array.from({ length: 40 }, (_, n) => ({ hoursAgo: n + 1, facts: { zonesVersion: 0 } }));
  await pastOrders(world, list, orders);
  const parts = { db: world.db, orgId: world.orgId, clock: () => world.now, log: { error: () => undefined } };
  const cost = async (page: number): Promise<number> => {
    const id = crypto.randomUUID();
    await world.run(sql`delete from replay_run`);
    await world.run(sql`insert into replay_run (org_id, id, state, from_day, to_day, since, until, rules, list_version,
        currency, asked_at, total)
      values (${world.orgId}, ${id}, 'running', ${day(30)}, ${day(0)}, ${toIso(world.now - 30 * DAY_MS)},
        ${toIso(world.now)}, ${JSON.stringify([flat(600)])}::jsonb, 1, 'EUR', ${toIso(world.now)}, 40)`);
    const turn = replayJobs(parts, { turnMs: 0, page }).jobs[REPLAY_JOB];
    const { statements } = await world.db.countStatements(async () => turn?.({ id }));
    return statements;
  };
  expect(await cost(30)).toBe(await cost(5));
});

describe("several thousand orders", () => {
  const COUNT = 3_000;
  test("are replayed in pages of a fixed number of statements, while the server goes on answering", async () => {
    await pastOrders(
      world,
      list,
      Array.from({ length: COUNT }, (_, n) => ({ hoursAgo: 1 + (n % 600), facts: { distanceM: n * 5 } })),
    );
    const many = Array.from({ length: 30 }, (_, n) =>
      rule(`r${n}`, { when: [{ fact: "distanceM", from: n * 500 }], do: { kind: "surcharge", amount: n } }),
    );
    const { id } = good(await startOf(asked([...published, ...many])));
    let answered = 0;
    const slow: number[] = [];
    while ((await read(id)).state === "running") {
      answered += 1;
      for (let turn = 0; turn < 20; turn += 1) {
        // By the processor's clock: on a busy machine the wall's counts others' work.
        const begun = process.cpuUsage();
        await new Promise(setImmediate);
        const { user, system } = process.cpuUsage(begun);
        slow.push((user + system) / 1_000);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    expect(await read(id)).toMatchObject({ state: "done", done: COUNT, outcome: { all: { orders: COUNT } } });
    expect(answered).toBeGreaterThan(1);
    expect(slow.filter((ms) => ms > 50)).toEqual([]);
  });
});
