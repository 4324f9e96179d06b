import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { choicesApi } from "#features/choices/contract/api.ts";
import { orderEntryApi } from "#features/order-entry/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { expireOrder } from "#features/deliveries/server/public.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { HOUR_MS, MINUTE_MS, fromIso, toIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { writeContext } from "#server/db/tx-context.ts";
import {
  book,
  codeOf,
  good,
  order,
  orderInput,
  pay,
  quote,
  request,
  systemOf,
} from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { type SlotRow, slotsApi } from "../contract/api.ts";

const SEED = Number(process.env["WAYBILL_SEED"] ?? 20_261_128);
const { world, crew, ada } = useWorld({
  crew: true,
  people: { ada: ["Ada Admin", "org-admin"] },
  daysApart: 14,
});

const EVERY = (places: number | null) => Array.from({ length: 7 }, () => places);
const all = (places: number | null, changes: Partial<SlotRow> = {}): SlotRow => ({
  id: "all",
  level: null,
  from: "00:00",
  until: "24:00",
  places: EVERY(places),
  ...changes,
});
const read = async (caller = ada) => good(await caller.call(slotsApi.readSlots, {}));
type Days = Awaited<ReturnType<typeof read>>["days"];
const save = async (rows: SlotRow[], days: Days = [], version?: number) =>
  ada.call(slotsApi.editSlots, { version: version ?? (await read()).version, rows, days });
const today = () => toIso(world.now).slice(0, 10);
const offered = async (level: string) =>
  good(await world.guest().call(quotesApi.offerWindows, {})).windows.filter(
    ({ serviceLevel, date }) => serviceLevel === level && date === today(),
  );
const place = async () => crew.sam.call(deliveriesApi.placeOrder, orderInput(await quote(world, crew.sam)));
const endUnpaid = async (id: string) => {
  world.now += 16 * MINUTE_MS;
  await world.db.as({ orgId: world.orgId }, (tx) =>
    expireOrder(writeContext(tx, { actor: systemOf(world.orgId), now: world.now }), id),
  );
};

beforeEach(async () => {
  await save([]);
});

