import { expect, test } from "vitest";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { PayWay } from "#features/payments/domain/due.ts";
import { newId } from "#server/ids.ts";
import { address, codeOf, good, order } from "#test/support/people/booking.ts";
import { bare } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { editsApi } from "../contract/api.ts";

const { world, crew } = useWorld({
  crew: true,
  payment: "none",
  payWays: ["cash-collection", "cash-delivery"],
  runJobs: true,
  eachTestAtTen: true,
});

const FAR = address("Seestraße 9", 13.46, 52.54);

async function booked(way: PayWay) {
  const { id } = await order(world, crew.sam);
  good(await crew.sam.call(receivablesApi.chooseWay, { id, way }));
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id }));
  return crew.read(crew.bo, deliveryId ?? "");
}
const onRoute = async (way: PayWay) => crew.give(await booked(way), crew.kim);
type Booked = Awaited<ReturnType<typeof onRoute>>;

const priceAtFar = async ({ id, pickup }: Booked) =>
  good(
    await crew.bo.call(editsApi.priceTrip, {
      id,
      pickupLon: pickup.point.lon,
      pickupLat: pickup.point.lat,
      dropoffLon: FAR.point.lon,
      dropoffLat: FAR.point.lat,
    }),
  );
const toFar = async (
  { id, version }: Booked,
  decision: "charge" | "keep",
  difference: { minor: number; currency: string },
) =>
  crew.bo.call(editsApi.editTrip, {
    id,
    version,
    dropoff: FAR,
    decision,
    difference,
    reason: "moved",
    paymentId: newId(world.now),
  });
const owed = async (orderId: string) =>
  good(await crew.sam.call(receivablesApi.readReceivables, { id: orderId })).items;

test("the courier takes the new price in cash at the door", async () => {
  const before = await booked("cash-delivery");
  const seen = await priceAtFar(before);
  expect(seen.choices[0]).toEqual({ decision: "charge", effects: ["more-due"] });
  const { delivery: edited, asked } = good(await toFar(before, "charge", seen.difference));
  expect(asked).toBeNull();
  const delivery = await crew.give(edited, crew.kim);
  expect(delivery.total).toEqual(seen.price.total);
  const cash = (minor: number) =>
    crew.kim.call(receivablesApi.recordCash, { id: delivery.id, amount: { minor, currency: "EUR" } });
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  expect(codeOf(await cash(before.total?.minor ?? 0))).toBe("409 payments.due-changed");
  good(await cash(seen.price.total.minor));
  good(await crew.handOver(delivery));
  await world.settled();
  expect(await owed(before.orderId)).toMatchObject([{ state: "received", owed: seen.price.total }]);
});

test("a price that was received in cash can only be kept", async () => {
  const before = await onRoute("cash-collection");
  good(
    await crew.kim.call(receivablesApi.recordCash, {
      id: before.id,
      amount: before.total ?? { minor: 0, currency: "EUR" },
    }),
  );
  const seen = await priceAtFar(before);
  expect(seen).toMatchObject({ choices: [{ decision: "keep" }], keptWhy: "received" });
  expect(codeOf(await toFar(before, "charge", seen.difference))).toBe("409 edits.not-possible");
  const { delivery } = good(await toFar(before, "keep", seen.difference));
  expect(await owed(delivery.orderId)).toMatchObject([{ state: "received", owed: before.total }]);
});

test("a price in cash can only be kept once a courier has the delivery, who may have taken it without a network", async () => {
  const before = await onRoute("cash-collection");
  const seen = await priceAtFar(before);
  expect(seen).toMatchObject({ choices: [{ decision: "keep" }], keptWhy: "with-courier" });
  expect(codeOf(await toFar(before, "charge", seen.difference))).toBe("409 edits.not-possible");
  good(await toFar(before, "keep", seen.difference));
  const taken = { id: before.id, amount: before.total ?? { minor: 0, currency: "EUR" } };
  good(await crew.kim.call(receivablesApi.recordCash, taken));
});
