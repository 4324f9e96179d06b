import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { openCrashStand } from "#test/support/crash-stand.ts";
import type { CrashNode, CrashStand } from "#test/support/crash-stand.ts";
import { booksOf, brokenLater, comeToRest, heldBooking, intentsOf } from "#test/support/cut-booking.ts";
import { GOOD_CARD } from "#test/support/pay-by-card.ts";

let stand: CrashStand;
let survivor: CrashNode;
beforeAll(async () => {
  stand = await openCrashStand();
  survivor = await stand.start();
});
afterAll(() => stand.close());

test("killed while a new hold takes the old one's place: the next sweep does it, and one hold is left at the bank", async () => {
  const booking = await heldBooking(stand, survivor);
  const { id, total } = booking.order;
  const { ours: old } = await booksOf(stand, booking);
  stand.world.now += 6 * DAY_MS;
  await survivor.run("payments.sweep");
  const renewal = await survivor.call(paymentsApi.readPayment, { id });
  expect(renewal).toMatchObject({ purpose: "renewal", state: "created" });
  const asked = { id, paymentId: renewal.id };
  const { clientSecret } = await survivor.call(paymentsApi.openPayment, asked);
  const ref = clientSecret.split("_secret_")[0] ?? "";
  expect((await stand.facade.bank.confirm(ref, clientSecret, GOOD_CARD)).status).toBe(200);
  const victim = await stand.start("renewal:placed");
  survivor.pause();
  await expect(victim.call(paymentsApi.checkPayment, asked)).rejects.toThrow("fetch failed");
  expect(await victim.ended).toBe("SIGKILL");
  survivor.resume();
  expect((await booksOf(stand, booking)).ours).toEqual(old);
  await comeToRest(stand, survivor);
  expect(await booksOf(stand, booking)).toMatchObject({
    ours: { id: renewal.id, state: "authorized", captured: 0, waiting: 0 },
    bank: [`requires_capture, hold ${total.minor}`],
  });
  const [gone] = await intentsOf(stand.facade, old?.id);
  expect(gone?.status).toBe("canceled");
  expect(await brokenLater(stand, survivor)).toEqual([]);
});
