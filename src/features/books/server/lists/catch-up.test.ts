import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { paymentDepsOf, planFault, refOf, taken, type Held } from "#test/support/paying/paying.ts";
import { WEDNESDAY_TEN } from "#test/support/world.ts";
import { useShop } from "#test/support/use-world.ts";
import { eur } from "#test/support/paying/samples.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import { traceApi } from "../../contract/trace.ts";
import type { PaymentDeps } from "#features/payments/server/base/payment-deps.ts";
import { advanceClock } from "#engines/sandbox-bank/advance-clock.ts";
import { checkPayments } from "#features/payments/server/check-payments.ts";
import { catchUp, eventsSource } from "./catch-up.ts";

const { world, sam, ada } = useShop();
/** Each on a Wednesday morning of its own, with nothing of the test before left to read. */
beforeEach(async () => {
  const weeks = Math.floor((world.now - WEDNESDAY_TEN) / (7 * DAY_MS)) + 1;
  world.now = WEDNESDAY_TEN + weeks * 7 * DAY_MS;
  await caughtUp();
});

/** One pass, and what it noted is followed. */
async function caughtUp(deps: PaymentDeps = paymentDepsOf(world)): Promise<void> {
  world.now += 5 * MINUTE_MS;
  await catchUp(deps, world.orgId);
  world.now += 2 * MINUTE_MS;
  await checkPayments(paymentDepsOf(world));
}
const trace = async ({ paymentId }: Held) => good(await ada.call(traceApi.readTrace, { id: paymentId }));
const told = (ref: string) =>
  world.run(sql<{ type: string }>`select type from payment_inbox where ref = ${ref} order by type`);
const EACH_MS = 10 * SECOND_MS;
/** So many events about an intent, one each ten seconds, from now on. */
async function busy(ref: string, count: number): Promise<void> {
  const from = world.now;
  world.now += count * EACH_MS;
  await world.run(sql`insert into sandbox_bank.event (id, type, intent_id, body, created_at)
        select id, 'payment_intent.processing', ${ref}, jsonb_build_object('id', id, 'object', 'event',
          'type', 'payment_intent.processing', 'created', at / 1000, 'data',
          jsonb_build_object('object', jsonb_build_object('id', ${ref}::text, 'object', 'payment_intent'))),
          to_timestamp(at / 1000)
        from (select ${from}::bigint + n * ${EACH_MS} as at, 'evt_' || (${from}::bigint + n)::text as id
              from generate_series(1, ${count}) n) made`);
}
type Events = NonNullable<PaymentDeps["provider"]["lists"]>["events"];
const pass = () =>
  world.one(sql<{ readTo: number; missedAt: number | null }>`
        select read_to as "readTo", missed_at as "missedAt" from payment_pass
        where name = 'events' and source = ${eventsSource(paymentDepsOf(world).provider)}`);

test("a dispute whose webhook was lost is recorded, and its money is gone from the books", async () => {
  const one = await taken(world, sam, "4000000000000259");
  expect((await trace(one)).disputes).toEqual([]);
  await caughtUp();
  expect((await trace(one)).disputes).toMatchObject([{ state: "open", reason: "fraudulent" }]);
  const ref = await refOf(world, one);
  const before = await told(ref);
  expect(before.map(({ type }) => type)).toContain("charge.dispute.created");
  await caughtUp();
  expect(await told(ref)).toEqual(before);
});

test("a refund that comes back after it had succeeded is seen where its webhook was lost", async () => {
  const one = await taken(world, sam, "4000000000005126");
  const asked = {
    paymentId: one.paymentId,
    reason: "late",
    amount: eur(200),
  } as const;
  good(await ada.call(refundsApi.askRefund, { ...asked, id: crypto.randomUUID() }));
  await caughtUp();
  expect((await trace(one)).refunds).toMatchObject([{ state: "succeeded" }]);
  world.now += 3 * DAY_MS;
  await advanceClock(world.db, () => world.now);
  await caughtUp();
  expect((await trace(one)).refunds).toMatchObject([{ state: "failed" }]);
});

test("after days without us the list is read to its end, and no event twice", async () => {
  const one = await taken(world, sam, "4000000000000259");
  const ref = await refOf(world, one);
  await busy(ref, 250);
  world.now += 4 * DAY_MS;
  await caughtUp();
  expect((await told(ref)).map(({ type }) => type)).toContain("charge.dispute.created");
  expect(await told(ref)).toHaveLength(253);
  await caughtUp();
  expect(await told(ref)).toHaveLength(253);
  expect((await pass())?.missedAt).toBeNull();
});

/** A world's deps with another reader of its list of events. */
function reading(listed: (events: Events) => Events, account?: string): PaymentDeps {
  const whole = paymentDepsOf(world);
  const { lists } = whole.provider;
  if (!lists) throw new Error("the sandbox keeps lists");
  const changed = { account: account ?? lists.account, events: listed(lists.events) };
  return { ...whole, provider: { ...whole.provider, lists: changed } };
}
const silent: Events = () => Promise.resolve({ kind: "unknown", reason: "silence", stored: false });

