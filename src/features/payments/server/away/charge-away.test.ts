import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";
import { newId } from "#server/ids.ts";
import { ASKING_CARD, heldAndKept } from "#test/support/away.ts";
import { good, openShop } from "#test/support/booking.ts";
import { mailsWith } from "#test/support/lost-hold.ts";
import { expectSound, moneyAtRest } from "#test/support/money-at-rest.ts";
import { bankOf, changeCard, confirmAt, deskOf, ended } from "#test/support/paying.ts";
import type { Held } from "#test/support/paying.ts";
import { openWorld } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";
import { paymentsApi } from "../../contract/api.ts";
import { owedApi } from "../../contract/owed.ts";
import { savedCardsApi } from "../../contract/saved-cards.ts";
import { traceApi } from "../../contract/trace.ts";
import { reconcilePayments } from "../findings/reconcile.ts";

let world: World;
let ada: Caller;
let sam: Caller;
let people = 0;
beforeAll(async () => {
  world = await openWorld({ savesCards: true, chargesAway: true });
  await openShop(world);
  ada = await world.person("Ada", "org-admin");
});
afterAll(() => world.close());
beforeEach(async () => {
  world.now += MINUTE_MS;
  sam = await world.person(`Sam ${(people += 1)}`, "sender");
});

async function surcharge({ orderId }: Held, minor = 450) {
  const paymentId = newId(world.now);
  const amount = { minor, currency: "EUR" };
  const asked = { id: orderId, paymentId, amount, reason: "waiting" } as const;
  const sent = good(await ada.call(owedApi.askSurcharge, asked));
  await moneyAtRest(world);
  return { paymentId, sent, asked };
}
const read = async ({ orderId }: Held, paymentId: string) =>
  good(await sam.call(paymentsApi.readPayment, { id: orderId, paymentId }));
const cards = async () => good(await sam.call(savedCardsApi.listMyCards, {})).items;
/** The bank's intents of a payment, by what became of them. */
const intentsOf = async (paymentId: string): Promise<string[]> => {
  const found = await world.db.pool.query(
    "select status from sandbox_bank.intent where payment_id = $1 order by created_at",
    [paymentId],
  );
  return found.rows.map(({ status }: { status: string }) => status);
};
/** The mails to pay an order, as they read. */
const linksOf = async ({ orderId }: Held): Promise<string[]> =>
  (await mailsWith(world, `/book/pay/${orderId}`)).map((mail) => mail.replaceAll("=\r\n", ""));

test("a surcharge is charged to the card that its holder lets us charge: no link, one receipt that says why", async () => {
  const one = await heldAndKept(world, sam);
  const { paymentId, sent } = await surcharge(one);
  expect(sent).toMatchObject({ away: "held", amount: { minor: 450 } });
  expect(await read(one, paymentId)).toMatchObject({ state: "captured", captured: { minor: 450 } });
  expect(await intentsOf(paymentId)).toEqual(["succeeded"]);
  expect(await linksOf(one)).toEqual([]);
  const why = `We waited longer than planned for order ${one.orderNumber}`;
  const receipts = (await mailsWith(world, "as you agreed")).map((mail) => mail.replaceAll("=\r\n", ""));
  expect(receipts.filter((mail) => mail.includes(why)).length).toBe(1);
  const { operations } = good(await ada.call(traceApi.readTrace, { id: paymentId }));
  expect(operations.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
    "away done",
    "capture done",
  ]);
  await ended(world, one.orderId, "delivered");
  await expectSound(world);
});

test("sca.required: a bank that wants to ask the holder says so by mail, and the holder pays the same intent on the page", async () => {
  const one = await heldAndKept(world, sam, { number: ASKING_CARD });
  const { paymentId, sent } = await surcharge(one);
  expect(sent.away).toBe("declined");
  expect(await read(one, paymentId)).toMatchObject({
    state: "failed",
    decline: "sca.required",
    captured: { minor: 0 },
  });
  const [mail = "", ...more] = await linksOf(one);
  expect(more).toEqual([]);
  expect(mail).toContain("Your bank wants you to confirm this payment");
  const session = good(await sam.call(paymentsApi.openPayment, { id: one.orderId, paymentId }));
  const { clientSecret } = session;
  await confirmAt(world, clientSecret, ASKING_CARD);
  await bankOf(world).answer(clientSecret.split("_secret_")[0] ?? "", clientSecret, "approve");
  good(await sam.call(paymentsApi.checkPayment, { id: one.orderId, paymentId }));
  await moneyAtRest(world);
  expect((await read(one, paymentId)).state).toBe("captured");
  expect(await intentsOf(paymentId)).toEqual(["succeeded"]);
  await expectSound(world);
});

