import { expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { book, good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { trackingApi } from "../contract/api.ts";

const { world, sam } = useWorld({ shop: true, people: { sam: ["Sam", "sender"] } });

test("recipients read the number that an administrator set for them, until it is taken away", async () => {
  const ada = await world.person("Ada Admin", "org-admin");
  const { id } = await book(world, sam);
  const { token } = good(await sam.call(trackingApi.shareDelivery, { id }));
  const shown = async () =>
    good(await world.guest().call(trackingApi.track, {}, { headers: { [HEADERS.trackingToken]: token } }))
      .phone;
  expect(await shown()).toBeNull();
  expect(good(await ada.call(trackingApi.editCarrierPhone, { phone: "+4930555000" }))).toEqual({
    phone: "+4930555000",
  });
  expect(await shown()).toBe("+4930555000");
  expect((await sam.call(trackingApi.editCarrierPhone, { phone: "+4930555001" })).status).toBe(403);
  expect((await ada.call(trackingApi.editCarrierPhone, { phone: "call me" })).status).toBe(400);
  good(await ada.call(trackingApi.editCarrierPhone, { phone: null }));
  expect(good(await ada.call(trackingApi.readCarrierPhone, {})).phone).toBeNull();
  expect(await shown()).toBeNull();
});
