import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { head, good, order, codeOf } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { booksDepsOf } from "#test/support/paying/paying.ts";
import { eur } from "#test/support/paying/samples.ts";
import { issuedIn } from "#test/support/paying/issued.ts";
import { receivablesApi } from "../contract/receivables.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import { moneyApi } from "#features/books/contract/money.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import { checkAllBooks } from "#features/books/server/findings/check-books.ts";
import { settleDue } from "./settle-due.ts";

// No jobs: an order's end is never counted before the test says so.
const { world, crew, ada } = useWorld({ payment: "none", crew: true, people: { ada: ["Ada", "org-admin"] } });

const deps = () => booksDepsOf(world);
const back = (paymentId: string, minor: number, id: string = randomUUID()) =>
  ada.call(refundsApi.giveCashBack, { paymentId, id, amount: eur(minor) });
const payment = async (id: string) =>
  good(await ada.call(moneyApi.listPayments, {})).items.find((one) => one.id === id);
const credits = async (id: string) =>
  (await issuedIn(world, id)).filter(({ kind }) => kind === "credit-note").length;

/** Cash is in the books, and a courier is on the way to collect. */
async function paidAndStarted() {
  const { id: orderId, total } = await order(world, crew.sam);
  good(await crew.sam.call(receivablesApi.chooseWay, { id: orderId, way: "cash-collection" }));
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id: orderId }));
  const id = deliveryId ?? "";
  const delivery = await crew.give(await crew.read(crew.bo, id), crew.kim);
  good(await crew.bo.call(receivablesApi.recordCash, { id, amount: total }));
  good(await crew.step(crew.kim, delivery, "collect", "start"));
  const { items } = good(await ada.call(moneyApi.listPayments, {}));
  return { id, paymentId: items.find((one) => one.orderId === orderId)?.id ?? "", minor: total.minor };
}

async function cancelledForAFee() {
  const started = await paidAndStarted();
  const { id } = started;
  const { fee } = good(await crew.sam.call(deliveriesApi.previewCancellation, { id }));
  expect(fee.minor).toBeGreaterThan(0);
  good(await crew.sam.call(deliveriesApi.cancelDelivery, { id, ...head(world), fee, note: null }));
  return { ...started, feeMinor: fee.minor };
}

test("nothing goes back while the delivery goes on: what is here is not too much", async () => {
  const { paymentId, minor } = await paidAndStarted();
  expect(codeOf(await back(paymentId, minor))).toBe("409 payments.not-ended");
  expect(await payment(paymentId)).toMatchObject({ state: "captured", captured: eur(minor) });
  expect(await credits(paymentId)).toBe(0);
});

test("a fee stays before the end is counted too; another sum than the one shown is refused, and the same once", async () => {
  const { paymentId, minor, feeMinor } = await cancelledForAFee();
  const whole = await back(paymentId, minor);
  expect(codeOf(whole)).toBe("409 payments.due-changed");
  expect(whole.body).toMatchObject({ facts: { dueMinor: minor - feeMinor } });
  await checkAllBooks(deps());
  const { items } = good(await ada.call(findingsApi.listFindings, { group: "open" }));
  expect(items).toMatchObject([{ kind: "cash-to-give-back", paymentId, amount: eur(minor - feeMinor) }]);

  const id = randomUUID();
  const rest = () => back(paymentId, minor - feeMinor, id);
  for (const answer of [await rest(), await rest()])
    expect(good(answer)).toMatchObject({ state: "cash-back", amount: eur(minor - feeMinor) });
  expect(codeOf(await back(paymentId, 1, id))).toBe("409 payments.refund-conflict");
  expect(await credits(paymentId)).toBe(1);
  const kept = await payment(paymentId);
  expect(kept).toMatchObject({ state: "captured", captured: eur(feeMinor) });
  const { orgId, now } = world;
  await world.db.as({ orgId }, (tx) => settleDue(tx, orgId, paymentId, now));
  expect(await payment(paymentId)).toEqual(kept);
  expect(good(await ada.call(moneyApi.readMoney, {})).isBalanced).toBe(true);
});
