import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import { openShop } from "#test/support/booking.ts";
import { lockWaited } from "#test/support/lock-wait.ts";
import { deskOf } from "#test/support/paying.ts";
import { askedAgain, confirmAgain } from "#test/support/renewal.ts";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";
import { pull } from "../check.ts";
import { lockBookingOf, lockPayment } from "../payment-row.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  await openShop(world);
});
afterAll(() => world.close());

test("whoever waits for a booking's payment while another takes its place is given the new one", async () => {
  const sam = await world.person("Sam", "sender");
  const one = await askedAgain(world, sam, DAY_MS);
  await confirmAgain(world, sam, one);
  const inOrg = { orgId: world.orgId };
  let waiting: Promise<string | undefined> | undefined;
  await world.db.as(inOrg, async (tx) => {
    const renewal = await lockPayment(tx, one.renewalId);
    if (!renewal) throw new Error("no renewal");
    const held: Db = { ...world.db, as: (_, work) => work(tx) };
    await pull({ ...deskOf(world), db: held }, world.orgId, renewal);
    waiting = world.db.as(inOrg, async (other) => (await lockBookingOf(other, one.orderId))?.id);
    await lockWaited(world.db);
  });
  expect(await waiting).toBe(one.renewalId);
});
