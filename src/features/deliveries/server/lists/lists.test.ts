import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { statementCosts } from "#test/support/seeds/budget.ts";
import {
  address,
  book,
  contact,
  good,
  openShop,
  orderInput,
  pay,
  quote,
} from "#test/support/people/booking.ts";
import { assign } from "#test/support/people/crew.ts";
import { WEDNESDAY_TEN, openWorld, type Caller, type World } from "#test/support/world.ts";
import type { InputOf } from "#contract/endpoint.ts";
import { deliveriesApi } from "../../contract/api.ts";
import type { Delivery } from "../../contract/shapes.ts";
import { runCommand } from "../public.ts";

let world: World;
let sam: Caller;
let bo: Caller;
let kim: Caller;
const booked: Delivery[] = [];

beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  await openShop(world);
  sam = await world.person("Sam Sender", "sender");
  bo = await world.person("Bo Board", "dispatcher");
  kim = await world.person("Kim Kurier", "courier");
  for (let i = 0; i < 12; i += 1) {
    booked.push(await book(world, sam));
    // Pairs share an instant, so that ties are met.
    if (i % 2 === 1) world.now += MINUTE_MS;
  }
});
afterAll(() => world.close());

type Asked = Partial<InputOf<typeof deliveriesApi.listDeliveries>>;
const list = async (asked: Asked = {}) => good(await bo.call(deliveriesApi.listDeliveries, asked));

/** Every page to the last. */
async function all(
  asked: Asked,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list({ ...asked, ...(cursor !== undefined && { cursor }) });
    ids.push(...page.items.map((item) => item.id));
    if (page.next === null) return ids;
    cursor = page.next;
    await between();
  }
}

describe("pages", () => {
  const sorts = (["window", "created", "number"] as const).flatMap((sort) =>
    (["asc", "desc"] as const).map((order) => [sort, order] as const),
  );
  test.each(sorts)("by %s %s show every row exactly once while rows are added", async (sort, order) => {
    const before = new Set(await all({ sort, order, limit: 100 }));
    const seen = await all({ sort, order, limit: 5 }, () => book(world, sam));
    expect(new Set(seen).size).toBe(seen.length);
    for (const id of before) expect(seen).toContain(id);
    const rows = (await list({ sort, order, limit: 100 })).items;
    const keys = rows.map(
      (row) => ({ window: row.window.start, created: row.createdAt, number: row.number })[sort],
    );
    const sorted = keys.toSorted();
    expect(keys).toEqual(order === "asc" ? sorted : sorted.reverse());
  });

  test("a page mark of another list, or no mark at all, is refused", async () => {
    const { next } = await list({ limit: 2 });
    const refusal = { code: "http.bad-input", fields: [{ path: "cursor" }] };
    const asked: Asked[] = [
      { cursor: next ?? "", sort: "number" },
      { cursor: next ?? "", search: "rita" },
      { cursor: "bm9wZQ" },
    ];
    for (const one of asked)
      expect((await bo.call(deliveriesApi.listDeliveries, one)).body).toMatchObject(refusal);
    const mine = await sam.call(deliveriesApi.listMyDeliveries, { cursor: next ?? "" });
    expect(mine.body).toMatchObject(refusal);
  });

  test("my deliveries are all of mine and nobody else's", async () => {
    const eve = await world.person("Eve", "sender");
    const hers = await book(world, eve);
    const found: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = good(
        await sam.call(deliveriesApi.listMyDeliveries, { limit: 7, ...(cursor && { cursor }) }),
      );
      found.push(...page.items.map((item) => item.id));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(new Set(found).size).toBe(found.length);
    for (const { id } of booked) expect(found).toContain(id);
    expect(found).not.toContain(hers.id);
    expect(good(await eve.call(deliveriesApi.listMyDeliveries, {})).items.map((item) => item.id)).toEqual([
      hers.id,
    ]);
  });
});

