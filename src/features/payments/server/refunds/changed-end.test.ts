import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { traceApi } from "#features/books/contract/trace.ts";
import { good } from "#test/support/people/booking.ts";
import { bare } from "#test/support/people/crew.ts";
import { held, paymentDepsOf } from "#test/support/paying/paying.ts";
import { useWorld } from "#test/support/use-world.ts";
import { expectBooks } from "#test/support/paying/money-at-rest.ts";
import { refundsApi } from "../../contract/refunds.ts";
import { checkPayments } from "../check-payments.ts";
import { settlePayment } from "../settle.ts";

const { world, crew, ada } = useWorld({ crew: true, daysApart: 7, people: { ada: ["Ada", "org-admin"] } });

/** One person alone refunds less than any price. */
const deps = () => ({ ...paymentDepsOf(world), refundLimits: { EUR: 200 } });
const refunds = async (id: string) => good(await ada.call(traceApi.readTrace, { id })).refunds;
const states = async (id: string) => (await refunds(id)).map(({ state }) => state).toSorted();
async function sound(): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    world.now += MINUTE_MS;
    await checkPayments(deps());
  }
  await expectBooks(world, 2 * DAY_MS);
}

/** Delivered and captured above the limit of one person; a dispatcher corrects that to failed and loses the parcels. */
async function lostByCorrection() {
  const { orderId, paymentId, minor } = await held(world, crew.sam);
  expect(minor).toBeGreaterThan(200);
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id: orderId }));
  const given = await crew.give(await crew.read(crew.bo, deliveryId ?? ""), crew.kim);
  const collected = good(await crew.step(crew.kim, given, "collect", "succeed", bare));
  const done = good(await crew.handOver(collected));
  const settle = () => settlePayment(deps(), world.orgId, paymentId);
  await settle();
  const back = { to: "failed", reason: "recipient_absent", recipientName: null, note: "wrong door" };
  const failed = good(await crew.step(crew.bo, done, "deliver", "correct", back));
  const lost = good(await crew.handle(failed, "lose"));
  await settle();
  const [refund] = await refunds(paymentId);
  expect(refund).toMatchObject({ state: "waiting", askedBy: null, amount: { minor } });
  const decide = (agree: boolean) => ada.call(refundsApi.decideRefund, { id: refund?.id ?? "", agree });
  return { paymentId, lost, settle, decide };
}

test("captured for its end, corrected and lost: above the limit it goes back once a person agrees", async () => {
  const { paymentId, decide } = await lostByCorrection();
  await sound();
  expect(await states(paymentId)).toEqual(["waiting"]);
  good(await decide(true));
  await sound();
  expect(await states(paymentId)).toEqual(["succeeded"]);
});

test("declined by a person, it is not asked anew", async () => {
  const { paymentId, decide } = await lostByCorrection();
  good(await decide(false));
  await sound();
  expect(await states(paymentId)).toEqual(["declined"]);
});

test("found again, nobody can agree and it is withdrawn; lost once more, it waits anew", async () => {
  const { paymentId, lost, settle, decide } = await lostByCorrection();
  const found = good(await crew.handle(lost, "find"));
  expect((await decide(true)).body).toMatchObject({ code: "payments.due-changed" });
  await settle();
  expect(await states(paymentId)).toEqual(["declined"]);
  good(await crew.handle(found, "lose"));
  await settle();
  expect(await states(paymentId)).toEqual(["declined", "waiting"]);
  await sound();
});
