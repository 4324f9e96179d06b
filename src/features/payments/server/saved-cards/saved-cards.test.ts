import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#kernel/instant.ts";
import { good, openShop, order } from "#test/support/booking.ts";
import { contextOf } from "#test/support/context-of.ts";
import { bankOf, confirmAt, deskOf } from "#test/support/paying.ts";
import { type Caller, type World, openWorld } from "#test/support/world.ts";
import { paymentsApi } from "../../contract/api.ts";
import { savedCardsApi } from "../../contract/saved-cards.ts";
import type { SavedCards } from "../gateway.ts";
import { keptCard } from "../sandbox/cards.ts";
import { sweepPayments } from "../sweep.ts";
import { keepCard } from "./keep-card.ts";
import { listMyCards, removeCard } from "./my-cards.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ runJobs: false, savesCards: true });
  await openShop(world);
});
afterAll(() => world.close());
let people = 0;
let sender: Caller;
beforeEach(async () => {
  sender = await world.person(`Sender ${(people += 1)}`, "sender");
});

const booked = async (payer = sender) => {
  const placed = await order(world, payer);
  const session = good(await payer.call(paymentsApi.openPayment, { id: placed.id }));
  return { orderId: placed.id, paymentId: session.payment.id, session };
};
type Booked = Awaited<ReturnType<typeof booked>>;
const keep = ({ orderId, paymentId }: Booked, payer = sender, wish = true) =>
  payer.call(savedCardsApi.keepCard, { id: orderId, paymentId, keep: wish, words: 1 });
