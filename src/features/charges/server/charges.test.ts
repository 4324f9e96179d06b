import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { traceApi } from "#features/books/contract/trace.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { checkPayments } from "#features/payments/server/check-payments.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { moneyAtRest } from "#test/support/paying/money-at-rest.ts";
import { payByCard } from "#test/support/paying/pay-by-card.ts";
import { paymentDepsOf, providerOf } from "#test/support/paying/paying.ts";
import { good } from "#test/support/people/booking.ts";
import { bare } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { chargeWork } from "./charge-work.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });

const fail = async (delivery: Delivery, reason: string, kind: "collect" | "deliver" | "return" = "deliver") =>
  good(await crew.step(crew.kim, delivery, kind, "fail", { note: null, proofIds: [], reason }));
const again = async (delivery: Delivery) => crew.give(good(await crew.handle(delivery, "retry")), crew.kim);
const back = async (delivery: Delivery) => {
  const sent = await crew.give(good(await crew.handle(delivery, "send_back")), crew.kim);
  return good(await crew.step(crew.kim, sent, "return", "succeed", bare));
};
const handOver = async (delivery: Delivery) => good(await crew.handOver(delivery));

/** Runs the job as often as it might, and several at once. */
async function charged({ id, orderId }: Delivery) {
  const run = () =>
    world.db.as({ orgId: world.orgId }, (tx) =>
      chargeWork({ tx, orgId: world.orgId, now: world.now }, providerOf(world).id, id),
    );
  await Promise.all([run(), run(), run()]);
  await run();
  const { items } = good(await crew.bo.call(receivablesApi.readReceivables, { id: orderId }));
  return items
    .filter(({ state }) => state !== "nothing")
    .map(({ kind, owedBy, state, owed }) => `${kind} ${owedBy} ${state} ${owed.minor}`)
    .toSorted();
}
const payments = ({ orderId }: Delivery) =>
  world.run(
    sql<{ id: string; reason: string; minor: number; tax: number; state: string }>`
      select id, reason, amount_minor as minor, tax_minor as tax, state from payment
      where order_id = ${orderId} and purpose = 'surcharge' order by created_at, id`,
  );
const AGAIN = "surcharge sender due 292";
const BACK = "surcharge sender due 583";

test("a delivery that came at once, and one whose try failed, cost nothing more", async () => {
  expect(await charged(await crew.delivered())).toEqual([]);
  expect(await charged(await again(await fail(await crew.collected(), "recipient_absent")))).toEqual([]);
});

test("another try that the recipient made needful is asked of the sender once, when it was done", async () => {
  const missed = await fail(await crew.collected(), "recipient_absent");
  expect((await crew.read(crew.bo, missed.id)).price?.later).toMatchObject({
    extraAttempt: { minor: 292 },
    return: { minor: 583 },
  });
  const done = await handOver(await again(missed));
  expect(await charged(done)).toEqual([AGAIN]);
  expect(await payments(done)).toMatchObject([
    { reason: "extra-attempt", minor: 292, tax: 47, state: "created" },
  ]);
});

test.each([
  ["carrier", "out_of_time"],
  ["nobody", "weather"],
])("another try and the way back are free where it was the fault of %s", async (_, reason) => {
  expect(await charged(await handOver(await again(await fail(await crew.collected(), reason))))).toEqual([]);
  expect(await charged(await back(await fail(await crew.collected(), reason)))).toEqual([]);
});

test("a try that failed by us is not charged, whoever made it needful", async () => {
  const second = await fail(await again(await fail(await crew.collected(), "recipient_absent")), "weather");
  expect(await charged(second)).toEqual([]);
  expect(await charged(await back(second))).toEqual([]);
});

test("the way back is asked for once it is there, with what was tried before", async () => {
  const missed = await fail(await crew.collected(), "refused");
  expect(await charged(missed)).toEqual([]);
  expect(await charged(await back(missed))).toEqual([BACK]);
  const twice = await fail(await again(await fail(await crew.collected(), "closed")), "closed");
  const done = await back(twice);
  expect(await charged(done)).toEqual([AGAIN, BACK]);
  expect((await payments(done)).map(({ reason }) => reason).toSorted()).toEqual(["extra-attempt", "return"]);
});

test("another try to collect is charged where the sender was not ready, and each order has its own", async () => {
  const one = await again(await fail(await crew.assigned(), "not_ready", "collect"));
  expect(await charged(one)).toEqual([]);
  const collected = good(await crew.step(crew.kim, one, "collect", "succeed", bare));
  expect(await charged(collected)).toEqual([AGAIN]);
});

test("a correction that makes the try free drops what nobody followed, and one that makes it cost asks again", async () => {
  const done = await handOver(await again(await fail(await crew.collected(), "recipient_absent")));
  expect(await charged(done)).toEqual([AGAIN]);
  const correct = async (to: "succeeded" | "failed", reason: string | null) => {
    const said = { to, reason, recipientName: "Rita", note: "wrong", unproven: true };
    return good(await crew.step(crew.bo, done, "deliver", "correct", said));
  };
  expect(await charged(await correct("failed", "vehicle_breakdown"))).toEqual([]);
  expect(await charged(await correct("succeeded", null))).toEqual([AGAIN]);
  expect((await payments(done)).map(({ state }) => state).toSorted()).toEqual(["created", "voided"]);
});

