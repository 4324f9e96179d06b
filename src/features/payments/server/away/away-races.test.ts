import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { newId } from "#server/ids.ts";
import { heldAndKept } from "#test/support/away.ts";
import { good, openShop } from "#test/support/booking.ts";
import { mailsWith } from "#test/support/lost-hold.ts";
import { expectSound, moneyAtRest } from "#test/support/money-at-rest.ts";
import { confirmAt, deskOf, ended, planFault } from "#test/support/paying.ts";
import type { Held } from "#test/support/paying.ts";
import { openWorld } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";
import { paymentsApi } from "../../contract/api.ts";
import { owedApi } from "../../contract/owed.ts";
import { savedCardsApi } from "../../contract/saved-cards.ts";
import { pull } from "../check.ts";
import { readPayment } from "../payment-row.ts";
import { sweepPayments } from "../sweep.ts";
import { chargeAway } from "./charge-away.ts";

let world: World;
let ada: Caller;
let sam: Caller;
let one: Held;
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
  one = await heldAndKept(world, sam);
  await sam.call(savedCardsApi.listMyCards, {});
});

const desk = () => ({ ...deskOf(world), chargesAway: true });
const wish = (paymentId = newId(world.now)) =>
  ({ id: one.orderId, paymentId, amount: { minor: 200, currency: "EUR" }, reason: "waiting" }) as const;
const ask = (asked: ReturnType<typeof wish>) => ada.call(owedApi.askSurcharge, asked);
const stateOf = async (paymentId: string) =>
  good(await sam.call(paymentsApi.readPayment, { id: one.orderId, paymentId })).state;
const movements = async (paymentId: string): Promise<string[]> => {
  const found = await world.db.pool.query(
    `select m.kind from sandbox_bank.movement m join sandbox_bank.intent i on i.id = m.intent_id
     where i.payment_id = $1 order by m.id`,
    [paymentId],
  );
  return found.rows.map(({ kind }: { kind: string }) => kind);
};
const links = async () => (await mailsWith(world, `/book/pay/${one.orderId}`)).length;
const takeBack = async () => {
  const { items } = good(await sam.call(savedCardsApi.listMyCards, {}));
  good(await sam.call(savedCardsApi.stopAwayCharges, { ref: items[0]?.ref ?? "" }));
};

test("pressed twice, by two offices, with the sweep and the job beside: one charge", async () => {
  const bob = await world.person("Bob", "org-admin");
  const asked = wish();
  const answers = await Promise.all([
    ask(asked),
    bob.call(owedApi.askSurcharge, asked),
    ask(asked),
    sweepPayments(deskOf(world)),
  ]);
  expect(answers.slice(0, 3).map((answer) => answer?.status)).toContain(200);
  await moneyAtRest(world);
  expect(await stateOf(asked.paymentId)).toBe("captured");
  expect(await movements(asked.paymentId)).toEqual(["hold", "capture"]);
  expect(await links()).toBe(0);
  await expectSound(world);
});

test("the payer follows the page while the card is charged: one intent, held once", async () => {
  const asked = wish();
  await Promise.all([
    ask(asked),
    sam.call(paymentsApi.openPayment, { id: one.orderId, paymentId: asked.paymentId }),
    sam.call(paymentsApi.openPayment, { id: one.orderId, paymentId: asked.paymentId }),
  ]);
  await moneyAtRest(world);
  const session = await sam.call(paymentsApi.openPayment, { id: one.orderId, paymentId: asked.paymentId });
  if (session.status === 200) await confirmAt(world, good(session).clientSecret);
  await sam.call(paymentsApi.checkPayment, { id: one.orderId, paymentId: asked.paymentId });
  await moneyAtRest(world);
  expect(await movements(asked.paymentId)).toEqual(["hold", "capture"]);
  await expectSound(world);
});

test("a page that was opened first stands: the card is not charged beside it", async () => {
  const asked = wish();
  good(await ask(asked));
  const other = wish();
  // As a crash leaves it before the card was charged.
  await world.db.pool.query(
    `insert into payment (org_id, id, order_id, purpose, reason, state, provider, amount_minor, tax_minor, currency, created_at)
     select org_id, $2, order_id, purpose, reason, 'created', provider, 60, 0, currency, created_at from payment where id = $1`,
    [asked.paymentId, other.paymentId],
  );
  good(await sam.call(paymentsApi.openPayment, { id: one.orderId, paymentId: other.paymentId }));
  expect(await chargeAway(desk(), world.orgId, other.paymentId)).toBe("none");
  expect(await movements(other.paymentId)).toEqual([]);
  await expectSound(world);
});