const cardsOf = async (payer = sender) => good(await payer.call(savedCardsApi.listMyCards, {})).items;
const count = async (table: string): Promise<number> =>
  Number((await world.db.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n);
const consentOf = async ({ paymentId }: Pick<Booked, "paymentId">) =>
  (
    await world.db.pool.query(
      "select taken_back_at is not null as back from card_consent where payment_id = $1",
      [paymentId],
    )
  ).rows;
const remove = (ref: string) => sender.call(savedCardsApi.removeCard, { ref });
const sweepLater = async (): Promise<void> => {
  world.now += HOUR_MS;
  await sweepPayments(deskOf(world));
};
/** Pays with the box ticked. */
const kept = async (number?: string) => {
  const one = await booked();
  good(await keep(one));
  expect(await confirmAt(world, one.session.clientSecret, number)).toBe(200);
  good(await sender.call(paymentsApi.checkPayment, { id: one.orderId }));
  return one;
};
const plan = (call: string, kind: string, times = 1) =>
  world.db.owner((tx) =>
    sql`insert into sandbox_bank.fault (call, kind, times) values (${call}, ${kind}, ${times})`.execute(tx),
  );

test("without the box the provider hears of nobody, and nothing is kept", async () => {
  const before = await count("sandbox_bank.customer");
  const one = await booked();
  expect(one.session.cards).toEqual({ shown: null });
  expect(await confirmAt(world, one.session.clientSecret)).toBe(200);
  good(await sender.call(paymentsApi.checkPayment, { id: one.orderId }));
  expect(await cardsOf()).toEqual([]);
  expect(await count("sandbox_bank.customer")).toBe(before);
});

test("with the box the card is kept, by which words is written down, and the next form shows it", async () => {
  const one = await kept("5555555555554444");
  expect(await cardsOf()).toEqual([
    {
      ref: expect.any(String),
      brand: "mastercard",
      last4: "4444",
      month: 12,
      year: 2030,
      awaySince: null,
    },
  ]);
  const { rows } = await world.db.pool.query(
    "select words, taken_back_at from card_consent where payment_id = $1",
    [one.paymentId],
  );
  expect(rows).toEqual([{ words: 1, taken_back_at: null }]);
  const next = await booked();
  const shown = next.session.cards?.shown ?? "";
  const [card] = (await bankOf(world).cardsFor(shown)).body["cards"] as { id: string }[];
  const { clientSecret } = next.session;
  await bankOf(world).confirmKept(clientSecret.split("_secret_")[0] ?? "", clientSecret, {
    card: card?.id ?? "",
    session: shown,
  });
  const paid = good(await sender.call(paymentsApi.checkPayment, { id: next.orderId }));
  expect(paid.state).toBe("authorized");
});

test("one person is one customer, however often and from however many tabs the box is ticked", async () => {
  const before = await count("sandbox_bank.customer");
  const [first, second] = [await booked(), await booked()];
  const answers = await Promise.all([keep(first), keep(first), keep(second), keep(second)]);
  for (const answer of answers.filter(({ status }) => status !== 503)) good(answer);
  good(await keep(first));
  expect(await count("sandbox_bank.customer")).toBe(before + 1);
});

test("a box that is unticked after a decline keeps nothing", async () => {
  const one = await booked();
  good(await keep(one));
  expect(await confirmAt(world, one.session.clientSecret, "4000000000000002")).toBe(402);
  expect(good(await keep(one, sender, false))).toEqual({ keep: false });
  expect(await confirmAt(world, one.session.clientSecret)).toBe(200);
  expect(await cardsOf()).toEqual([]);
  expect(await consentOf(one)).toEqual([{ back: true }]);
});

test("a box that is unticked in another tab while the provider is told to keep the card keeps nothing", async () => {
  const one = await booked();
  const desk = deskOf(world);
  const { savedCards } = desk.provider;
  if (!savedCards) throw new Error("the sandbox keeps cards");
  let isFirst = true;
  const late: SavedCards = {
    ...savedCards,
    bind: async (asked) => {
      if (isFirst) {
        isFirst = false;
        good(await keep(one, sender, false));
      }
      return savedCards.bind(asked);
    },
  };
  const asked = { id: one.orderId, paymentId: one.paymentId, keep: true, words: 1 };
  const provider = { ...desk.provider, savedCards: late };
  expect(await keepCard({ ...desk, provider, savesCards: true }, asked, contextOf(world, sender))).toEqual({
    keep: false,
  });
  expect(await confirmAt(world, one.session.clientSecret)).toBe(200);
  expect(await cardsOf()).toEqual([]);
});

test("a form that is opened anew keeps nothing until the box is ticked again", async () => {
  const one = await booked();
  good(await keep(one));
  const again = good(await sender.call(paymentsApi.openPayment, { id: one.orderId }));
  expect(await consentOf(one)).toEqual([{ back: true }]);
  expect(await confirmAt(world, again.clientSecret)).toBe(200);
  expect(await cardsOf()).toEqual([]);
});

test("a form that is opened in another tab while the bank asks leaves the card kept, as was agreed", async () => {
  const one = await booked();
  good(await keep(one));
  expect(await confirmAt(world, one.session.clientSecret, "4000002760003184")).toBe(200);
  const again = good(await sender.call(paymentsApi.openPayment, { id: one.orderId, here: true }));
  expect(again.cards).toEqual({ shown: null });
  expect(await consentOf(one)).toEqual([{ back: false }]);
  const [intent = "", secret] = [one.session.clientSecret.split("_secret_")[0], one.session.clientSecret];
  await bankOf(world).answer(intent, secret, "approve");
  expect(good(await sender.call(paymentsApi.checkPayment, { id: one.orderId })).state).toBe("authorized");
  expect(await cardsOf()).toHaveLength(1);
});

test("nobody but the payer decides, sees or removes: not another sender, not the office, not a guest", async () => {
  const one = await booked();
  const other = await world.person("Other", "sender");
  const office = await world.person("Office", "org-admin");
  for (const stranger of [other, office]) {
    expect((await keep(one, stranger)).status).toBe(404);
    expect(await cardsOf(stranger)).toEqual([]);
  }
  await kept();
  const [card] = await cardsOf();
  for (const stranger of [other, office]) {
    const answer = await stranger.call(savedCardsApi.removeCard, { ref: card?.ref ?? "" });
    expect(answer.body.code).toBe("payments.no-card");
  }
  const guest = world.guest();
  expect((await guest.call(savedCardsApi.listMyCards, {})).status).toBe(401);
  expect((await guest.call(savedCardsApi.removeCard, { ref: card?.ref ?? "" })).status).toBe(401);
  expect((await keep(one, guest)).status).toBe(401);
  expect(await cardsOf()).toEqual([card]);
});

test("another payment of the payer's is not decided upon by this order's name", async () => {
  const [one, two] = [await booked(), await booked()];
  const answer = await sender.call(savedCardsApi.keepCard, {
    id: one.orderId,
    paymentId: two.paymentId,
    keep: true,
    words: 1,
  });
  expect(answer.body.code).toBe("deliveries.not-found");
});

test("a paid payment is not decided upon any more", async () => {
  expect((await keep(await kept())).body.code).toBe("payments.order-closed");
});

test("a removed card is gone at the provider; the same removal again is no error", async () => {
  await kept();
  await kept("5555555555554444");
  const [mastercard, visa] = await cardsOf();
  const remove = () => sender.call(savedCardsApi.removeCard, { ref: mastercard?.ref ?? "" });
  expect(good(await remove()).items).toEqual([visa]);
  expect(good(await remove()).items).toEqual([visa]);
  expect(await cardsOf()).toEqual([visa]);
});

test("a removal that nobody answered is told, and done by the next press or by the sweep, once", async () => {
  await kept();
  const [card] = await cardsOf();
  const remove = () => sender.call(savedCardsApi.removeCard, { ref: card?.ref ?? "" });
  await plan("detach", "drop_request");
  expect((await remove()).body.code).toBe("payments.provider-silent");
  expect(await cardsOf()).toEqual([card]);
  world.now += HOUR_MS;
  await sweepPayments(deskOf(world));
  expect(await cardsOf()).toEqual([]);
  expect(good(await remove()).items).toEqual([]);
});

test("a removal that the provider refused is not taken for done: the next press, or the sweep, removes the card", async () => {
  await kept();
  await kept("5555555555554444");
  for (const again of [(ref: string) => remove(ref), sweepLater]) {
    const [card] = await cardsOf();
    const ref = card?.ref ?? "";
    await plan("detach", "bad_request");
    expect((await remove(ref)).body.code).toBe("payments.provider-silent");
    expect(await cardsOf()).toContainEqual(card);
    await again(ref);
    expect(await cardsOf()).not.toContainEqual(card);
  }
});

test("a card that is listed although its removal was written down as done is removed by the next press", async () => {
  await kept();
  const [card] = await cardsOf();
  const ref = card?.ref ?? "";
  good(await remove(ref));
  await world.db.pool.query("update sandbox_bank.kept_card set detached_at = null where id = $1", [ref]);
  expect(await cardsOf()).toEqual([card]);
  expect(good(await remove(ref)).items).toEqual([]);
});

test("an enrolment whose answer was lost makes no second customer", async () => {
  const before = await count("sandbox_bank.customer");
  const one = await booked();
  await plan("enrol", "drop_response");
  expect((await keep(one)).body.code).toBe("payments.provider-silent");
  good(await keep(one));
  expect(await count("sandbox_bank.customer")).toBe(before + 1);
});

test("an error that the provider stored is read about first, also a day later", async () => {
  const before = await count("sandbox_bank.customer");
  const one = await booked();
  await plan("enrol", "error_after");
  expect((await keep(one)).body.code).toBe("payments.provider-silent");
  good(await keep(one));
  expect(await count("sandbox_bank.customer")).toBe(before + 1);
  const later = await world.person("A day later", "sender");
  await plan("enrol", "error_after");
  expect((await keep(await booked(later), later)).body.code).toBe("payments.provider-silent");
  world.now += DAY_MS;
  const next = await booked(later);
  good(await keep(next, later));
  expect(await count("sandbox_bank.customer")).toBe(before + 2);
  expect(await confirmAt(world, next.session.clientSecret)).toBe(200);
  good(await later.call(paymentsApi.checkPayment, { id: next.orderId }));
  expect(await cardsOf(later)).toHaveLength(1);
});

test("a card stays payable by typing where the provider says nothing about kept ones", async () => {
  await kept();
  await plan("bind", "drop_request");
  const one = await booked();
  expect(one.session.cards).toEqual({ shown: null });
  expect(await confirmAt(world, one.session.clientSecret)).toBe(200);
  await plan("cards", "drop_request");
  expect((await sender.call(savedCardsApi.listMyCards, {})).body.code).toBe("payments.provider-silent");
});

test("whoever the provider forgot is enrolled anew when they ask for it", async () => {
  await kept();
  await world.db.owner(async (tx) => {
    await sql`update sandbox_bank.intent set customer_id = null`.execute(tx);
    await sql`delete from sandbox_bank.customer_session`.execute(tx);
    await sql`delete from sandbox_bank.kept_card`.execute(tx);
    await sql`delete from sandbox_bank.customer`.execute(tx);
  });
  expect(await cardsOf()).toEqual([]);
  await kept();
  expect(await cardsOf()).toHaveLength(1);
});

test("where the operator keeps no cards any more, those that were kept are seen and can be removed", async () => {
  await kept();
  const [card] = await cardsOf();
  const off = deskOf(world);
  expect(off.savesCards).toBeUndefined();
  const context = contextOf(world, sender);
  expect((await listMyCards(off, context)).items).toEqual([card]);
  expect((await removeCard(off, { ref: card?.ref ?? "" }, context)).items).toEqual([]);
  expect(await cardsOf()).toEqual([]);
});

test("where the operator keeps no cards the box is refused", async () => {
  const off = await openWorld({ runJobs: false });
  await openShop(off);
  try {
    const payer = await off.person("Ada", "sender");
    const placed = await order(off, payer);
    const session = good(await payer.call(paymentsApi.openPayment, { id: placed.id }));
    expect(session.cards).toBeUndefined();
    const refused = await payer.call(savedCardsApi.keepCard, {
      id: placed.id,
      paymentId: session.payment.id,
      keep: true,
      words: 1,
    });
    expect(refused.body.code).toBe("payments.not-kept");
    expect(good(await payer.call(savedCardsApi.listMyCards, {})).items).toEqual([]);
  } finally {
    await off.close();
  }
});

test("the sandbox keeps no numbers: a kept card is known again by its last digits alone", async () => {
  await kept();
  const { rows } = await world.db.pool.query("select * from sandbox_bank.kept_card");
  expect(JSON.stringify(rows)).not.toContain("4242424242424242");
  expect(keptCard({ last4: "4242", month: 1, year: 2031 })).toMatchObject({ isKept: true, month: 1 });
  expect(keptCard({ last4: "9999", month: 1, year: 2031 })).toBeUndefined();
});
