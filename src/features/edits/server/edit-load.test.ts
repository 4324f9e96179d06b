import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { InputOf } from "#contract/endpoint.ts";
import { brokenInvariants } from "#features/books/server/invariants.ts";
import { courierApi } from "#features/courier/contract/api.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { settlePayment } from "#features/payments/server/settle.ts";
import { type LevelTerms, levelsApi } from "#features/quotes/contract/levels.ts";
import { slotsApi } from "#features/slots/contract/api.ts";
import { HOUR_MS, fromIso, toIso } from "#kernel/instant.ts";
import { newId } from "#server/ids.ts";
import { codeOf, good, order } from "#test/support/people/booking.ts";
import { bare, brokenStories } from "#test/support/people/crew.ts";
import { confirmAt, paymentDepsOf } from "#test/support/paying/paying.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { editsApi, type TripPrice } from "../contract/api.ts";

const { world, crew, ada } = useWorld({
  crew: true,
  eachTestAtTen: true,
  people: { ada: ["Ada", "org-admin"] },
});

const SMALL = { size: "small", massG: 2_000, contents: "books", fragile: false } as const;
const BIG = { size: "large", massG: 18_000, contents: "", fragile: true } as const;

/** Booked and held by a card; same day, one small parcel. */
async function booked(): Promise<Delivery> {
  const { id } = await order(world, crew.sam);
  const { clientSecret } = good(await crew.sam.call(paymentsApi.openPayment, { id }));
  expect(await confirmAt(world, clientSecret)).toBe(200);
  good(await crew.sam.call(paymentsApi.checkPayment, { id }));
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id }));
  return crew.read(crew.bo, deliveryId ?? "");
}
const onRoute = async () => crew.give(await booked(), crew.kim);

type Change = Pick<InputOf<typeof editsApi.editTrip>, "parcels" | "serviceLevel" | "window" | "overbook">;

const priceOf = ({ id, pickup, dropoff }: Delivery, { parcels, serviceLevel, window }: Change) =>
  crew.bo.call(editsApi.priceTrip, {
    id,
    pickupLon: pickup.point.lon,
    pickupLat: pickup.point.lat,
    dropoffLon: dropoff.point.lon,
    dropoffLat: dropoff.point.lat,
    ...(parcels && {
      massG: parcels.reduce((sum, parcel) => sum + parcel.massG, 0),
      parcels: parcels.length,
    }),
    ...(serviceLevel && { serviceLevel }),
    ...(window && { windowStart: window.start, windowEnd: window.end }),
  });

interface Decided {
  readonly decision: TripPrice["choices"][number]["decision"] | null;
  readonly minor: number;
  readonly reason?: string;
}
const send = (
  { id, version }: Delivery,
  change: Change,
  { decision, minor, reason = "" }: Decided,
  caller: Caller = crew.bo,
) =>
  caller.call(editsApi.editTrip, {
    id,
    version,
    ...change,
    decision,
    difference: { minor, currency: "EUR" },
    reason,
    paymentId: newId(world.now),
  });
/** Looks at the price first, as the form does. */
async function edit(delivery: Delivery, change: Change, wanted: "keep" | "charge" | "give-back" = "keep") {
  const { difference, choices } = good(await priceOf(delivery, change));
  const decision = choices.length > 0 ? wanted : null;
  return send(delivery, change, { decision, minor: difference.minor, reason: "as agreed" });
}
const historyOf = ({ timeline }: Delivery) =>
  timeline.findLast(({ type }) => type === "delivery.edited")?.changes;
const fieldsOf = (delivery: Delivery) =>
  historyOf(delivery)
    ?.map(({ field }) => field)
    .toSorted();
const later = ({ window }: Delivery, hours: number) => ({
  start: toIso(fromIso(window.start) + hours * HOUR_MS),
  end: toIso(fromIso(window.end) + hours * HOUR_MS),
});

