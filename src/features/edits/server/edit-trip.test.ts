import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { brokenInvariants } from "#features/books/server/invariants.ts";
import { courierApi } from "#features/courier/contract/api.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import type { Address } from "#features/places/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { captureBeforeExpiry } from "#features/payments/server/holds/capture-before-expiry.ts";
import { checkPayments } from "#features/payments/server/check-payments.ts";
import { reconcilePayments } from "#features/books/server/findings/reconcile.ts";
import { settlePayment } from "#features/payments/server/settle.ts";
import { DAY_MS, HOUR_MS, fromIso, toIso } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { address, codeOf, good, order } from "#test/support/people/booking.ts";
import { bare, brokenStories } from "#test/support/people/crew.ts";
import { confirmAt, paymentDepsOf, planFault } from "#test/support/paying/paying.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller, CallOptions } from "#test/support/world.ts";
import { editsApi } from "../contract/api.ts";
import type { TripPrice } from "../contract/api.ts";

const { world, crew, ada } = useWorld({
  crew: true,
  eachTestAtTen: true,
  people: { ada: ["Ada", "org-admin"] },
});

const KANAL = address("Kanalstraße 3", 13.42, 52.51);
const FAR = address("Seestraße 9", 13.46, 52.54);
const NEAR = address("Lindenstraße 9", 13.401, 52.5005);
const OUTSIDE = address("Weit draußen 1", 13.9, 52.5);

/** Booked, held by a card and given to a courier. */
async function onRoute(dropoff = KANAL): Promise<Delivery> {
  const { id } = await order(world, crew.sam, { dropoff });
  const { clientSecret } = good(await crew.sam.call(paymentsApi.openPayment, { id }));
  expect(await confirmAt(world, clientSecret)).toBe(200);
  good(await crew.sam.call(paymentsApi.checkPayment, { id }));
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id }));
  return crew.give(await crew.read(crew.bo, deliveryId ?? ""), crew.kim);
}

const priceOf = (
  delivery: Delivery,
  { pickup = delivery.pickup, dropoff = delivery.dropoff }: Ends,
  caller: Caller = crew.bo,
) =>
  caller.call(editsApi.priceTrip, {
    id: delivery.id,
    pickupLon: pickup.point.lon,
    pickupLat: pickup.point.lat,
    dropoffLon: dropoff.point.lon,
    dropoffLat: dropoff.point.lat,
  });

interface Ends {
  readonly pickup?: Address;
  readonly dropoff?: Address;
}
const send = (
  { id, version }: Delivery,
  ends: Ends,
  decided: {
    decision: TripPrice["choices"][number]["decision"] | null;
    minor: number;
    reason?: string;
    paymentId?: string;
  },
  options: CallOptions & { caller?: Caller } = {},
) => {
  const { caller = crew.bo, ...rest } = options;
  const { decision, minor, reason = "", paymentId = newId(world.now) } = decided;
  const difference = { minor, currency: "EUR" };
  return caller.call(
    editsApi.editTrip,
    { id, version, ...ends, decision, difference, reason, paymentId },
    rest,
  );
};
/** Looks at the price first, as the form does. */
async function edit(delivery: Delivery, ends: Ends, decision: "keep" | "charge" | "give-back", reason = "") {
  const { difference } = good(await priceOf(delivery, ends));
  return send(delivery, ends, { decision, minor: difference.minor, reason });
}
const historyOf = ({ timeline }: Delivery) =>
  timeline.findLast(({ type }) => type === "delivery.edited")?.changes;
const owed = async ({ orderId }: Delivery) =>
  good(await crew.bo.call(receivablesApi.readReceivables, { id: orderId })).items;
