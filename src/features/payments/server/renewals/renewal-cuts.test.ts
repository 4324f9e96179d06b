import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { good, openShop } from "#test/support/booking.ts";
import { expectSound } from "#test/support/money-at-rest.ts";
import { bankOf, deskOf, ended, payOnPage } from "#test/support/paying.ts";
import { askedAgain, confirmAgain, holdsOf } from "#test/support/renewal.ts";
import { WEDNESDAY_TEN, openWorld } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";
import { paymentsApi } from "../../contract/api.ts";
import { pull } from "../check.ts";
import { readPayment } from "../payment-row.ts";
import { sweepPayments } from "../sweep.ts";

let world: World;
let sam: Caller;
beforeAll(async () => {
  world = await openWorld();
  await openShop(world);
  sam = await world.person("Sam", "sender");
});
afterAll(() => world.close());
let mornings = 0;
beforeEach(() => {
  mornings += 1;
  world.now = WEDNESDAY_TEN + mornings * 40 * DAY_MS;
});

const isReplaced = async (tx: Tx, id: string): Promise<boolean> =>
  (await first(tx, sql`select from payment where id = ${id} and purpose = 'replaced'`)) !== undefined;

/** A database whose process ends at the transaction that replaces this payment: before it is kept, or right after. */
function cutAt(where: "before" | "after", paymentId: string): Db {
  let isCut = false;
  return {
    ...world.db,
    as: async (who, work) => {
      let isNow = false;
      const value = await world.db.as(who, async (tx) => {
        const done = await work(tx);
        isNow = !isCut && (await isReplaced(tx, paymentId));
        isCut ||= isNow;
        if (isNow && where === "before") throw new Error("power cut");
        return done;
      });
      if (isNow) throw new Error("power cut");
      return value;
    },
  };
}

test.each(["before", "after"] as const)(
  "a power cut %s the step is kept: one hold stands for the booking, and the other is let go",
  async (where) => {
    const one = await askedAgain(world, sam, DAY_MS);
    await confirmAgain(world, sam, one);
    const renewal = await world.db.as(sam.actor, (tx) => readPayment(tx, one.renewalId));
    if (!renewal) throw new Error("no renewal");
    const desk = { ...deskOf(world), db: cutAt(where, one.paymentId) };
    await expect(pull(desk, world.orgId, renewal)).rejects.toThrow("power cut");
    world.now += 20 * MINUTE_MS;
    await Promise.all([sweepPayments(deskOf(world)), sweepPayments(deskOf(world))]);
    await expectSound(world);
    expect(await holdsOf(world, one.orderId)).toEqual([
      "replaced voided held 0 taken 0",
      `booking authorized held ${one.minor} taken 0`,
    ]);
  },
);

test("confirmed on the bank's own page, the new hold takes the old one's place too", async () => {
  const one = await askedAgain(world, sam, DAY_MS);
  const which = { id: one.orderId, paymentId: one.renewalId };
  const { url } = good(await sam.call(paymentsApi.openHostedPage, which));
  await payOnPage(bankOf(world), url.split("/").at(-1) ?? "");
  expect(good(await sam.call(paymentsApi.checkPayment, which)).state).toBe("authorized");
  await ended(world, one.orderId, "returned");
  await expectSound(world);
  expect(await holdsOf(world, one.orderId)).toEqual([
    "replaced voided held 0 taken 0",
    `booking captured held 0 taken ${one.minor}`,
  ]);
});

test("a page that nobody confirmed on ends with its renewal", async () => {
  const one = await askedAgain(world, sam, DAY_MS);
  good(await sam.call(paymentsApi.openHostedPage, { id: one.orderId, paymentId: one.renewalId }));
  await ended(world, one.orderId, "cancelled", 0);
  await expectSound(world);
  expect(await holdsOf(world, one.orderId)).toEqual([
    "booking voided held 0 taken 0",
    "renewal voided held 0 taken 0",
  ]);
});