/** Sum that the payer paid and did not get back, once the delivery was handed over. */
async function paidAtTheEnd(delivery: Delivery): Promise<number> {
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  good(await crew.handOver(await crew.read(crew.bo, delivery.id)));
  const booking = await world.one<{ id: string }>(
    sql`select id from payment where order_id = ${delivery.orderId} and purpose = 'booking'`,
  );
  await settlePayment(paymentDepsOf(world), world.orgId, booking?.id ?? "");
  const paid = await world.one<{ minor: number }>(sql`
    select coalesce(sum(captured_minor - refunded_minor), 0)::int as minor from payment
    where order_id = ${delivery.orderId}`);
  return paid?.minor ?? 0;
}
const booksSay = () => world.db.owner((tx) => brokenInvariants(tx, world.now + 2 * HOUR_MS));

describe("other parcels", () => {
  test("are on the delivery, its order and the courier's phone, with the old ones and the price in the history", async () => {
    const before = await onRoute();
    const parcels = [SMALL, BIG];
    const seen = good(await priceOf(before, { parcels }));
    expect(seen.difference.minor).toBeGreaterThan(0);
    expect(seen.choices[0]).toEqual({ decision: "charge", effects: ["link"] });
    const { delivery, asked } = good(await edit(before, { parcels }, "charge"));
    expect(asked).toEqual({ amount: seen.difference, mailed: true });
    expect(delivery).toMatchObject({ parcels: 2, parcelList: parcels, version: before.version + 1 });
    expect(delivery.parcelStates.map(({ state }) => state)).toEqual(["announced", "announced"]);
    expect(fieldsOf(delivery)).toEqual(["parcels", "price", "price-reason"]);
    const [told] = historyOf(delivery) ?? [];
    expect(JSON.parse(told?.from ?? "")).toEqual(before.parcelList);
    expect(JSON.parse(told?.to ?? "")).toEqual(parcels);
    expect(good(await crew.sam.call(deliveriesApi.readOrder, { id: before.orderId })).parcels).toEqual(
      parcels,
    );
    const { stops } = good(await crew.kim.call(courierApi.readDay, {}));
    const stop = stops.find(({ deliveryId, kind }) => deliveryId === before.id && kind === "collect");
    expect(stop).toMatchObject({ changed: { fields: ["parcels"] } });
    expect(stop?.parcels).toHaveLength(2);
    expect(
      good(await crew.bo.call(receivablesApi.readReceivables, { id: before.orderId })).items,
    ).toMatchObject([{ kind: "surcharge", outstanding: seen.difference }]);
    expect(await brokenStories(world)).toEqual([]);
  });

  test("that weigh less are given back for, and the card pays exactly the new price", async () => {
    const { delivery: more } = good(await edit(await onRoute(), { parcels: [SMALL, SMALL] }, "keep"));
    expect(fieldsOf(more)).toEqual(["parcels", "price-kept", "price-reason"]);
    const { delivery: back, asked } = good(await edit(more, { parcels: [SMALL] }));
    expect(asked).toBeNull();
    expect(back.total).toEqual(more.total);
    expect(await paidAtTheEnd(back)).toBe(back.total?.minor);
    expect(await booksSay()).toEqual([]);
  });

  test("only for adults ask for a document at the door from then on", async () => {
    const before = await onRoute();
    const policy = before.proofNeeds;
    const { delivery } = good(await edit(before, { parcels: [{ ...SMALL, ageRestricted: true }] }));
    expect(delivery.parcelList).toMatchObject([{ ageRestricted: true }]);
    expect(delivery.proofNeeds.collect).toEqual(policy.collect);
  });

  test("are refused on their field where the level or the courier's vehicle cannot carry them", async () => {
    const before = await onRoute();
    const heavy = await priceOf(before, { parcels: [{ ...BIG, massG: 60_000 }] });
    expect(heavy.body).toMatchObject({
      code: expect.stringMatching(/too-heavy|vehicle-full/),
      fields: [{ path: "parcels" }],
    });
    await world.run(sql`update person set vehicle = 'foot' where courier_id = ${before.courierId}`);
    const full = await send(
      before,
      { parcels: [{ ...BIG, massG: 45_000 }] },
      { decision: "charge", minor: 1 },
    );
    await world.run(sql`update person set vehicle = 'bike' where courier_id = ${before.courierId}`);
    expect(full.body).toMatchObject({ code: "edits.vehicle-full", fields: [{ path: "parcels" }] });
    expect((await crew.read(crew.bo, before.id)).version).toBe(before.version);
  });

  test("after a pickup at which some were missing are those that the recipient's page counts", async () => {
    const { delivery } = good(await edit(await onRoute(), { parcels: [SMALL, SMALL] }));
    const left = delivery.parcelStates.map(({ code }) => ({
      code,
      how: "missing",
      note: null,
      proofIds: [],
    }));
    const failed = good(await crew.step(crew.kim, delivery, "collect", "succeed", { ...bare, left }));
    expect(failed.state).toBe("pickup_failed");
    const { delivery: less } = good(await edit(await crew.read(crew.bo, failed.id), { parcels: [SMALL] }));
    expect(less.parcelStates).toHaveLength(1);
    const kept = await world.one<{ n: number }>(
      sql`select count(*)::int as n from parcel_place where delivery_id = ${less.id}`,
    );
    expect(kept).toEqual({ n: 0 });
    expect(await brokenStories(world)).toEqual([]);
  });

  test("come too late once they are collected; the courier at the pickup may still be told", async () => {
    const there = good(await crew.step(crew.kim, await onRoute(), "collect", "arrive"));
    const { delivery } = good(await edit(there, { parcels: [SMALL, SMALL] }));
    good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
    const late = await send(
      await crew.read(crew.bo, delivery.id),
      { parcels: [SMALL] },
      { decision: null, minor: 0 },
    );
    expect(late.body).toMatchObject({
      code: "deliveries.too-late-to-edit",
      facts: { part: "parcels", why: "collected" },
    });
  });
});

