import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { abandon } from "#features/deliveries/server/public.ts";
import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { order, systemOf } from "#test/support/people/booking.ts";
import { contextOf } from "#test/support/context-of.ts";
import { dice } from "#test/support/seeds/dice.ts";
import { bankOf, providerOf } from "#test/support/paying/paying.ts";
import { WEDNESDAY_TEN } from "#test/support/world.ts";
import { testSeed } from "#test/support/seeds/test-seed.ts";
import { useShop } from "#test/support/use-world.ts";
import { checkPayment } from "./check.ts";
import { ledgerDrift } from "#features/books/server/invariants.ts";
import { expireUnpaid } from "./expire.ts";
import type { PaymentProvider } from "./base/gateway.ts";
import { openPayment } from "./open.ts";
import type { PaymentDeps } from "./base/payment-deps.ts";
import { settlePayment } from "./settle.ts";
import { checkPayments } from "./check-payments.ts";
import { writeContext } from "#server/db/tx-context.ts";

/** One run's seed can be given to see it again: `WAYBILL_TEST_SEED=7`. */
const SEED = testSeed();

const { world, sam } = useShop();
beforeAll(() => void process.stdout.write(`payment races: seed ${SEED}\n`));

/** Lets one waiting step go at a time, chosen by the dice: before each call to the bank and after each answer. */
function scheduler(random: () => number) {
  const parked: (() => void)[] = [];
  const under = { way: 0 };
  const gate = () => new Promise<void>((resolve) => parked.push(resolve));
  const start = (work: () => Promise<unknown>): Promise<void> => {
    under.way += 1;
    return gate()
      .then(work)
      .then(
        () => undefined,
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        },
      )
      .finally(() => {
        under.way -= 1;
      });
  };
  const drive = async (): Promise<void> => {
    while (under.way > 0) {
      await new Promise((resolve) => setTimeout(resolve, random() < 0.5 ? 0 : 2));
      const [next] = parked.splice(Math.floor(random() * parked.length), 1);
      next?.();
    }
  };
  return { gate, start, drive };
}