test("an order whose price names no such cost is never charged", async () => {
  const missed = await fail(await crew.collected(), "recipient_absent");
  await world.db.owner((tx) =>
    sql`update sales_order set price = price - 'later' where id = ${missed.orderId}`.execute(tx),
  );
  expect(await charged(await back(missed))).toEqual([]);
});

test("a lost delivery costs nothing more", async () => {
  const second = await fail(await again(await fail(await crew.collected(), "closed")), "closed");
  expect(await charged(second)).toEqual([AGAIN]);
  expect(await charged(good(await crew.handle(second, "lose")))).toEqual([]);
});

describe("by the events of the delivery alone", () => {
  const live = useWorld({ crew: true, runJobs: true, people: { ada: ["Ada", "org-admin"] } });
  const due = async ({ orderId: id }: Delivery) =>
    good(await live.crew.bo.call(receivablesApi.readReceivables, { id })).items.filter(
      ({ state }) => state !== "nothing",
    );
  const amounts = async (done: Delivery) => (await due(done)).map(({ owed }) => owed.minor);
  /** Tried twice, with the other try asked for. */
  async function asked(): Promise<Delivery> {
    const { crew: working } = live;
    live.world.now += MINUTE_MS;
    const closed = { note: null, proofIds: [], reason: "closed" };
    const missed = good(
      await working.step(working.kim, await working.collected(), "deliver", "fail", closed),
    );
    const planned = good(await working.handle(missed, "retry"));
    const done = good(await working.handOver(await working.give(planned, working.kim)));
    await expect.poll(() => amounts(done), { timeout: 20_000 }).toEqual([292]);
    return done;
  }
  const correct = async (done: Delivery, to: "succeeded" | "failed", reason: string | null) => {
    const said = { to, reason, recipientName: "Rita", note: "wrong", unproven: true };
    good(await live.crew.step(live.crew.bo, done, "deliver", "correct", said));
  };
  const pay = async ({ orderId: id }: Delivery, paymentId: string) => {
    const paid = await payByCard(live.world, live.crew.sam, id);
    await live.crew.sam.call(paymentsApi.checkPayment, { id, paymentId });
    return paid;
  };
  const paymentOf = async (id: string) => good(await live.ada.call(traceApi.readTrace, { id }));
  const refunded = (id: string) => async () => {
    await moneyAtRest(live.world);
    const { payment, refunds } = await paymentOf(id);
    return [payment.captured.minor, payment.refunded.minor, ...refunds.map(({ state }) => state)];
  };

  test("a charge that was paid before it became free is refunded once, and owed again it is asked for anew", async () => {
    const done = await asked();
    const id = (await due(done))[0]?.payBy ?? "";
    good(await pay(done, id));
    await moneyAtRest(live.world);
    await correct(done, "failed", "vehicle_breakdown");
    await expect.poll(refunded(id), { timeout: 20_000 }).toEqual([292, 292, "succeeded"]);
    for (let n = 0; n < 3; n += 1) await checkPayments(paymentDepsOf(live.world));
    expect(await refunded(id)()).toEqual([292, 292, "succeeded"]);
    await correct(done, "succeeded", null);
    await expect
      .poll(async () => (await due(done)).some(({ state }) => state === "due"), { timeout: 20_000 })
      .toBe(true);
    const fresh = (await due(done)).find(({ state }) => state === "due");
    expect(fresh?.payBy).not.toBe(id);
    expect(fresh?.owed.minor).toBe(292);
  });

  test.each(["has opened", "has paid"])(
    "a charge that becomes free when its payer %s the link takes no money in the end",
    async (acted) => {
      const done = await asked();
      const id = (await due(done))[0]?.payBy ?? "";
      const opened =
        acted === "has paid"
          ? await payByCard(live.world, live.crew.sam, done.orderId)
          : await live.crew.sam.call(paymentsApi.openPayment, { id: done.orderId });
      expect(good(opened).payment.id).toBe(id);
      await correct(done, "failed", "vehicle_breakdown");
      await live.crew.sam.call(paymentsApi.checkPayment, { id: done.orderId, paymentId: id });
      const kept = async () => {
        await moneyAtRest(live.world);
        const { payment } = await paymentOf(id);
        return [
          payment.captured.minor - payment.refunded.minor,
          ["voided", "captured"].includes(payment.state),
        ];
      };
      await expect.poll(kept, { timeout: 20_000 }).toEqual([0, true]);
    },
  );

  test("the end of another try asks for it, and who pays by its link has paid it", async () => {
    const { crew: working } = live;
    const collected = await working.collected();
    const closed = { note: null, proofIds: [], reason: "closed" };
    const missed = good(await working.step(working.kim, collected, "deliver", "fail", closed));
    const planned = good(await working.handle(missed, "retry"));
    const done = good(await working.handOver(await working.give(planned, working.kim)));
    const owed = async () =>
      good(await working.bo.call(receivablesApi.readReceivables, { id: done.orderId })).items.map(
        ({ owed: amount }) => amount.minor,
      );
    await expect.poll(owed, { timeout: 20_000 }).toEqual([292]);
    const [due] = good(await working.bo.call(receivablesApi.readReceivables, { id: done.orderId })).items;
    good(await payByCard(live.world, working.sam, done.orderId));
    const link = { id: done.orderId, paymentId: due?.payBy ?? "" };
    good(await working.sam.call(paymentsApi.checkPayment, link));
    await moneyAtRest(live.world);
    const { items } = good(await working.bo.call(receivablesApi.readReceivables, { id: done.orderId }));
    expect(items).toMatchObject([{ state: "received", outstanding: { minor: 0 } }]);
  });
});
