import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { openCrashStand } from "#test/support/processes/crash-stand.ts";
import type { CrashNode, CrashStand } from "#test/support/processes/crash-stand.ts";
import {
  booksOf,
  brokenLater,
  comeToRest,
  expectCaptured,
  handOver,
  heldBooking,
  newBooking,
  nextMorning,
} from "#test/support/processes/cut-booking.ts";
import type { Booking } from "#test/support/processes/cut-booking.ts";

const ADA = "Ada Admin";
let stand: CrashStand;
let survivor: CrashNode;
beforeAll(async () => {
  stand = await openCrashStand();
  await stand.world.person(ADA, "org-admin");
  survivor = await stand.start();
});
afterAll(() => stand.close());
beforeEach(() => nextMorning(stand));

const reopen = (node: CrashNode, account?: string) =>
  node.call(findingsApi.reopenPayments, account === undefined ? {} : { account }, undefined, ADA);
const halt = async (node: CrashNode) =>
  (await node.call(findingsApi.readMoneyHealth, {}, undefined, ADA)).halt;
const movingCalls = () =>
  stand.facade.seen.filter(({ call }) => ["open", "capture", "cancel", "refund"].includes(call));

/** A restart later: nothing goes out, a sender is told so, and the booking stands as it was. */
async function expectStopped(booking: Booking, node: CrashNode): Promise<void> {
  stand.facade.seen.splice(0);
  stand.world.now += DAY_MS;
  await comeToRest(stand, survivor, node);
  const { order } = await newBooking(stand);
  await expect(node.call(paymentsApi.openPayment, { id: order.id })).rejects.toThrow(
    "503 payments.misconfigured",
  );
  expect(movingCalls()).toEqual([]);
  expect((await booksOf(stand, booking)).ours).toMatchObject({
    state: "authorized",
    captured: 0,
    waiting: 1,
  });
}

test.each([
  ["our key is refused", "bad_key", "refused", "once the bank takes it again"],
  ["our key is of the wrong mode", "live_only", "other-account", "where a person opens it"],
] as const)(
  "row 24 %s (%s, %s): the queue stops over deaths and restarts, and goes on %s",
  async (_, fault, why, _once) => {
    const booking = await heldBooking(stand, survivor);
    const victim = await stand.start("capture:answered");
    await stand.facade.plan("capture", fault);
    // Silence at the question whether the key is good again. A planned fault that is being used up passes others over.
    for (let rows = 0; rows < 4; rows += 1) await stand.facade.plan("account", "drop_request", 1_000);
    await survivor.pause();
    await Promise.all([handOver(stand, booking), victim.ended]);
    survivor.resume();
    const restarted = await stand.start();
    expect(await halt(restarted)).toMatchObject({ why });
    await expectStopped(booking, restarted);
    await stand.facade.clear();
    await comeToRest(stand, survivor);
    const left = await halt(restarted);
    expect(left?.why).toBe(why === "other-account" ? why : undefined);
    if (left) await reopen(restarted);
    await comeToRest(stand, survivor, restarted);
    expect(await halt(restarted)).toBeNull();
    await expectCaptured(stand, booking);
    await restarted.end();
    expect(await brokenLater(stand, survivor)).toEqual([]);
  },
);

test("row 24 a key of another account takes nothing there, until a person says that it is the right one", async () => {
  const booking = await heldBooking(stand, survivor);
  await stand.world.db.owner((tx) => sql`update payment_gate set account = 'acct_before'`.execute(tx));
  await survivor.end();
  const restarted = await stand.start();
  survivor = await stand.start();
  await handOver(stand, booking);
  await comeToRest(stand, survivor, restarted);
  expect(await halt(restarted)).toMatchObject({ why: "other-account", account: "acct_before" });
  await expectStopped(booking, restarted);
  expect((await reopen(survivor)).halt).toMatchObject({ met: "acct_sandbox" });
  expect((await reopen(survivor, "acct_sandbox")).halt).toBeNull();
  await comeToRest(stand, survivor, restarted);
  await expectCaptured(stand, booking);
  await restarted.end();
  expect(await brokenLater(stand, survivor)).toEqual([]);
});