test("an answer that was lost is found by the same key; news that come first change nothing", async () => {
  const asked = wish();
  await planFault(world, "open", "drop_response");
  expect(good(await ask(asked)).away).toBe("unclear");
  expect(await links()).toBe(0);
  await moneyAtRest(world);
  expect(await stateOf(asked.paymentId)).toBe("captured");
  expect(await movements(asked.paymentId)).toEqual(["hold", "capture"]);
  await expectSound(world);
});

test("a stored error is read about: what the bank did counts, and what it did not is done once", async () => {
  for (const fault of ["error_after", "error_before"]) {
    const asked = wish();
    await planFault(world, "open", fault);
    expect(good(await ask(asked)).away).toBe("unclear");
    world.now += 20 * MINUTE_MS;
    await moneyAtRest(world);
    expect(await stateOf(asked.paymentId)).toBe("captured");
    expect(await movements(asked.paymentId)).toEqual(["hold", "capture"]);
  }
  await expectSound(world);
});

test("taken back while the call was lost on its way there: nothing is charged, and the link goes out", async () => {
  const asked = wish();
  await planFault(world, "open", "drop_request");
  expect(good(await ask(asked)).away).toBe("unclear");
  await takeBack();
  world.now += MINUTE_MS;
  await sweepPayments(deskOf(world));
  await world.settled();
  expect(await links()).toBe(0);
  world.now += 16 * MINUTE_MS;
  await moneyAtRest(world);
  expect(await movements(asked.paymentId)).toEqual([]);
  expect(await links()).toBe(1);
  const session = good(
    await sam.call(paymentsApi.openPayment, { id: one.orderId, paymentId: asked.paymentId }),
  );
  expect(await confirmAt(world, session.clientSecret)).toBe(200);
  good(await sam.call(paymentsApi.checkPayment, { id: one.orderId, paymentId: asked.paymentId }));
  await moneyAtRest(world);
  expect(await movements(asked.paymentId)).toEqual(["hold", "capture"]);
  await expectSound(world);
});

test("taken back after the bank had done it: it was agreed to when it was asked for, and counts", async () => {
  const asked = wish();
  await planFault(world, "open", "drop_response");
  expect(good(await ask(asked)).away).toBe("unclear");
  await takeBack();
  await moneyAtRest(world);
  expect(await stateOf(asked.paymentId)).toBe("captured");
  await expectSound(world);
});

test("taken back and charged at once: a charge only where the consent stood", async () => {
  const asked = wish();
  await Promise.all([ask(asked), takeBack()]);
  await moneyAtRest(world);
  world.now += 20 * MINUTE_MS;
  await moneyAtRest(world);
  const moved = await movements(asked.paymentId);
  expect([[], ["hold", "capture"]]).toContainEqual(moved);
  expect(await links()).toBe(moved.length === 0 ? 1 : 0);
  await expectSound(world);
});

test("what is owed no more while the call was lost is not charged", async () => {
  const asked = wish();
  await planFault(world, "open", "drop_request");
  expect(good(await ask(asked)).away).toBe("unclear");
  await ended(world, one.orderId, "cancelled", 0);
  world.now += 20 * MINUTE_MS;
  await moneyAtRest(world);
  expect(await movements(asked.paymentId)).toEqual([]);
  expect(await stateOf(asked.paymentId)).toBe("voided");
  expect(await links()).toBe(0);
  await expectSound(world);
});

test("the provider's news of a hold, read before its answer, take it once", async () => {
  const asked = wish();
  await planFault(world, "open", "drop_response");
  good(await ask(asked));
  const payment = await world.db.as({ orgId: world.orgId }, (tx) => readPayment(tx, asked.paymentId));
  const found = await desk().provider.findIntents(asked.paymentId);
  if (!payment || found.kind !== "ok") throw new Error("nothing was charged");
  const ref = found.value[0]?.snapshot.ref ?? null;
  await Promise.all([pull(desk(), world.orgId, { ...payment, ref }), sweepPayments(deskOf(world))]);
  await moneyAtRest(world);
  expect(await movements(asked.paymentId)).toEqual(["hold", "capture"]);
  await expectSound(world);
});