describe("finding", () => {
  test("by number however it is typed, by name and by address, accents or not", async () => {
    const quoted = await quote(world, sam, { dropoff: address("Übergröße 12, Café Zoë", 13.41, 52.52) });
    const input = orderInput(quoted, contact("Zoltán Őry"));
    const placed = good(await sam.call(deliveriesApi.placeOrder, input));
    const id = await pay(world, placed.id);
    const plain = placed.number.replace("WB-", "").replace("-", "").toLowerCase();
    for (const search of [placed.number, plain, "zoltan", "ŐRY zoltan", "ubergrosse 12", "cafe zoe", "café"])
      expect([search, ...(await list({ search })).items.map((item) => item.id)]).toEqual([search, id]);
    expect((await list({ search: "zoltan nobody" })).items).toEqual([]);
    expect((await list({ search: "100%_" })).items).toEqual([]);
  });

  test("by state, courier and local day", async () => {
    const delivery = await book(world, sam);
    await assign(world, bo, delivery, kim);
    const ids = async (asked: Asked) => (await list({ limit: 100, ...asked })).items.map((item) => item.id);
    expect(await ids({ states: "assigned" })).toEqual([delivery.id]);
    expect(await ids({ states: "assigned,created" })).toContain(booked[0]?.id);
    expect(await ids({ courierId: kim.actor.courierId ?? "" })).toEqual([delivery.id]);
    const today = localAt(WEDNESDAY_TEN, "Europe/Berlin").date;
    expect(await ids({ from: today, to: today })).toContain(delivery.id);
    expect(await ids({ to: localAt(WEDNESDAY_TEN - DAY_MS, "Europe/Berlin").date })).toEqual([]);
    const wrong = await bo.call(deliveriesApi.listDeliveries, { states: "sleeping" });
    expect(wrong.body).toMatchObject({ code: "http.bad-input", fields: [{ path: "states" }] });
    const { counts } = good(await bo.call(deliveriesApi.countStates, {}));
    expect(counts).toContainEqual({ state: "assigned", count: 1 });
  });
});

describe("budgets: statements do not grow with rows", () => {
  const more = async () => {
    for (let i = 0; i < 3; i += 1) await book(world, sam);
  };
  const calls: [string, number, () => Promise<unknown>][] = [
    ["listDeliveries", 7, () => list({ search: "rita", from: "2026-06-17", limit: 100 })],
    ["listMyDeliveries", 4, () => sam.call(deliveriesApi.listMyDeliveries, { limit: 100 })],
    ["countStates", 4, () => bo.call(deliveriesApi.countStates, {})],
    ["readDelivery", 6, () => bo.call(deliveriesApi.readDelivery, { id: booked[0]?.id ?? "" })],
    ["previewCancellation", 4, () => bo.call(deliveriesApi.previewCancellation, { id: booked[0]?.id ?? "" })],
    ["readOrder", 4, () => bo.call(deliveriesApi.readOrder, { id: booked[0]?.orderId ?? "" })],
  ];
  test.each(calls)("%s", async (_name, most, call) => {
    const { few, many } = await statementCosts(world, call, more);
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(most);
  });

  test("readDelivery, however long its story", async () => {
    const delivery = await book(world, sam);
    const read = () => bo.call(deliveriesApi.readDelivery, { id: delivery.id });
    const who = { actor: bo.actor, scope: "org" as const, now: world.now };
    const plan = () => ({
      commandId: randomUUID(),
      occurredAt: world.now,
      taskIds: delivery.tasks.map((task) => task.id),
    });
    const back = async () => {
      await world.db.as(bo.actor, (tx) =>
        runCommand(tx, who, {
          deliveryId: delivery.id,
          command: { ...plan(), type: "assign", courierId: kim.actor.courierId ?? "" },
        }),
      );
      await world.db.as(bo.actor, (tx) =>
        runCommand(tx, who, { deliveryId: delivery.id, command: { ...plan(), type: "unassign" } }),
      );
    };
    const { few, many } = await statementCosts(world, read, back);
    expect(many).toBe(few);
  });
});
