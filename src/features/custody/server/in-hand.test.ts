import { beforeEach, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import type { Exception } from "#features/exceptions/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { parcelCode } from "#kernel/parcel-code.ts";
import { type Phone, openPhone } from "#test/support/courier/phone.ts";
import { good, head } from "#test/support/people/booking.ts";
import { taskIdOf } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { REMIND_MS, checkInHand } from "./in-hand.ts";

const { world, crew } = useWorld({ crew: true });
let kim: Phone;
let delivery: Delivery;

/** Kim collects without a network what the office cancels meanwhile. */
beforeEach(async () => {
  world.now += 2 * MINUTE_MS;
  kim = openPhone(world, crew.kim);
  delivery = await crew.assigned();
  kim.tap("succeed", kim.ended(delivery, "collect"));
  const { id } = delivery;
  const { fee } = good(await crew.bo.call(deliveriesApi.previewCancellation, { id }));
  good(await crew.bo.call(deliveriesApi.cancelDelivery, { id, ...head(world), fee, note: null }));
});

async function verdicts(phone = kim): Promise<string[]> {
  const { results } = good(await phone.send());
  return results.map(({ verdict, code }) => (code === null ? verdict : `${verdict} ${code}`));
}

/** Places to which these parcels are to be brought, as a fresh phone of the courier shows them. */
async function shownTo(courier = crew.kim): Promise<(string | null)[]> {
  const { day } = good(await openPhone(world, courier).send());
  return (day?.inHand ?? []).filter((one) => one.deliveryId === delivery.id).map(({ bringTo }) => bringTo);
}

async function exceptions(kind: Exception["kind"]): Promise<Exception[]> {
  const found: Exception[] = [];
  for (const group of ["open", "resolved"] as const) {
    const { items } = good(await crew.bo.call(exceptionsApi.listExceptions, { group, kind, limit: 100 }));
    for (const { id, delivery: about } of items)
      if (about?.id === delivery.id)
        found.push(good(await crew.bo.call(exceptionsApi.readException, { id })));
  }
  return found;
}

async function resolve(
  kind: Exception["kind"],
  resolution: Exception["resolutions"][number],
  note: string | null = null,
): Promise<Exception> {
  const [open] = (await exceptions(kind)).filter((one) => one.resolvedAt === null);
  world.now += MINUTE_MS;
  return good(await crew.bo.call(exceptionsApi.resolveException, { id: open?.id ?? "", resolution, note }));
}

const end = (to: string, takenBy: string | null = null, phone = kim) =>
  phone.tap("parcel_ended", {
    deliveryId: delivery.id,
    taskId: taskIdOf(delivery, "collect"),
    to,
    takenBy,
  });

test.each([
  ["return-parcel", "sender"],
  ["bring-to-hub", "hub"],
] as const)(
  "one press of the office (%s) is on the phone at the next sync, and the courier's record ends it",
  async (press, place) => {
    expect(await verdicts()).toEqual(["refused courier.parcel-in-hand"]);
    const { day } = good(await openPhone(world, crew.kim).send());
    expect(day?.inHand?.find((one) => one.deliveryId === delivery.id)).toMatchObject({
      number: delivery.number,
      codes: [parcelCode({ number: delivery.number, index: 1 })],
      bringTo: null,
      sender: { name: delivery.sender.name },
    });
    const [refused] = await exceptions("command_refused");
    expect(refused?.resolutions).toEqual(["return-parcel", "bring-to-hub", "reopen", "dismiss"]);
    await resolve("command_refused", press);
    expect(await shownTo()).toEqual([place]);
    expect(await shownTo(crew.lee)).toEqual([]);

    world.now += MINUTE_MS;
    end(place, "Sara at the desk");
    expect(await verdicts()).toEqual(["accepted"]);
    const endedAt = world.now;
    expect(await shownTo()).toEqual([]);
    const [settled] = await exceptions("command_refused");
    expect(settled).toMatchObject({ resolution: press, facts: { handEnd: place, handAt: endedAt } });
    expect(settled?.history.at(-1)).toMatchObject({ by: "Kim Kurier", note: "Sara at the desk" });
    expect((await crew.read(crew.bo, delivery.id)).state).toBe("cancelled");

    await kim.sendAgain();
    const second = openPhone(world, crew.kim);
    end(place, null, second);
    expect(await verdicts(second)).toEqual(["noted custody.ended-before"]);
  },
);

test("a courier who brings the parcels back unasked leaves nothing to decide", async () => {
  end("sender");
  expect(await verdicts()).toEqual(["refused courier.parcel-in-hand", "accepted"]);
  expect(await shownTo()).toEqual([]);
  expect(await exceptions("command_refused")).toMatchObject([{ resolution: "by-itself" }]);
});

test("parcels that went to another place than the office wanted are there, and the office sees it", async () => {
  await verdicts();
  await resolve("command_refused", "bring-to-hub");
  end("sender");
  expect(await verdicts()).toEqual(["conflict custody.other-place"]);
  expect(await shownTo()).toEqual([]);
  expect(await exceptions("plan_conflict")).toMatchObject([
    { facts: { type: "parcel_ended", to: "sender" }, resolvedAt: null },
  ]);
});

test("parcels that the courier delivered without a network are with the recipient", async () => {
  kim.tap("succeed", kim.ended(delivery, "deliver", { recipientName: "Rita" }));
  expect(await verdicts()).toEqual(["refused courier.parcel-in-hand", "refused courier.parcel-in-hand"]);
  expect(await shownTo()).toEqual([]);
  const found = await exceptions("command_refused");
  expect(found.map(({ resolution, facts }) => [resolution, facts["kind"], facts["handEnd"]])).toEqual([
    [null, "deliver", undefined],
    ["by-itself", "collect", "recipient"],
  ]);
  // Nothing is in hand that could be brought anywhere.
  expect(found[0]?.resolutions).toEqual(["reopen", "dismiss"]);
});

test("a report that the office dismisses leaves the courier with nothing, and nobody else can end it", async () => {
  await verdicts();
  const lee = openPhone(world, crew.lee);
  end("hub", null, lee);
  expect(await verdicts(lee)).toEqual(["refused custody.not-in-hand"]);
  const kims = (await exceptions("command_refused")).find(({ courier }) => courier?.name === "Kim Kurier");
  good(
    await crew.bo.call(exceptionsApi.resolveException, {
      id: kims?.id ?? "",
      resolution: "dismiss",
      note: "They never had them.",
    }),
  );
  expect(await shownTo()).toEqual([]);
});

test("the office is reminded of parcels without an end, again after a call, and records it by one press", async () => {
  await verdicts();
  await resolve("command_refused", "return-parcel");
  await checkInHand(world.db, world.now + REMIND_MS);
  expect(await exceptions("parcel_in_hand")).toEqual([]);
  world.now += REMIND_MS + 1;
  await checkInHand(world.db, world.now);
  await checkInHand(world.db, world.now + MINUTE_MS);
  expect((await resolve("parcel_in_hand", "called")).courier?.name).toBe("Kim Kurier");
  expect(await shownTo()).toEqual(["sender"]);
  world.now += REMIND_MS + 1;
  await checkInHand(world.db, world.now);
  await resolve("parcel_in_hand", "settled");
  expect(await shownTo()).toEqual([]);
  expect(await exceptions("command_refused")).toMatchObject([{ facts: { handEnd: "sender" } }]);
  world.now += REMIND_MS + 1;
  await checkInHand(world.db, world.now);
  expect((await exceptions("parcel_in_hand")).every(({ resolvedAt }) => resolvedAt !== null)).toBe(true);
});