const paymentOf = async ({ orderId }: Delivery) => {
  const found = await world.db.owner((tx) =>
    first(
      tx,
      sql<{
        id: string;
        captured: number;
      }>`select id, captured_minor::int as captured from payment where order_id = ${orderId} and purpose = 'booking'`,
    ),
  );
  if (!found) throw new Error("no payment");
  return found;
};
/** Everything that a delivery's payer paid and did not get back. */
const paidFor = async ({ orderId }: Delivery): Promise<number> => {
  const found = await world.db.owner((tx) =>
    first(
      tx,
      sql<{
        minor: number;
      }>`select coalesce(sum(captured_minor - refunded_minor), 0)::int as minor from payment where order_id = ${orderId}`,
    ),
  );
  return found?.minor ?? 0;
};
async function collected(delivery: Delivery): Promise<Delivery> {
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  return crew.read(crew.bo, delivery.id);
}
async function handOver(delivery: Delivery): Promise<void> {
  good(await crew.handOver(delivery));
  await settlePayment(paymentDepsOf(world), world.orgId, (await paymentOf(delivery)).id);
}
const deliver = async (delivery: Delivery): Promise<void> => handOver(await collected(delivery));

/** The sender follows the link and pays by card. */
async function payLink(delivery: Delivery): Promise<void> {
  const [due] = await owed(delivery);
  const asked = { id: delivery.orderId, paymentId: due?.payBy ?? "" };
  const { clientSecret } = good(await crew.sam.call(paymentsApi.openPayment, asked));
  expect(await confirmAt(world, clientSecret)).toBe(200);
  good(await crew.sam.call(paymentsApi.checkPayment, asked));
  await settlePayment(paymentDepsOf(world), world.orgId, asked.paymentId);
}

/** The bank lets go of every hold before anybody takes it. */
async function loseHolds(): Promise<void> {
  world.now += 8 * DAY_MS;
  await reconcilePayments(paymentDepsOf(world));
  await checkPayments(paymentDepsOf(world));
}

/** Rules of the books that this organisation breaks, two hours from now. */
const booksSay = () => world.db.owner((tx) => brokenInvariants(tx, world.now + 2 * HOUR_MS));

