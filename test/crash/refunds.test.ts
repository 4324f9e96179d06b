import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { InputOf } from "#contract/endpoint.ts";
import type { Call } from "#engines/sandbox-bank/carry.ts";
import type { Fault } from "#engines/sandbox-bank/faults.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import { good } from "#test/support/people/booking.ts";
import { openCrashStand } from "#test/support/processes/crash-stand.ts";
import type { CrashNode, CrashStand } from "#test/support/processes/crash-stand.ts";
import {
  booksOf,
  brokenLater,
  comeToRest,
  handOver,
  heldBooking,
  intentsOf,
  nextMorning,
  tellNews,
} from "#test/support/processes/cut-booking.ts";
import type { Booking } from "#test/support/processes/cut-booking.ts";

const ADA = "Ada Admin";
const BEA = "Bea Admin";
const PART = 500;

let stand: CrashStand;
let survivor: CrashNode;
let second: CrashNode;
beforeAll(async () => {
  stand = await openCrashStand();
  for (const name of [ADA, BEA]) await stand.world.person(name, "org-admin");
  [survivor, second] = await Promise.all([stand.start(), stand.start()]);
});
afterAll(() => stand.close());
beforeEach(() => nextMorning(stand));

type Asked = InputOf<typeof refundsApi.askRefund>;

/** Delivered and taken; what is asked for is a part of it. */
async function delivered(number?: string): Promise<{ booking: Booking; asked: Asked }> {
  const booking = await heldBooking(stand, survivor, number);
  await handOver(stand, booking);
  await comeToRest(stand, survivor);
  const { ours } = await booksOf(stand, booking);
  expect(ours).toMatchObject({ state: "captured", captured: booking.order.total.minor });
  const amount = { minor: PART, currency: booking.order.total.currency };
  return { booking, asked: { paymentId: ours?.id ?? "", id: randomUUID(), amount, reason: "late" } };
}

const ask = (node: CrashNode, asked: Asked, who = ADA) =>
  node.call(refundsApi.askRefund, asked, undefined, who);

/** All of it, by somebody else. */
const askAll = (node: CrashNode, { order: { total } }: Booking, asked: Asked) =>
  ask(node, { ...asked, id: randomUUID(), amount: { ...total } }, BEA);

/** State of the payment's refunds in our books, and the bank's movements after its capture. */
async function refundBooks(booking: Booking, { paymentId }: Asked) {
  const ours = await stand.world.db.owner((tx) =>
    first(
      tx,
      sql`select p.refunded_minor as given, p.refund_reserved_minor as set_aside,
          (select string_agg(r.state || ' ' || r.amount_minor, ', ' order by r.asked_at) from refund_request r
            where r.payment_id = p.id) as refunds,
          (select count(*)::int from payment_op k where k.payment_id = p.id and k.kind = 'refund') as operations,
          (select count(*)::int from receipt c where c.payment_id = p.id and c.kind = 'credit-note') as notes,
          (select coalesce(sum(l.minor), 0)::int from ledger_line l
            where l.payment_id = p.id and l.account = 'provider') as provider
        from payment p where p.id = ${paymentId}`,
    ),
  );
  const [intent] = await intentsOf(stand.facade, paymentId);
  const { minor } = booking.order.total;
  const moved = await stand.facade.movements(intent?.id ?? "none");
  expect(moved.slice(0, 2)).toEqual([`hold ${minor}`, `capture ${minor}`]);
  return { ours, bank: moved.slice(2) };
}

async function expectGivenOnce(booking: Booking, asked: Asked): Promise<void> {
  const { minor } = asked.amount;
  expect(await refundBooks(booking, asked)).toEqual({
    ours: {
      given: minor,
      set_aside: minor,
      refunds: `succeeded ${minor}`,
      operations: 1,
      notes: 1,
      provider: booking.order.total.minor - minor,
    },
    bank: [`refund ${minor}`],
  });
}

interface Cut {
  readonly row: string;
  readonly at: string;
  readonly faults?: readonly (readonly [Call, Fault, number])[];
  readonly outageMs?: number;
}

/** Stripe's library sends a cut call a second time by itself. */
const LOST = ["refund", "drop_request", 2] as const;
const UNHEARD = ["refund", "drop_response", 2] as const;
const LONG = 25 * HOUR_MS;

