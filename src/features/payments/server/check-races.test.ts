import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { abandon } from "#features/deliveries/server/public.ts";
import { good, order, systemOf } from "#test/support/people/booking.ts";
import { lockWaited } from "#test/support/database/lock-wait.ts";
import { confirmAt } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { paymentsApi } from "../contract/api.ts";
import { planOperation } from "./base/operation.ts";
import { settleKey } from "../domain/settlement.ts";
import { writeContext } from "#server/db/tx-context.ts";

const { world, sam } = useShop();

/** An order whose card the bank holds, before any snapshot of it. */
async function heldUnheard() {
  const { id } = await order(world, sam);
  const { clientSecret, payment } = good(await sam.call(paymentsApi.openPayment, { id }));
  expect(await confirmAt(world, clientSecret)).toBe(200);
  return { id, paymentId: payment.id };
}
const check = async (id: string) => good(await sam.call(paymentsApi.checkPayment, { id })).state;
const read = async (id: string) => good(await sam.call(paymentsApi.readPayment, { id })).state;
const stateOf = async (id: string) => good(await sam.call(deliveriesApi.readOrder, { id })).state;

test("an order given up while the bank is asked is not told as held: its hold is being released", async () => {
  const { id } = await heldUnheard();
  const actor = systemOf(world.orgId);
  let told: Promise<string> | undefined;
  await world.db.as(actor, async (tx) => {
    await abandon(writeContext(tx, { actor, now: world.now }), id);
    // The check reads the order as it was, and waits for its row.
    told = check(id);
    await lockWaited(world.db);
  });
  expect({ told: await told, order: await stateOf(id) }).toEqual({ told: "voided", order: "cancelled" });
  expect(await read(id)).toBe("voided");
});

test("whichever of payment and giving up comes first, both sides are told the same", async () => {
  for (let race = 0; race < 8; race += 1) {
    const { id } = await heldUnheard();
    const [told, givenUp] = await Promise.all([check(id), sam.call(deliveriesApi.abandonOrder, { id })]);
    const expected =
      givenUp.status === 200
        ? { told: "voided", order: "cancelled" }
        : { told: "authorized", order: "confirmed" };
    expect({ told, order: await stateOf(id) }).toEqual(expected);
  }
});

test("a hold whose release was decided before it was seen books nothing, and is not told as held", async () => {
  const { id, paymentId } = await heldUnheard();
  await world.db.as({ orgId: world.orgId }, (tx) =>
    planOperation(tx, world.now, {
      paymentId,
      kind: "cancel",
      logicalKey: settleKey(paymentId),
      amountMinor: null,
      instance: world.orgId,
    }),
  );
  expect({ told: await check(id), order: await stateOf(id) }).toEqual({
    told: "voided",
    order: "pending_payment",
  });
});