test.each([
  ["whoever dies", () => Promise.reject(new Error("the process is gone"))],
  ["silence", silent],
  ["a throttled page", () => Promise.resolve({ kind: "throttled", retryAfterMs: 1000 } as const)],
] as const)(
  "%s between two pages costs no page: the next pass reads on behind the first",
  async (_, fails) => {
    const one = await taken(world, sam, "4000000000000259");
    const ref = await refOf(world, one);
    await busy(ref, 150);
    const events = vi.fn<Events>();
    const deps = reading((whole) =>
      events.mockImplementation(whole).mockImplementationOnce(whole).mockImplementationOnce(fails),
    );
    await caughtUp(deps);
    expect(await told(ref)).toHaveLength(100);
    await caughtUp(deps);
    expect(await told(ref)).toHaveLength(153);
    const [, failed, again] = events.mock.calls.map(([window]) => window);
    expect(failed?.after).toBeDefined();
    expect(again).toEqual(failed);
    expect((await trace(one)).disputes).toHaveLength(1);
  },
);

test("a pass reads twenty pages, and the next one reads on to the end", async () => {
  const before = await pass();
  const pages = 23;
  const at = world.now;
  const events = vi.fn<Events>(({ after = "0" }) => {
    const nth = Number(after) + 1;
    const items = [{ eventId: `evt_${at}_${nth}`, type: "charge.updated", ref: undefined, at: at - nth }];
    const next = nth < pages ? String(nth) : undefined;
    return Promise.resolve({ kind: "ok", value: { items, next } });
  });
  const deps = reading(() => events);
  await caughtUp(deps);
  expect(events).toHaveBeenCalledTimes(20);
  expect((await pass())?.readTo).toBe(before?.readTo);
  await caughtUp(deps);
  expect(events).toHaveBeenCalledTimes(pages);
  expect(events.mock.calls[20]?.[0].after).toBe("20");
  expect((await pass())?.readTo).toBe(at - 1);
});

test("a place that the provider has forgotten is dropped: the next pass begins at the newest", async () => {
  await busy(await refOf(world, await taken(world, sam)), 150);
  const events = vi.fn<Events>();
  const deps = reading((whole) =>
    events
      .mockImplementation(whole)
      .mockImplementationOnce(whole)
      .mockResolvedValueOnce({ kind: "rejected", code: "resource_missing" }),
  );
  await caughtUp(deps);
  await caughtUp(deps);
  expect(events.mock.calls[2]?.[0].after).toBeUndefined();
});

test("another account's list begins anew, and leaves the first account's place and gaps as they are", async () => {
  await taken(world, sam);
  await caughtUp();
  const before = await pass();
  const firstPayment = await world.one(sql<{ at: number }>`select min(created_at) as at from payment`);
  const events = vi.fn<Events>(() => Promise.resolve({ kind: "ok", value: { items: [], next: undefined } }));
  await caughtUp(reading(() => events, "pk_of_another_account"));
  expect(events.mock.calls[0]?.[0].since).toBe((firstPayment?.at ?? 0) - HOUR_MS);
  expect(await pass()).toEqual(before);
});

test("what the provider forgot unread is known to be missed", async () => {
  await taken(world, sam);
  await caughtUp();
  expect((await pass())?.missedAt).toBeNull();
  world.now += 40 * DAY_MS;
  await caughtUp();
  expect((await pass())?.missedAt).toBeGreaterThan(world.now - HOUR_MS);
});

test("a gap is noted once while the list stays closed to us, and again when later events are lost too", async () => {
  await taken(world, sam);
  await caughtUp();
  const deps = reading(() => silent);
  world.now += 40 * DAY_MS;
  await caughtUp(deps);
  const noted = (await pass())?.missedAt;
  expect(noted).toBeGreaterThan(world.now - HOUR_MS);
  for (let days = 0; days < 28; days += 4) {
    await caughtUp(deps);
    expect((await pass())?.missedAt).toBe(noted);
    world.now += 4 * DAY_MS;
  }
  world.now += 4 * DAY_MS;
  await caughtUp(deps);
  expect((await pass())?.missedAt).toBeGreaterThan(world.now - HOUR_MS);
});

test("silence leaves the place where it was, and the next pass reads on", async () => {
  const one = await taken(world, sam, "4000000000000259");
  const before = await pass();
  await planFault(world, "events", "drop_request");
  await caughtUp();
  expect((await pass())?.readTo).toBe(before?.readTo);
  await caughtUp();
  expect((await trace(one)).disputes).toHaveLength(1);
});

test("a quiet account keeps its place: after months without news nothing is read anew, and the next news is found", async () => {
  const one = await taken(world, sam);
  await caughtUp();
  const missed = async () => (await pass())?.missedAt;
  const before = await missed();
  for (let days = 0; days < 60; days += 5) {
    world.now += 5 * DAY_MS;
    await caughtUp();
  }
  expect(await missed()).toBe(before);
  await busy(await refOf(world, one), 1);
  await caughtUp();
  expect((await told(await refOf(world, one))).map(({ type }) => type)).toContain(
    "payment_intent.processing",
  );
});

test("what a clock that ran ahead wrote of a dispute is overtaken by the next answer", async () => {
  const one = await taken(world, sam, "4000000000000259");
  await caughtUp();
  const disputes = async () => (await trace(one)).disputes.map(({ state }) => state);
  expect(await disputes()).toEqual(["open"]);
  await world.db.owner(async (tx) => {
    await sql`update dispute set as_of = now() + interval '10 years', state = 'inquiry'
              where payment_id = ${one.paymentId}`.execute(tx);
  });
  world.now += MINUTE_MS;
  await checkPayments(paymentDepsOf(world));
  expect(await disputes()).toEqual(["open"]);
});