describe("a changed address", () => {
  test("is on the delivery, its order, the board, the courier's phone and in the search, with the old one in the history", async () => {
    const before = await onRoute();
    const seen = good(await priceOf(before, { dropoff: FAR }));
    expect(seen).toMatchObject({
      version: before.version,
      decided: before.total,
      choices: [{ decision: "charge", effects: ["link"] }, { decision: "keep" }],
      keptWhy: null,
    });
    expect(seen.difference.minor).toBe(seen.price.total.minor - (before.total?.minor ?? 0));
    expect(seen.difference.minor).toBeGreaterThan(100);
    const { delivery: after } = good(await edit(before, { dropoff: FAR }, "charge"));
    expect(after).toMatchObject({ dropoff: FAR, pickup: before.pickup, version: before.version + 1 });
    expect(after.distanceM).toBe(seen.distanceM);
    expect(historyOf(after)).toMatchObject([
      { field: "dropoff-address", from: "Kanalstraße 3", to: "Seestraße 9" },
      { field: "price", from: `${before.total?.minor} EUR`, to: `${seen.price.total.minor} EUR` },
    ]);
    const placed = good(await crew.sam.call(deliveriesApi.readOrder, { id: before.orderId }));
    expect(placed.dropoff).toEqual(FAR);
    const found = good(await crew.bo.call(deliveriesApi.listDeliveries, { search: "seestr", limit: 5 }));
    expect(found.items.map(({ id }) => id)).toContain(before.id);
    const { stops } = good(await crew.kim.call(courierApi.readDay, {}));
    const stop = stops.find(({ deliveryId, kind }) => deliveryId === before.id && kind === "deliver");
    expect(stop).toMatchObject({ address: FAR, changed: { fields: ["dropoff-address"] } });
    const board = good(await crew.bo.call(dispatchApi.readBoard, { date: before.window.start.slice(0, 10) }));
    expect(JSON.stringify(board)).toContain(String(FAR.point.lon));
    expect(await brokenStories(world)).toEqual([]);
  });

  test("charged, is asked for by a link, and both payments make the decided price", async () => {
    const before = await onRoute();
    const seen = good(await priceOf(before, { dropoff: FAR }));
    const { delivery, asked } = good(await edit(before, { dropoff: FAR }, "charge"));
    expect(asked).toEqual({ amount: seen.difference, mailed: true });
    expect(await owed(delivery)).toMatchObject([
      { kind: "surcharge", state: "due", outstanding: seen.difference },
    ]);
    await payLink(delivery);
    await deliver(delivery);
    expect(await paidFor(delivery)).toBe(seen.price.total.minor);
  });

  test("given back, is taken less for at the door", async () => {
    const before = await onRoute(FAR);
    const { difference } = good(await priceOf(before, { dropoff: NEAR }));
    expect(difference.minor).toBeLessThan(0);
    const { delivery, asked } = good(await edit(before, { dropoff: NEAR }, "give-back"));
    expect(asked).toBeNull();
    expect(delivery.total?.minor).toBe((before.total?.minor ?? 0) + difference.minor);
    // The books are as quiet while the hold is higher than the price as when it was taken for less.
    expect(await booksSay()).toEqual([]);
    await deliver(delivery);
    expect(await paidFor(delivery)).toBe(delivery.total?.minor);
    expect(await booksSay()).toEqual([]);
  });

  test("kept, needs a reason that stands in the history, and nobody pays more or less", async () => {
    const before = await onRoute();
    expect(codeOf(await edit(before, { dropoff: FAR }, "keep"))).toBe("422 edits.reason-missing");
    const { delivery } = good(await edit(before, { dropoff: FAR }, "keep", "our mistake"));
    expect(delivery.total).toEqual(before.total);
    expect(historyOf(delivery)).toMatchObject([
      { field: "dropoff-address" },
      { field: "price-kept", to: `${before.total?.minor} EUR` },
      { field: "price-reason", from: null, to: "our mistake" },
    ]);
    expect(await owed(delivery)).toEqual([]);
    const lines = delivery.price?.lines.reduce((sum, { amount }) => sum + amount.minor, 0);
    expect(lines).toBe(delivery.price?.subtotal.minor);
    await deliver(delivery);
    expect(await paidFor(delivery)).toBe(before.total?.minor);
  });

  test("there and back again leaves the price as it was: the link that nobody opened asks for nothing", async () => {
    const before = await onRoute();
    const { delivery: there } = good(await edit(before, { dropoff: FAR }, "charge"));
    const seen = good(await priceOf(there, { dropoff: before.dropoff }));
    expect(seen.choices[0]).toEqual({ decision: "give-back", effects: ["link-less"] });
    const { delivery: back } = good(await edit(there, { dropoff: before.dropoff }, "give-back"));
    expect(back.total).toEqual(before.total);
    expect(back.distanceM).toBe(before.distanceM);
    expect(await owed(back)).toMatchObject([{ state: "nothing" }]);
    await deliver(back);
    expect(await paidFor(back)).toBe(before.total?.minor);
  });

  test("nearer and back again fits into what the card holds", async () => {
    const before = await onRoute(FAR);
    const isLowered = ({ orderId }: Delivery) =>
      world.one(sql<{ lowered: boolean }>`select lowered from orders where id = ${orderId}`);
    expect(await isLowered(before)).toEqual({ lowered: false });
    const { delivery: near } = good(await edit(before, { dropoff: NEAR }, "give-back"));
    expect(await isLowered(near), "the check looks at what the card paid").toEqual({ lowered: true });
    const seen = good(await priceOf(near, { dropoff: before.dropoff }));
    expect(seen.choices[0]).toEqual({ decision: "charge", effects: ["more-held"] });
    const { delivery: back, asked } = good(await edit(near, { dropoff: before.dropoff }, "charge"));
    expect(asked).toBeNull();
    await deliver(back);
    expect(await paidFor(back)).toBe(before.total?.minor);
  });

  test("of which the card paid early gives nothing back here", async () => {
    const before = await collected(await onRoute(FAR));
    const { id } = await paymentOf(before);
    await captureBeforeExpiry(paymentDepsOf(world), world.orgId, { id, act: "take" });
    const seen = good(await priceOf(before, { dropoff: NEAR }));
    expect(seen).toMatchObject({ choices: [{ decision: "keep" }], keptWhy: "received" });
    expect(codeOf(await edit(before, { dropoff: NEAR }, "give-back"))).toBe("409 edits.not-possible");
    const { delivery } = good(await edit(before, { dropoff: NEAR }, "keep", "as agreed"));
    await handOver(delivery);
    expect(await paidFor(delivery)).toBe(before.total?.minor);
  });

  test("whose hold was lost can only be kept until it is paid anew, and is as a card's that paid early then", async () => {
    const before = await onRoute(FAR);
    await loseHolds();
    const seen = good(await priceOf(before, { dropoff: NEAR }));
    expect(seen).toMatchObject({ choices: [{ decision: "keep" }], keptWhy: "in-doubt" });
    expect(codeOf(await edit(before, { dropoff: NEAR }, "give-back"))).toBe("409 edits.not-possible");
    await payLink(before);
    const paid = good(await priceOf(before, { dropoff: NEAR }));
    expect(paid).toMatchObject({ choices: [{ decision: "keep" }], keptWhy: "received" });
    const farther = address("Seestraße 30", 13.5, 52.56);
    const { asked } = good(await edit(before, { dropoff: farther }, "charge"));
    expect(asked).toMatchObject({ mailed: true });
  });

  test("counts a surcharge whose hold was lost: it is owed as it was decided", async () => {
    const before = await onRoute();
    const { delivery } = good(await edit(before, { dropoff: FAR }, "charge"));
    const decided = good(await priceOf(delivery, { dropoff: NEAR })).decided;
    const [due] = await owed(delivery);
    const asked = { id: delivery.orderId, paymentId: due?.payBy ?? "" };
    const { clientSecret } = good(await crew.sam.call(paymentsApi.openPayment, asked));
    expect(await confirmAt(world, clientSecret)).toBe(200);
    good(await crew.sam.call(paymentsApi.checkPayment, asked));
    await loseHolds();
    expect(good(await priceOf(delivery, { dropoff: NEAR }))).toMatchObject({ decided, keptWhy: "in-doubt" });
  });

  test.each(["drop_request", "drop_response"])(
    "of which an early capture has no answer yet (%s) gives nothing back here",
    async (fault) => {
      const before = await collected(await onRoute(FAR));
      const { id } = await paymentOf(before);
      await planFault(world, "capture", fault);
      await captureBeforeExpiry(paymentDepsOf(world), world.orgId, { id, act: "take" });
      expect(await paidFor(before)).toBe(0);
      const seen = good(await priceOf(before, { dropoff: NEAR }));
      expect(seen).toMatchObject({ choices: [{ decision: "keep" }], keptWhy: "received" });
      expect(codeOf(await edit(before, { dropoff: NEAR }, "give-back"))).toBe("409 edits.not-possible");
    },
  );

  test("is priced by the window of the booking, whatever the office promised since", async () => {
    const before = await onRoute();
    const { difference } = good(await priceOf(before, { dropoff: FAR }));
    const { id, window } = before;
    const later = (text: string) => toIso(fromIso(text) + 4 * DAY_MS);
    const moved = good(
      await crew.bo.call(deliveriesApi.editDelivery, {
        id,
        version: before.version,
        window: { start: later(window.start), end: later(window.end) },
      }),
    );
    expect(good(await priceOf(moved, { dropoff: FAR })).difference).toEqual(difference);
  });

  test("is priced by the list that the delivery was booked by", async () => {
    const before = await onRoute();
    const { difference } = good(await priceOf(before, { dropoff: FAR }));
    const { version, rules } = good(await ada.call(quotesApi.readPriceList, {}));
    const dearer = rules.map((rule) =>
      "amount" in rule.do ? { ...rule, do: { ...rule.do, amount: rule.do.amount * 2 } } : rule,
    );
    good(await ada.call(quotesApi.publishPriceList, { version, rules: dearer }));
    expect(good(await priceOf(before, { dropoff: FAR })).difference).toEqual(difference);
    good(await ada.call(quotesApi.publishPriceList, { version: version + 1, rules }));
  });
});

