import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { DAY_MS, HOUR_MS } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import { good, openShop, order } from "#test/support/booking.ts";
import { dice } from "#test/support/dice.ts";
import { bankOf, confirmAt, deskOf, payOnPage } from "#test/support/paying.ts";
import { WEDNESDAY_TEN, openWorld } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";
import { testSeed } from "#test/support/test-seed.ts";
import { paymentsApi } from "../../contract/api.ts";
import { expireUnpaid } from "../expire.ts";
import { brokenInvariants } from "../invariants.ts";
import { settlePayment } from "../settle.ts";

/** One run's seed can be given to see it again: `WAYBILL_TEST_SEED=7`. */
const SEED = testSeed();
const RACES = 16;

let world: World;
let sam: Caller;
beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  await openShop(world);
  sam = await world.person("Sam", "sender");
  process.stdout.write(`races of form and page: seed ${SEED}\n`);
});
afterAll(() => world.close());

interface Books {
  readonly id: string;
  readonly state: string;
  readonly order: string;
  readonly holds: number;
  readonly held: number;
  readonly payable: number;
}
/** What the payment is here, how often a card was held for it at the bank, and what is held or payable there now. */
const booksOf = async (orderId: string): Promise<Books> => {
  const found = await world.db.owner((tx) =>
    first(
      tx,
      sql<Books>`
        select p.id, p.state, o.state as order,
          (select count(*)::int from sandbox_bank.movement m join sandbox_bank.intent i on i.id = m.intent_id
            where i.payment_id = p.id::text and m.kind = 'hold') as holds,
          (select count(*)::int from sandbox_bank.intent i
            where i.payment_id = p.id::text and i.status = 'requires_capture') as held,
          (select count(*)::int from sandbox_bank.intent i
            where i.payment_id = p.id::text and i.status in ('requires_card', 'requires_action')) as payable
        from payment p join sales_order o on o.id = p.order_id where o.id = ${orderId}`,
    ),
  );
  if (!found) throw new Error("no payment");
  return found;
};

const onForm = async (id: string, here: boolean) => {
  const { body, status } = await sam.call(paymentsApi.openPayment, { id, here });
  if (status === 200 && "clientSecret" in body) await confirmAt(world, body.clientSecret);
};
const onPage = async (id: string) => {
  const { body, status } = await sam.call(paymentsApi.openHostedPage, { id });
  if (status === 200 && "url" in body) await payOnPage(bankOf(world), body.url.split("/").at(-1) ?? "");
};

test.each(Array.from({ length: RACES }, (_, n) => SEED + n))(
  "race %i: a form that recovers, pages, cards on both, a look and the end of the order leave at most one hold",
  async (seed) => {
    world.now = WEDNESDAY_TEN + (seed - SEED) * DAY_MS;
    const random = dice(seed);
    const { id } = await order(world, sam);
    const desk = deskOf(world);
    const { clientSecret } = good(await sam.call(paymentsApi.openPayment, { id }));
    const mayEnd = random() < 0.3;
    const acts: (() => Promise<unknown>)[] = [
      () => onPage(id),
      () => onPage(id),
      () => confirmAt(world, clientSecret),
      () => onForm(id, random() < 0.5),
      () => onForm(id, true),
      () => sam.call(paymentsApi.checkPayment, { id }),
      ...(mayEnd ? [() => sam.call(deliveriesApi.abandonOrder, { id })] : []),
    ];
    const shuffled = acts.map((act) => ({ act, at: random() })).toSorted((a, b) => a.at - b.at);
    await Promise.all(shuffled.map(({ act }) => act()));
    await sam.call(paymentsApi.checkPayment, { id });
    const during = await booksOf(id);
    expect(during.held, JSON.stringify(during)).toBeLessThanOrEqual(1);
    expect(during.held + during.payable, JSON.stringify(during)).toBeLessThanOrEqual(1);

    world.now += HOUR_MS;
    await expireUnpaid(desk, world.orgId, id);
    if (during.order !== "confirmed") await settlePayment(desk, world.orgId, during.id);
    const after = await booksOf(id);
    const isBooked = after.order === "confirmed";
    expect(after, JSON.stringify({ during, after })).toMatchObject({
      state: isBooked ? "authorized" : "voided",
      held: isBooked ? 1 : 0,
      payable: 0,
    });
    expect(await world.db.as({ orgId: world.orgId }, (tx) => brokenInvariants(tx, world.now))).toEqual([]);
  },
);