const CUTS: readonly Cut[] = [
  { row: "18 before the commit of what is set aside", at: "refund:asking" },
  { row: "18 set aside and not begun", at: "refund:asked" },
  { row: "19 marked as sent before the request leaves", at: "refund:sent" },
  { row: "19 the request is lost", at: "refund:answered", faults: [LOST] },
  { row: "19 given, the answer lost", at: "refund:answered", faults: [UNHEARD] },
  {
    row: "19 given, then a 500 that is said for ever",
    at: "refund:answered",
    faults: [["refund", "error_after", 1]],
  },
  {
    row: "19 not given, and a 500 that is said for ever",
    at: "refund:answered",
    faults: [["refund", "error_before", 1]],
  },
  { row: "19 the answer came, death before its commit", at: "refund:concluding" },
  {
    row: "19 a day without us, the key forgotten, and it was given",
    at: "refund:answered",
    faults: [UNHEARD],
    outageMs: LONG,
  },
  {
    row: "19 a day without us, the key forgotten, and it was not given",
    at: "refund:answered",
    faults: [LOST],
    outageMs: LONG,
  },
];

/** A double click cut by a power cut, both clicks again at two processes, and a colleague who wants all of it. */
test.each(CUTS.map((cut) => [cut.row, cut] as const))(
  "row %s: given once",
  async (_, { at, faults = [], outageMs = 0 }) => {
    const { booking, asked } = await delivered();
    const victim = await stand.start(at);
    for (const fault of faults) await stand.facade.plan(...fault);
    for (const node of [survivor, second]) await node.pause();
    await expect(ask(victim, asked)).rejects.toThrow("fetch failed");
    expect(await victim.ended).toBe("SIGKILL");
    for (const node of [survivor, second]) node.resume();
    stand.world.now += outageMs + MINUTE_MS;
    await Promise.all([survivor.run(), second.run()]);
    await Promise.all([ask(survivor, asked), ask(second, asked)]);
    await expect(askAll(second, booking, asked)).rejects.toThrow("409 payments.refund-exceeds");
    await comeToRest(stand, survivor, second);
    await expectGivenOnce(booking, asked);
    expect(await brokenLater(stand, survivor)).toEqual([]);
  },
);

test("row 18 two people at two processes want all of it at the same moment: one is told that nothing is left", async () => {
  const { booking, asked } = await delivered();
  await Promise.all([survivor.run(), second.run()]);
  const all = { ...asked, amount: { ...booking.order.total } };
  const answers = await Promise.allSettled([ask(survivor, all), askAll(second, booking, asked)]);
  const refused = answers.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  expect(refused).toEqual(["Error: askRefund: 409 payments.refund-exceeds"]);
  await comeToRest(stand, survivor, second);
  await expectGivenOnce(booking, all);
  expect(await brokenLater(stand, survivor)).toEqual([]);
});

test("row 20 a refund comes back days later and its hearer dies: booked back once, and a person's to bring", async () => {
  const { booking, asked } = await delivered("4000000000005126");
  await survivor.run();
  expect(await ask(survivor, asked)).toMatchObject({ state: "succeeded" });
  stand.world.now += 3 * DAY_MS;
  await stand.facade.advance(0);
  const victim = await stand.start("after:absorbed");
  for (const node of [survivor, second]) await node.pause();
  // Its answer may be cut too.
  await Promise.allSettled([tellNews(stand, victim, booking)]);
  expect(await victim.ended).toBe("SIGKILL");
  expect((await refundBooks(booking, asked)).ours).toMatchObject({ refunds: `succeeded ${PART}` });
  for (const node of [survivor, second]) node.resume();
  const told = [tellNews(stand, survivor, booking), tellNews(stand, second, booking, -2)];
  expect(await Promise.all(told)).toEqual([200, 200]);
  await comeToRest(stand, survivor, second);
  const { minor } = booking.order.total;
  const back = { given: 0, set_aside: PART, refunds: `failed ${PART}`, operations: 1, provider: minor };
  expect(await refundBooks(booking, asked)).toMatchObject({
    ours: back,
    bank: [`refund ${PART}`, `refund_back ${PART}`],
  });
  const bea = await stand.world.person(BEA, "org-admin");
  const listed = good(await bea.call(refundsApi.listRefunds, { group: "returned" }));
  expect(listed.items.map(({ id }) => id)).toContain(asked.id);
  await expect(askAll(second, booking, asked)).rejects.toThrow("409 payments.refund-exceeds");
  const close = { id: asked.id, by: "bank" } as const;
  const closed = [survivor, second].map((node) => node.call(refundsApi.closeRefund, close, undefined, BEA));
  for (const one of await Promise.all(closed)) expect(one.state).toBe("by-bank");
  expect((await refundBooks(booking, asked)).ours).toMatchObject({ given: PART, set_aside: PART });
  expect(await brokenLater(stand, survivor)).toEqual([]);
});