describe("the same press", () => {
  test("counts once, also when its answer was lost, and makes one link", async () => {
    const before = await onRoute();
    const { difference } = good(await priceOf(before, { dropoff: FAR }));
    const decided = { decision: "charge" as const, minor: difference.minor, paymentId: newId(world.now) };
    const options = { key: randomUUID() };
    const answers = await Promise.all([0, 1].map(() => send(before, { dropoff: FAR }, decided, options)));
    await world.db.owner((tx) => sql`delete from idempotency`.execute(tx));
    const again = good(await send(before, { dropoff: FAR }, decided, options));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(again.delivery.version).toBe(before.version + 1);
    expect(again.asked?.amount.minor).toBe(difference.minor);
    expect(await owed(before)).toHaveLength(1);
  });

  test("of two offices moves the address once", async () => {
    const before = await onRoute();
    const both = await Promise.all([
      edit(before, { dropoff: FAR }, "charge"),
      edit(before, { dropoff: NEAR }, "give-back"),
    ]);
    expect(both.map(codeOf).toSorted()).toEqual(["200", "409 deliveries.changed-meanwhile"]);
    expect((await owed(before)).length).toBe(both[0]?.status === 200 ? 1 : 0);
  });
});

describe("a change is refused", () => {
  test("outside the area, and to where the delivery comes from", async () => {
    const before = await onRoute();
    expect(codeOf(await priceOf(before, { dropoff: OUTSIDE }))).toBe("422 quotes.outside-area");
    const decided = { decision: "charge" as const, minor: 1 };
    expect(codeOf(await send(before, { dropoff: OUTSIDE }, decided))).toBe("422 quotes.outside-area");
    expect(codeOf(await send(before, { dropoff: before.pickup }, decided))).toBe("422 quotes.same-place");
    expect((await crew.read(crew.bo, before.id)).version).toBe(before.version);
  });

  test("when it is too late: the pickup once a courier is there, the goal once one is at the door or it has ended", async () => {
    const one = await onRoute();
    const late = async (delivery: Delivery, ends: Ends) =>
      (await send(delivery, ends, { decision: "keep", minor: 0, reason: "x" })).body;
    const there = good(await crew.step(crew.kim, one, "collect", "arrive"));
    expect(await late(there, { pickup: NEAR })).toMatchObject({
      code: "deliveries.too-late-to-edit",
      facts: { part: "pickup", why: "at-pickup" },
    });
    const aboard = await collected(there);
    expect(await late(aboard, { pickup: NEAR })).toMatchObject({
      facts: { part: "pickup", why: "collected" },
    });
    const { delivery: moved } = good(await edit(aboard, { dropoff: FAR }, "charge"));
    const arrived = good(await crew.step(crew.kim, moved, "deliver", "arrive"));
    expect(await late(arrived, { dropoff: NEAR })).toMatchObject({
      facts: { part: "dropoff", why: "at-door" },
    });
    const done = good(await crew.handOver(arrived));
    expect(await late(done, { dropoff: NEAR })).toMatchObject({ facts: { part: "dropoff", why: "ended" } });
  });

  test("when the difference is not the one that was shown, or the decision does not fit it", async () => {
    const before = await onRoute();
    const { difference } = good(await priceOf(before, { dropoff: FAR }));
    const { minor } = difference;
    expect(
      (await send(before, { dropoff: FAR }, { decision: "charge", minor: minor - 1 })).body,
    ).toMatchObject({
      code: "edits.price-changed",
      facts: { differenceMinor: minor },
    });
    for (const decision of ["give-back", null] as const)
      expect(codeOf(await send(before, { dropoff: FAR }, { decision, minor }))).toBe(
        "409 edits.not-possible",
      );
    expect((await crew.read(crew.bo, before.id)).version).toBe(before.version);
  });

  test("to couriers, senders and guests", async () => {
    const before = await onRoute();
    for (const caller of [crew.kim, crew.sam]) {
      expect(codeOf(await priceOf(before, { dropoff: FAR }, caller))).toBe("403 accounts.forbidden");
      const sent = await send(before, { dropoff: FAR }, { decision: null, minor: 0 }, { caller });
      expect(codeOf(sent)).toBe("403 accounts.forbidden");
    }
    expect((await priceOf(before, { dropoff: FAR }, world.guest())).status).toBe(401);
  });
});

test("nothing changed is no edit", async () => {
  const before = await onRoute();
  const same = good(await send(before, { dropoff: before.dropoff }, { decision: null, minor: 0 }));
  expect(same.delivery.version).toBe(before.version);
});