function gated(provider: PaymentProvider, gate: () => Promise<void>): PaymentProvider {
  const wrap =
    <A, R>(call: (argument: A) => Promise<R>) =>
    async (argument: A): Promise<R> => {
      await gate();
      const answer = await call(argument);
      await gate();
      return answer;
    };
  return {
    ...provider,
    openIntent: wrap((argument: Parameters<PaymentProvider["openIntent"]>[0]) =>
      provider.openIntent(argument),
    ),
    getIntent: wrap((argument: Parameters<PaymentProvider["getIntent"]>[0]) => provider.getIntent(argument)),
    findIntents: wrap((argument: Parameters<PaymentProvider["findIntents"]>[0]) =>
      provider.findIntents(argument),
    ),
    capture: wrap((argument: Parameters<PaymentProvider["capture"]>[0]) => provider.capture(argument)),
    cancel: wrap((argument: Parameters<PaymentProvider["cancel"]>[0]) => provider.cancel(argument)),
  };
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const FAULTS = ["drop_request", "drop_response", "error_after"];

interface Books {
  /** null where the order ended before anybody opened a payment */
  state: string | null;
  authorized: number;
  captured: number;
  amount: number;
  order: string;
  deliveries: number;
  confirmations: number;
  settles: number;
  open_ops: number;
  intents: number;
  holds: number;
  bank_held: number;
  bank_captured: number;
}
const booksOf = async (orderId: string): Promise<Books | undefined> =>
  (
    await world.run(sql<Books>`
          select p.state, coalesce(p.authorized_minor, 0) as authorized, coalesce(p.captured_minor, 0) as captured,
            o.total_minor as amount,
            o.state as order,
            (select count(*)::int from delivery d where d.order_id = o.id) as deliveries,
            (select count(*)::int from event e where e.aggregate_id = o.id and e.type = 'order.confirmed') as confirmations,
            (select count(*)::int from payment_op k where k.payment_id = p.id and k.kind <> 'open') as settles,
            (select count(*)::int from payment_op k where k.payment_id = p.id and k.state in ('pending', 'sent')) as open_ops,
            (select count(*)::int from sandbox_bank.intent i where i.payment_id = p.id::text) as intents,
            (select count(*)::int from sandbox_bank.movement m join sandbox_bank.intent i on i.id = m.intent_id
              where i.payment_id = p.id::text and m.kind = 'hold') as holds,
            (select coalesce(sum(case m.kind when 'hold' then amount else -amount end), 0)::int
              from (select kind, m.amount_minor as amount from sandbox_bank.movement m
                    join sandbox_bank.intent i on i.id = m.intent_id where i.payment_id = p.id::text) m) as bank_held,
            (select coalesce(sum(captured_minor), 0)::int from sandbox_bank.intent i where i.payment_id = p.id::text)
              as bank_captured
          from sales_order o left join payment p on p.order_id = o.id where o.id = ${orderId}`)
  )[0];

const INTERLEAVINGS = 24;

test.each(Array.from({ length: INTERLEAVINGS }, (_, n) => SEED + n))(
  "interleaving %i: three checks, a double click, sweeper, expiry and giving up leave one hold, one order, one settle",
  async (seed) => {
    const random = dice(seed);
    const bank = bankOf(world);
    const provider = providerOf(world);
    const { gate, start, drive } = scheduler(random);
    const deps: PaymentDeps = {
      db: world.db,
      clock: () => world.now,
      log,
      provider: gated(provider, gate),
      instance: world.orgId,
    };
    const calm: PaymentDeps = { ...deps, provider };
    world.now = WEDNESDAY_TEN + (seed - SEED + 1) * DAY_MS;
    const placed = await order(world, sam);
    if (random() < 0.7)
      await world.run(sql`insert into sandbox_bank.fault (call, kind, times)
            values ('*', ${FAULTS[Math.floor(random() * FAULTS.length)]}, 1)`);
    const browser = async (): Promise<void> => {
      const { clientSecret } = await openPayment(deps, contextOf(world, sam), placed.id);
      const card = { number: "4242424242424242", month: 12, year: 2030, cvc: "123" };
      const id = clientSecret.split("_secret_")[0] ?? "";
      await gate();
      await bank.confirm(id, clientSecret, card).catch(() => undefined);
      await gate();
      await checkPayment(deps, contextOf(world, sam), { id: placed.id });
    };
    const deeds = [
      start(browser),
      start(browser),
      ...Array.from({ length: 3 }, () =>
        start(() => checkPayment(deps, contextOf(world, sam), { id: placed.id })),
      ),
      start(() => checkPayments(deps)),
      ...(random() < 0.5
        ? [
            start(async () => {
              world.now += 16 * MINUTE_MS;
              await expireUnpaid(deps, world.orgId, placed.id);
            }),
          ]
        : []),
      ...(random() < 0.5
        ? [
            start(() =>
              world.db.as(sam.actor, (tx) =>
                abandon(writeContext(tx, { actor: systemOf(world.orgId), now: world.now }), placed.id),
              ),
            ),
          ]
        : []),
    ];
    await Promise.all([drive(), ...deeds]);
    const checkBooks = async (): Promise<Books> => {
      const books = await booksOf(placed.id);
      if (!books) throw new Error("no books");
      expect(books.intents, "intents").toBeLessThanOrEqual(1);
      expect(books.holds, "holds").toBeLessThanOrEqual(1);
      expect(books.confirmations, "confirmations").toBe(books.deliveries);
      expect(books.deliveries, "deliveries").toBeLessThanOrEqual(1);
      expect(books.settles, "settles").toBeLessThanOrEqual(1);
      expect(books.captured).toBeLessThanOrEqual(books.authorized);
      expect(books.authorized).toBeLessThanOrEqual(books.amount);
      return books;
    };
    const rest = async (): Promise<Books> => {
      for (let n = 0; n < 6; n += 1) {
        world.now += 6 * MINUTE_MS;
        await Promise.all([checkPayments(calm), checkPayments(calm)]);
      }
      return checkBooks();
    };
    await checkBooks();
    const quiet = await rest();
    expect(quiet.open_ops).toBe(0);
    const isBooked = quiet.order === "confirmed";
    expect({ order: quiet.order, held: quiet.bank_held > 0 }).toEqual({ order: quiet.order, held: isBooked });
    const restingPlaces = isBooked
      ? ["confirmed authorized 1 0"]
      : ["cancelled", "expired"].flatMap((ended) =>
          ["null 0 0", "voided 0 0", "voided 0 1", "voided 1 1"].map((rest) => `${ended} ${rest}`),
        );
    expect(restingPlaces).toContain(`${quiet.order} ${quiet.state} ${quiet.holds} ${quiet.settles}`);
    if (!isBooked) return;
    await world.run(sql`update delivery set state_shown = 'delivered' where order_id = ${placed.id}`);
    const [payment] = await world.run(
      sql<{ id: string }>`select id from payment where order_id = ${placed.id}`,
    );
    const end = scheduler(random);
    const settling: PaymentDeps = { ...deps, provider: gated(provider, end.gate) };
    await Promise.all([
      ...Array.from({ length: 3 }, () =>
        end.start(() => settlePayment(settling, world.orgId, payment?.id ?? "")),
      ),
      end.start(() => checkPayments(settling)),
      end.drive(),
    ]);
    expect(await rest()).toMatchObject({
      state: "captured",
      settles: 1,
      bank_captured: quiet.amount,
      bank_held: 0,
      captured: quiet.amount,
    });
    expect(await world.db.owner((tx) => ledgerDrift(tx))).toEqual([]);
  },
);
