import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { openCrashStand } from "#test/support/processes/crash-stand.ts";
import type { CrashNode, CrashStand } from "#test/support/processes/crash-stand.ts";
import {
  bookThroughCrash,
  brokenLater,
  carry,
  booksOf,
  intentsOf,
  comeToRest,
  expectCaptured,
  expectReleased,
  handOver,
  heldBooking,
  newBooking,
  nextMorning,
  take,
  tellFirstNews,
} from "#test/support/processes/cut-booking.ts";
import type { Booking } from "#test/support/processes/cut-booking.ts";
import { CUTS } from "./cuts.ts";

let stand: CrashStand;
let survivor: CrashNode;
beforeAll(async () => {
  stand = await openCrashStand();
  survivor = await stand.start();
});
afterAll(() => stand.close());
beforeEach(() => nextMorning(stand));

const held = (): Promise<Booking> => heldBooking(stand, survivor);
const broken = () => brokenLater(stand, survivor);

// v5.0.0-2.3.3
test.each(CUTS.map((cut) => [cut.row, cut] as const))(
  "row %s",
  async (_, { at, faults = [], outageMs = 0, goesOn = true, ends }) => {
    const victim = await stand.start(at);
    const booking = await newBooking(stand);
    for (const fault of faults) await stand.facade.plan(...fault);
    await bookThroughCrash(stand, { victim, survivor }, booking, { outageMs, goesOn });
    await comeToRest(stand, survivor);
    await ends(stand, booking, survivor);
    expect(await broken()).toEqual([]);
  },
);

test("row 2 a settling that died with its process goes on once one is back, before the clock's next check", async () => {
  const booking = await held();
  const victim = await stand.start("settle:decided");
  await survivor.pause();
  await handOver(stand, booking);
  expect(await victim.ended).toBe("SIGKILL");
  const restarted = await stand.start();
  await expect
    .poll(() => booksOf(stand, booking), { timeout: 60_000 })
    .toMatchObject({
      ours: { state: "captured", settles: 1, waiting: 0 },
    });
  survivor.resume();
  await restarted.end();
  await expectCaptured(stand, booking);
  expect(await broken()).toEqual([]);
});

test("row 12 news of an intent that our rows do not know yet changes nothing", async () => {
  const victim = await stand.start("open:answered");
  const booking = await newBooking(stand);
  await survivor.pause();
  await expect(take(stand, victim, "open", booking)).rejects.toThrow("fetch failed");
  survivor.resume();
  expect(await tellFirstNews(stand, survivor)).toBe(200);
  stand.world.now += MINUTE_MS;
  await survivor.run();
  for (const step of ["open", "pay", "news", "check", "deliver"] as const)
    await take(stand, survivor, step, booking);
  await comeToRest(stand, survivor);
  await expectCaptured(stand, booking);
  expect(await broken()).toEqual([]);
});

test("row 15 two runners on one operation whose lease is over send one key, and a third finds the answer", async () => {
  const booking = await held();
  const victim = await stand.start("capture:answered");
  await stand.facade.plan("capture", "silent");
  stand.facade.seen.splice(0);
  const captures = () => stand.facade.seen.filter(({ call }) => call === "capture");
  await victim.pause();
  await handOver(stand, booking);
  await expect.poll(() => captures().length, { timeout: 30_000 }).toBe(1);
  victim.resume();
  stand.world.now += MINUTE_MS;
  await expect(victim.run("payments.sweep")).rejects.toThrow("SIGKILL");
  const restarted = await stand.start();
  await comeToRest(stand, restarted);
  await expectCaptured(stand, booking);
  expect(captures()).toHaveLength(3);
  expect(new Set(captures().map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  await restarted.end();
  expect(await broken()).toEqual([]);
});

test("row 16 handed over and reported lost at once: the first decides, the money moves once", async () => {
  const victim = await stand.start("settle:decided");
  const booking = await held();
  const delivery = await carry(stand, booking);
  const { crew } = stand;
  await survivor.pause();
  await victim.run();
  await Promise.all([crew.handOver(delivery), crew.handle(delivery, "lose")]);
  expect(await victim.ended).toBe("SIGKILL");
  survivor.resume();
  const restarted = await stand.start();
  await comeToRest(stand, survivor, restarted);
  await restarted.end();
  const { state } = await crew.read(crew.bo, delivery.id);
  expect(["delivered", "lost"]).toContain(state);
  await (state === "delivered" ? expectCaptured(stand, booking) : expectReleased(stand, booking, true));
  expect(await broken()).toEqual([]);
});

test("row 16 cancelled on the way for a fee: the fee is taken once, the rest released", async () => {
  const victim = await stand.start("settle:decided");
  const booking = await held();
  const { crew } = stand;
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id: booking.order.id }));
  const delivery = await crew.give(await crew.read(crew.bo, deliveryId ?? ""), crew.kim);
  good(await crew.step(crew.kim, delivery, "collect", "start"));
  const { fee } = good(await crew.sam.call(deliveriesApi.previewCancellation, { id: delivery.id }));
  await survivor.pause();
  await victim.run();
  const wish = {
    id: delivery.id,
    commandId: crypto.randomUUID(),
    occurredAt: new Date(stand.world.now).toISOString(),
  };
  good(await crew.sam.call(deliveriesApi.cancelDelivery, { ...wish, fee, note: null }));
  expect(await victim.ended).toBe("SIGKILL");
  survivor.resume();
  await comeToRest(stand, survivor);
  expect(fee.minor).toBeGreaterThan(0);
  await expectCaptured(stand, booking, fee.minor);
  expect(await broken()).toEqual([]);
});

test.each([
  ["ahead", 365 * DAY_MS],
  ["behind", -DAY_MS],
])("row 23 a process whose clock is far %s dies in a capture", async (_, skewMs) => {
  const booking = await held();
  const delivery = await carry(stand, booking);
  const victim = await stand.start("capture:sent", skewMs);
  await survivor.pause();
  await Promise.all([stand.crew.handOver(delivery), victim.ended]);
  survivor.resume();
  await comeToRest(stand, survivor);
  await expectCaptured(stand, booking);
  expect(await broken()).toEqual([]);
});

test("row 22 a capture that a backup brings back as never sent is found at the bank, not sent again", async () => {
  const booking = await held();
  const backup = await stand.versionOf(booking.order.id);
  await handOver(stand, booking);
  await comeToRest(stand, survivor);
  await expectCaptured(stand, booking);
  await stand.restore(booking.order.id, backup);
  expect((await booksOf(stand, booking)).ours).toMatchObject({
    state: "authorized",
    captured: 0,
    waiting: 1,
  });
  stand.world.now += 2 * DAY_MS;
  stand.facade.seen.splice(0);
  const restarted = await stand.start();
  await comeToRest(stand, survivor, restarted);
  await expectCaptured(stand, booking);
  // Other bookings of this file may be captured meanwhile.
  const { ours } = await booksOf(stand, booking);
  const [found] = await intentsOf(stand.facade, ours?.id);
  const intent = found?.id ?? "none";
  expect(intent).toMatch(/^pi_/);
  const calls = stand.facade.seen.filter(({ path }) => path.includes(intent)).map(({ call }) => call);
  expect(calls).toContain("get");
  expect(calls).not.toContain("capture");
  await restarted.end();
  expect(await broken()).toEqual([]);
});

test("row 21 nobody but the payer is ever given money: there is no transfer that a crash could cut", async () => {
  const kinds = await stand.operationKinds();
  expect(kinds).toContain("'capture'");
  expect(kinds).not.toContain("transfer");
});