describe("another service level", () => {
  const changed = async (level: (one: LevelTerms) => LevelTerms) => {
    const { levels, version } = good(await ada.call(levelsApi.readServiceLevels, {}));
    good(await ada.call(levelsApi.editServiceLevels, { version, levels: levels.map(level) }));
  };

  test("is priced by the order's own list, keeps the old one in the history, and takes its terms along", async () => {
    const before = await onRoute();
    await changed((level) =>
      level.code === "scheduled"
        ? { ...level, proofs: ["signature"], cancel: { onTheWay: 80, atPickup: 100, least: 4 } }
        : level,
    );
    const seen = good(await priceOf(before, { serviceLevel: "scheduled" }));
    expect(seen.price.priceListVersion).toBe(before.price?.priceListVersion);
    const change = { serviceLevel: "scheduled", window: later(before, 1) };
    const decision = good(await priceOf(before, change)).difference.minor > 0 ? "charge" : "give-back";
    const { delivery } = good(await edit(before, change, decision));
    expect(delivery).toMatchObject({ serviceLevel: "scheduled", window: change.window });
    expect(fieldsOf(delivery)).toEqual(expect.arrayContaining(["service", "window"]));
    expect(historyOf(delivery)).toContainEqual({ field: "service", from: "same_day", to: "scheduled" });
    expect(delivery.proofNeeds.deliver.succeed.required).toContain("signature");
    expect(
      await world.one<object>(sql`select cancel_terms as terms from delivery where id = ${before.id}`),
    ).toEqual({ terms: { onTheWay: 80, atPickup: 100, least: 4 } });
    const { stops } = good(await crew.kim.call(courierApi.readDay, {}));
    const stop = stops.find(({ deliveryId, kind }) => deliveryId === before.id && kind === "deliver");
    expect(stop).toMatchObject({ changed: { fields: ["window"] } });
    expect(await booksSay()).toEqual([]);
  });

  test("is refused where it is not sold, does not go so far, or not by the courier's vehicle", async () => {
    const before = await onRoute();
    await changed((level) => {
      if (level.code === "next_day") return { ...level, isOn: false };
      if (level.code === "scheduled") return { ...level, vehicles: ["van"] };
      return level.code === "asap_60" ? { ...level, maxDistanceM: 100 } : level;
    });
    const refused = async (serviceLevel: string) => (await priceOf(before, { serviceLevel })).body;
    expect(await refused("next_day")).toMatchObject({
      code: "quotes.not-offered",
      fields: [{ path: "serviceLevel" }],
    });
    expect(await refused("asap_60")).toMatchObject({ code: "quotes.too-far", fields: [{ path: "dropoff" }] });
    expect(await refused("scheduled")).toMatchObject({
      code: "edits.wrong-vehicle",
      fields: [{ path: "serviceLevel" }],
    });
    const sent = await send(
      before,
      { serviceLevel: "scheduled" },
      { decision: "keep", minor: 0, reason: "x" },
    );
    expect(codeOf(sent)).toBe("422 edits.wrong-vehicle");
  });

  test("comes too late once the courier is under way", async () => {
    const before = await onRoute();
    const started = good(await crew.step(crew.kim, before, "collect", "start"));
    const late = await send(started, { serviceLevel: "scheduled" }, { decision: null, minor: 0 });
    expect(late.body).toMatchObject({
      code: "deliveries.too-late-to-edit",
      facts: { part: "service", why: "under-way" },
    });
  });

  test("takes a place of its own where places are limited, and the office may overbook", async () => {
    const before = await booked();
    await changed((level) => ({ ...level, isOn: true, vehicles: [] }));
    const { version } = good(await ada.call(slotsApi.readSlots, {}));
    good(
      await ada.call(slotsApi.editSlots, {
        version,
        rows: [
          { id: "none", level: "scheduled", from: "08:00", until: "22:00", places: [0, 0, 0, 0, 0, 0, 0] },
        ],
        days: [],
      }),
    );
    const { difference } = good(await priceOf(before, { serviceLevel: "scheduled" }));
    const decided = { decision: "keep", minor: difference.minor, reason: "asked by phone" } as const;
    expect(codeOf(await send(before, { serviceLevel: "scheduled" }, decided))).toBe("409 slots.full");
    const { delivery } = good(await send(before, { serviceLevel: "scheduled", overbook: true }, decided));
    expect(delivery.serviceLevel).toBe("scheduled");
  });
});

