import { MINUTE_MS } from "#kernel/instant.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { address, contact, good, orderInput, pay, quote } from "#test/support/people/booking.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { useWorld } from "#test/support/use-world.ts";
import { FOUND_SHOWN, findApi } from "../contract/api.ts";

const { world, sam, bo, kim } = useWorld({
  shop: true,
  people: {
    sam: ["Sam Sender", "sender"],
    bo: ["Bo Board", "dispatcher"],
    kim: ["Kim Kurier", "courier"],
  },
});

async function booked(name: string, phone: string, label: string): Promise<{ id: string; number: string }> {
  const quoted = await quote(world, sam, { dropoff: address(label, 13.41, 52.52) });
  const input = orderInput(quoted, { ...contact(name), phone });
  const { id, number } = good(await sam.call(deliveriesApi.placeOrder, input));
  return { id: await pay(world, id), number };
}
const find = async (q: string) => good(await bo.call(findApi.find, { q }));

let zoltan: { id: string; number: string };
beforeAll(async () => {
  zoltan = await booked("Zoltán Őry", "+493055544321", "Übergröße 12");
  await booked("Berta Bruns", "+493055500000", "Kanalstraße 3");
});

describe("a delivery is found", () => {
  const spellings: [string, () => string][] = [
    ["its number", () => zoltan.number],
    ["its number without dashes, in small letters", () => zoltan.number.replaceAll("-", "").toLowerCase()],
    ["a parcel's code", () => `${zoltan.number}-1`],
    ["a parcel's code without dashes", () => `${zoltan.number}-1`.replaceAll("-", "")],
    ["a part of the recipient's name", () => "zolt"],
    ["the address", () => "ubergrosse 12"],
    ["the last digits of the recipient's phone number", () => "4321"],
    ["the phone number as it is dialled", () => "030 555-44321"],
  ];
  test.each(spellings)("by %s", async (_what, typed) => {
    expect((await find(typed())).deliveries.map(({ id }) => id)).toEqual([zoltan.id]);
  });

  test("by the end of its sender's phone number", async () => {
    const read = good(await bo.call(deliveriesApi.readDelivery, { id: zoltan.id }));
    const found = await find(read.sender.phone?.slice(-6) ?? "");
    expect(found.deliveries.map(({ id }) => id)).toContain(zoltan.id);
  });

  test("in the list by the same words", async () => {
    const listed = good(await bo.call(deliveriesApi.listDeliveries, { search: "44321" }));
    expect(listed.items.map(({ id }) => id)).toEqual([zoltan.id]);
  });
});

test("a courier is found by a beginning of their name", async () => {
  expect((await find("kur")).couriers).toEqual([{ id: kim.actor.courierId, name: "Kim Kurier" }]);
  expect((await find("urier")).couriers).toEqual([]);
});

test("what nothing fits finds nothing, one or two letters no delivery", async () => {
  expect(await find("zebedee")).toEqual({ deliveries: [], couriers: [], more: false });
  expect((await find("zo")).deliveries).toEqual([]);
  expect((await find("%_")).deliveries).toEqual([]);
});

test("of many it shows the newest and says that there are more", async () => {
  for (let nth = 0; nth <= FOUND_SHOWN; nth += 1) {
    await booked(`Quill ${nth}`, "+493055500001", "Ring 1");
    world.now += MINUTE_MS;
  }
  const found = await find("quill");
  expect(found.deliveries.map(({ recipientName }) => recipientName)).not.toContain("Quill 0");
  expect(found).toMatchObject({ more: true, deliveries: { length: FOUND_SHOWN } });
});

test("a courier may not look for what others carry", async () => {
  const answer = await kim.call(findApi.find, { q: zoltan.number });
  expect(answer).toMatchObject({ status: 403 });
});
