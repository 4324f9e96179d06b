import { expect, test } from "vitest";
import { auditApi } from "#features/audit/contract/api.ts";
import { brokenInvariants } from "#features/books/server/invariants.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import { moneyApi } from "#features/books/contract/money.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import type { PayWay } from "#features/payments/domain/due.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { eur } from "#test/support/paying/samples.ts";
import { codeOf, good, order } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";

/** Bills of an operator who takes no cards. */
const { world, crew, ada } = useWorld({
  runJobs: true,
  payment: "none",
  payWays: ["cash-collection", "cash-delivery", "invoice"],
  crew: true,
  people: { ada: ["Ada", "org-admin"] },
});

/** Missed by the recipient at the first try, handed over at the second. */
async function triedTwice(way: PayWay): Promise<Delivery> {
  world.now += MINUTE_MS;
  const placed = await order(world, crew.sam);
  good(await crew.sam.call(receivablesApi.chooseWay, { id: placed.id, way }));
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id: placed.id }));
  const given = await crew.give(await crew.read(crew.bo, deliveryId ?? ""), crew.kim);
  const bare = { note: null, proofIds: [] };
  const collected = good(
    await crew.step(crew.kim, given, "collect", "succeed", { ...bare, recipientName: null }),
  );
  const absent = { ...bare, reason: "recipient_absent" };
  const missed = good(await crew.step(crew.kim, collected, "deliver", "fail", absent));
  const again = await crew.give(good(await crew.handle(missed, "retry")), crew.kim);
  return good(await crew.handOver(again));
}

const correct = async (done: Delivery, to: "succeeded" | "failed", reason: string | null) => {
  const said = { to, reason, recipientName: "Rita", note: "wrong", unproven: true };
  return good(await crew.step(crew.bo, done, "deliver", "correct", said));
};
const extras = async ({ orderId }: Delivery) => {
  const { items } = good(await crew.bo.call(receivablesApi.readReceivables, { id: orderId }));
  return items.filter(({ owed, state }) => state !== "nothing" && owed.minor === 292);
};
const shown = async (done: Delivery) =>
  (await extras(done)).map(({ kind, owedBy, state, outstanding }) => [
    kind,
    owedBy,
    state,
    outstanding.minor,
  ]);
const becomes = async (done: Delivery, states: unknown[]) => {
  await expect.poll(() => shown(done), { timeout: 20_000 }).toEqual(states);
};
const sound = async () => {
  expect(await world.db.owner((tx) => brokenInvariants(tx, world.now))).toEqual([]);
  expect(good(await ada.call(moneyApi.readMoney, {})).isBalanced).toBe(true);
};
const receive = async (done: Delivery) => {
  const [due] = await extras(done);
  const what = { id: due?.paymentId ?? "", amount: eur(292) };
  return good(await ada.call(receivablesApi.recordReceived, what)).paymentId ?? "";
};

test.each(["cash-collection", "cash-delivery", "invoice"] as const)(
  "another try of what is paid by %s is named in the price and billed to the sender once, whom no courier asks",
  async (way) => {
    const done = await triedTwice(way);
    expect((await crew.read(crew.bo, done.id)).price?.later).toMatchObject({ extraAttempt: { minor: 292 } });
    await becomes(done, [["invoice", "sender", "due", 292]]);
    await receive(done);
    await becomes(done, [["invoice", "sender", "received", 0]]);
    await sound();
  },
);

test("a bill that a correction makes free is dropped before it is paid, and asked for anew once it is owed again", async () => {
  const done = await triedTwice("invoice");
  await becomes(done, [["invoice", "sender", "due", 292]]);
  await correct(done, "failed", "vehicle_breakdown");
  await becomes(done, []);
  await correct(done, "succeeded", null);
  await becomes(done, [["invoice", "sender", "due", 292]]);
  expect(await extras(done)).toHaveLength(1);
  await sound();
});

test("a bill that was paid before it became free is to be given back, once, and its books balance", async () => {
  const done = await triedTwice("cash-delivery");
  await becomes(done, [["invoice", "sender", "due", 292]]);
  const paymentId = await receive(done);
  await correct(done, "failed", "vehicle_breakdown");
  const open = async () =>
    good(await ada.call(findingsApi.listFindings, {})).items.filter(
      ({ kind }) => kind === "cash-to-give-back",
    );
  await expect.poll(async () => (await open()).length, { timeout: 20_000 }).toBe(1);
  const toGiveBack = async () => (await extras(done)).map(({ reason, giveBack }) => [reason, giveBack]);
  expect(await toGiveBack(), "the desk reads it at the delivery").toEqual([["extra-attempt", eur(292)]]);
  const wish = { id: crypto.randomUUID(), paymentId, amount: eur(292) };
  expect(good(await ada.call(refundsApi.giveCashBack, wish))).toMatchObject({ state: "cash-back" });
  expect(good(await ada.call(refundsApi.giveCashBack, wish))).toMatchObject({ id: wish.id });
  expect(codeOf(await ada.call(refundsApi.giveCashBack, { ...wish, id: crypto.randomUUID() }))).toBe(
    "409 payments.finding-closed",
  );
  expect(await open()).toEqual([]);
  expect(await toGiveBack()).toEqual([]);
  const { items } = good(await ada.call(auditApi.listAudit, { limit: 50 }));
  expect(items.map(({ act }) => act)).toContain("money.cash-returned");
  await sound();
});
