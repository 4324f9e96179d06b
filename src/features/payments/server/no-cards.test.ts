import { expect, test } from "vitest";
import { openShop, order } from "#test/support/booking.ts";
import { openWorld } from "#test/support/world.ts";
import { paymentsApi } from "../contract/api.ts";

test("an installation that takes no cards says so instead of showing the sandbox", async () => {
  const world = await openWorld({ payment: "none" });
  await openShop(world);
  const ada = await world.person("Ada", "sender");
  const placed = await order(world, ada);
  expect(await ada.call(paymentsApi.openPayment, { id: placed.id })).toMatchObject({
    status: 409,
    body: { code: "payments.not-offered", way: "contact" },
  });
  const script = await world.server.app.inject({ url: "/sandbox-bank/v1/bank.js" });
  expect(script.statusCode).toBe(404);
  await world.close();
});