test("a card that is declined is tried once; the link says so, and asked for again it is the link", async () => {
  const one = await heldAndKept(world, sam);
  await changeCard(world.db, (await cards())[0]?.ref ?? "", "4000000000009995");
  const { paymentId, sent, asked } = await surcharge(one);
  expect(sent.away).toBe("declined");
  expect((await linksOf(one)).join()).toContain("Your bank declined it; nothing was charged.");
  expect(good(await ada.call(owedApi.askSurcharge, asked)).away).toBe("declined");
  good(await ada.call(owedApi.sendPayLink, { id: one.orderId }));
  await moneyAtRest(world);
  expect((await read(one, paymentId)).triesLeft).toBe(4);
  expect(await intentsOf(paymentId)).toEqual(["requires_card"]);
  await expectSound(world);
});

test("a lost hold is made good by the card of a payer who is away", async () => {
  const one = await heldAndKept(world, sam);
  world.now += 8 * DAY_MS;
  await reconcilePayments(deskOf(world));
  await moneyAtRest(world);
  const recovery = good(await sam.call(paymentsApi.readPayment, { id: one.orderId }));
  const { rows } = await world.db.pool.query(
    "select id, state, captured_minor from payment where for_payment_id = $1",
    [one.paymentId],
  );
  expect(rows).toMatchObject([{ state: "captured", captured_minor: one.minor }]);
  expect(await intentsOf(rows[0].id)).toEqual(["succeeded"]);
  expect(recovery.purpose).toBe("booking");
  expect(await linksOf(one)).toEqual([]);
  expect((await mailsWith(world, one.orderNumber)).join().replaceAll("=\r\n", "")).toContain(
    "ended before we could collect it",
  );
  await expectSound(world);
});

test("without the second box, and for a card that was removed, there is a link and no charge", async () => {
  const plain = await heldAndKept(world, sam, { away: false });
  const first = await surcharge(plain);
  expect(first.sent.away).toBe("none");
  expect(await intentsOf(first.paymentId)).toEqual([]);
  expect(await linksOf(plain)).toHaveLength(1);
  const gone = await heldAndKept(world, sam, { number: "5555555555554444" });
  const [card] = await cards();
  expect(card).toMatchObject({ last4: "4444", awaySince: expect.any(String) });
  good(await sam.call(savedCardsApi.removeCard, { ref: card?.ref ?? "" }));
  const second = await surcharge(gone);
  expect(second.sent.away).toBe("none");
  expect(await linksOf(gone)).toHaveLength(1);
  await expectSound(world);
});

test("a card that the provider let go of without us is not charged: the link opens an intent of its own", async () => {
  const one = await heldAndKept(world, sam);
  const { ref = "" } = (await cards())[0] ?? {};
  await world.db.pool.query("update sandbox_bank.kept_card set detached_at = now() where id = $1", [ref]);
  const { paymentId, sent } = await surcharge(one);
  expect(sent.away).toBe("declined");
  const [mail = ""] = await linksOf(one);
  expect(mail).not.toContain("let us charge");
  const session = good(await sam.call(paymentsApi.openPayment, { id: one.orderId, paymentId }));
  expect(await confirmAt(world, session.clientSecret)).toBe(200);
  good(await sam.call(paymentsApi.checkPayment, { id: one.orderId, paymentId }));
  await moneyAtRest(world);
  expect((await read(one, paymentId)).state).toBe("captured");
  await expectSound(world);
});

test("extras are charged up to the price of the delivery in all; beyond it there is the link", async () => {
  const one = await heldAndKept(world, sam);
  expect((await surcharge(one, one.minor + 1)).sent.away).toBe("none");
  expect((await surcharge(one, one.minor - 60)).sent.away).toBe("held");
  expect((await surcharge(one, 61)).sent.away).toBe("none");
  expect((await surcharge(one, 60)).sent.away).toBe("held");
  await expectSound(world);
});

test("taken back it is charged no more, and the card stays; nobody else takes it back", async () => {
  const one = await heldAndKept(world, sam);
  const [card] = await cards();
  const ref = card?.ref ?? "";
  const other = await world.person("Other", "sender");
  expect((await other.call(savedCardsApi.stopAwayCharges, { ref })).body.code).toBe("payments.no-card");
  expect((await cards())[0]?.awaySince).not.toBeNull();
  expect(good(await sam.call(savedCardsApi.stopAwayCharges, { ref })).items).toEqual([
    { ...card, awaySince: null },
  ]);
  expect((await surcharge(one)).sent.away).toBe("none");
  expect(await linksOf(one)).toHaveLength(1);
  await expectSound(world);
});

test("where the operator does not charge people who are away, the second box is refused and nothing is charged", async () => {
  const off = await openWorld({ runJobs: false, savesCards: true });
  try {
    await openShop(off);
    const payer = await off.person("Eva", "sender");
    await expect(heldAndKept(off, payer)).rejects.toThrow("payments.not-kept");
  } finally {
    await off.close();
  }
});