describe("another window", () => {
  test("whose price depends on it is decided like an address, and priced by the decided one afterwards", async () => {
    const before = await onRoute();
    const window = later(before, 6);
    const seen = good(await priceOf(before, { window }));
    expect(seen.difference.minor).toBeGreaterThan(0);
    const { delivery } = good(await edit(before, { window }, "charge"));
    expect(delivery.window).toEqual(window);
    expect(fieldsOf(delivery)).toEqual(["pickup-window", "price", "price-reason", "window"]);
    // The decided window stays the one that prices it.
    expect(good(await priceOf(delivery, { parcels: [SMALL] })).difference.minor).toBe(0);
    const { delivery: back } = good(await edit(delivery, { window: before.window }, "give-back"));
    expect(back.total).toEqual(before.total);
  });

  test("that the office moved by the other form costs nothing, also at the next change of the price", async () => {
    const before = await onRoute();
    const moved = good(
      await crew.bo.call(deliveriesApi.editDelivery, {
        id: before.id,
        version: before.version,
        window: later(before, 6),
      }),
    );
    expect(good(await priceOf(moved, { parcels: [SMALL] })).difference.minor).toBe(0);
  });

  test("in the past is refused", async () => {
    const before = await onRoute();
    const { difference } = good(await priceOf(before, { window: later(before, -48) }));
    const sent = await send(
      before,
      { window: later(before, -48) },
      { decision: difference.minor === 0 ? null : "keep", minor: difference.minor, reason: "x" },
    );
    expect(codeOf(sent)).toBe("422 deliveries.window-past");
  });
});

test("nothing of it is open to couriers and senders", async () => {
  const before = await onRoute();
  for (const caller of [crew.kim, crew.sam])
    expect(codeOf(await send(before, { parcels: [SMALL] }, { decision: null, minor: 0 }, caller))).toBe(
      "403 accounts.forbidden",
    );
});