describe("places", () => {
  test("the office reads them, an administrator alone sets them, each change by its version", async () => {
    const { version } = await read();
    const saved = good(await save([all(3)]));
    expect(saved).toMatchObject({ version: version + 1, rows: [all(3)], changedBy: "Ada Admin" });
    expect(await read(crew.bo)).toEqual(saved);
    const body = { version: saved.version, rows: [], days: [] };
    for (const who of [crew.bo, crew.kim, crew.sam])
      expect((await who.call(slotsApi.editSlots, body)).status).toBe(403);
    for (const who of [crew.kim, crew.sam, world.guest()])
      expect([401, 403]).toContain((await who.call(slotsApi.readSlots, {})).status);
    expect(await save([all(4)], [], version)).toMatchObject({
      status: 409,
      body: { code: "capacity.changed-meanwhile", facts: { version: saved.version, changed: "all" } },
    });
    expect(await save([all(1, { until: "00:00" })])).toMatchObject({
      status: 422,
      body: {
        code: "capacity.bad-plan",
        fields: [{ path: "rows.0.until", code: "capacity.ends-before-start" }],
      },
    });
  });

  test("of two administrators who save at once one is told", async () => {
    const { version } = await read();
    const both = await Promise.all([save([all(1)], [], version), save([all(2)], [], version)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

describe("a window", () => {
  test("says how few places are left, then that it is full, and a quote names the next one", async () => {
    const first = request(world);
    const until = localAt(fromIso(first.window.start) + HOUR_MS, "Europe/Berlin").time;
    good(await save([all(4, { until })]));
    const mine = async () =>
      (await offered("same_day")).find(({ window }) => window.start === first.window.start);
    expect((await mine())?.left).toBeUndefined();
    await book(world, crew.sam);
    expect((await mine())?.left).toBe(3);
    for (let n = 0; n < 3; n++) await order(world, crew.sam);
    expect((await mine())?.left).toBe(0);
    const refused = await crew.sam.call(quotesApi.makeQuote, first);
    expect(refused).toMatchObject({ status: 409, body: { code: "slots.full" } });
    const { facts = {} } = refused.body as { facts?: Record<string, number> };
    const next = (await offered("same_day")).find(({ left }) => left !== 0);
    expect(facts["nextStart"]).toBe(next && fromIso(next.window.start));
  });

  test("of a closed day cannot be booked, and its reason is read", async () => {
    const closed = { date: today(), closed: true, reason: "Public holiday", places: {} };
    good(await save([], [closed]));
    expect((await offered("same_day")).map((one) => one.closed)).toContain("Public holiday");
    expect(await crew.sam.call(quotesApi.makeQuote, request(world))).toMatchObject({
      status: 409,
      body: { code: "slots.closed", facts: { reason: "Public holiday" } },
    });
    const { pickup, dropoff } = request(world);
    const prices = good(
      await world.guest().call(quotesApi.priceWindows, {
        pickupLon: pickup.point.lon,
        pickupLat: pickup.point.lat,
        dropoffLon: dropoff.point.lon,
        dropoffLat: dropoff.point.lat,
        massG: 2_000,
        parcels: 1,
      }),
    );
    expect(prices.windows.filter(({ date }) => date === today()).every((one) => one.closed)).toBe(true);
  });

  test("is held while the sender pays, and free once the order expires, is given up or its delivery cancelled", async () => {
    good(await save([all(1)]));
    const held = await order(world, crew.sam);
    const other = () => crew.sam.call(quotesApi.makeQuote, request(world));
    expect(codeOf(await other())).toBe("409 slots.full");
    await endUnpaid(held.id);
    const again = await order(world, crew.sam);
    expect(codeOf(await other())).toBe("409 slots.full");
    good(await crew.sam.call(deliveriesApi.abandonOrder, { id: again.id }));
    const paid = await book(world, crew.sam);
    expect(codeOf(await other())).toBe("409 slots.full");
    const asked = { id: paid.id };
    const { fee } = good(await crew.sam.call(deliveriesApi.previewCancellation, asked));
    good(
      await crew.sam.call(deliveriesApi.cancelDelivery, {
        ...asked,
        commandId: randomUUID(),
        occurredAt: toIso(world.now),
        fee,
        note: null,
      }),
    );
    expect((await other()).status).toBe(200);
  });

  // v5.0.0-2.3.4
  test("is refused to a quote whose last place another order took meanwhile", async () => {
    good(await save([all(1)]));
    const [mine, theirs] = [await quote(world, crew.sam), await quote(world, crew.sam)];
    good(await crew.sam.call(deliveriesApi.placeOrder, orderInput(theirs)));
    const late = await crew.sam.call(deliveriesApi.placeOrder, orderInput(mine));
    expect(codeOf(late)).toBe("409 slots.full");
    expect(good(await crew.sam.call(quotesApi.readQuote, { id: mine.id })).state).toBe("open");
  });
});

describe("the last place", () => {
  test("goes to as many of overlapping orders as there are places, whatever else ends meanwhile", async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 0, max: 2 }),
        async (places, buyers, endings) => {
          round += 1;
          await world.run(sql`update sales_order set state = 'expired' where state = 'pending_payment'`);
          good(await save([all(places)]));
          const standing = [];
          for (let n = 0; n < Math.min(endings, places); n++) standing.push(await order(world, crew.sam));
          const quotes = [];
          good(await save([all(null)]));
          for (let n = 0; n < buyers; n++) quotes.push(await quote(world, crew.sam));
          good(await save([all(places)]));
          const [answers] = await Promise.all([
            Promise.all(quotes.map((one) => crew.sam.call(deliveriesApi.placeOrder, orderInput(one)))),
            Promise.all(standing.map(({ id }) => crew.sam.call(deliveriesApi.abandonOrder, { id }))),
          ]);
          const won = answers.filter(({ status }) => status === 200).length;
          const lost = answers.filter(({ status }) => status !== 200).map(codeOf);
          expect(lost).toEqual(lost.map(() => "409 slots.full"));
          expect(won).toBeLessThanOrEqual(places);
          expect(won).toBeGreaterThanOrEqual(Math.min(buyers, places - standing.length));
          const load = good(await crew.bo.call(slotsApi.readSlotLoad, {})).days[0];
          expect(load?.rows[0]?.taken).toBe(won);
        },
      ),
      { seed: SEED, numRuns: 12, endOnFailure: true },
    );
    expect(round).toBeGreaterThan(0);
  });
});

describe("the office", () => {
  test("is asked before it promises more than there is, and the load says who did", async () => {
    good(await save([all(1)]));
    const held = await order(world, crew.sam);
    const quoted = good(await crew.bo.call(quotesApi.makeQuote, request(world)));
    const asked = { ...orderInput(quoted), way: "cash-collection" as const, payerId: null };
    expect(codeOf(await crew.bo.call(orderEntryApi.enterOrder, asked))).toBe("409 slots.full");
    const knowingly = { ...asked, overbook: true };
    good(await crew.bo.call(orderEntryApi.enterOrder, knowingly));
    const [load] = good(await crew.bo.call(slotsApi.readSlotLoad, {})).days;
    expect(load?.rows).toMatchObject([{ id: "all", places: 1, taken: 2 }]);
    expect(load?.overbooked).toMatchObject([{ level: "same_day", by: crew.bo.actor.name }]);
    await endUnpaid(held.id);
  });

  test("moves a delivery within the same rule, and the place that it leaves is free", async () => {
    const delivery = await book(world, crew.sam);
    const start = fromIso(delivery.window.start) + 24 * HOUR_MS;
    const window = { start: toIso(start), end: toIso(start + 2 * HOUR_MS) };
    const tomorrow = { date: window.start.slice(0, 10), closed: false, reason: "", places: { all: 0 } };
    good(await save([all(1)], [tomorrow]));
    const edit = { id: delivery.id, version: delivery.version, window };
    expect(codeOf(await crew.bo.call(deliveriesApi.editDelivery, edit))).toBe("409 slots.full");
    good(await crew.bo.call(deliveriesApi.editDelivery, { ...edit, overbook: true }));
    expect((await place()).status).toBe(200);
    const { days } = good(await crew.bo.call(slotsApi.readSlotLoad, {}));
    expect(days.map(({ rows }) => rows[0]?.taken)).toEqual([1, 1]);
    expect(days[1]?.overbooked).toHaveLength(1);
  });
});

test("a paid order keeps the place that it held", async () => {
  good(await save([all(1)]));
  const held = await order(world, crew.sam);
  await pay(world, held.id);
  expect(codeOf(await crew.sam.call(quotesApi.makeQuote, request(world)))).toBe("409 slots.full");
  expect(choicesApi.choose.refusals).toContain("slots.full");
});
