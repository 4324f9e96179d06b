import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { good, codeOf } from "#test/support/people/booking.ts";
import { cancelledAfterCash } from "#test/support/paying/cancelled-after-cash.ts";
import type { Caller } from "#test/support/world.ts";
import { useWorld } from "#test/support/use-world.ts";
import { issuedIn } from "#test/support/paying/issued.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import { moneyApi } from "#features/books/contract/money.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";

/** Limit of a refund by one person, in cents: less than any delivery costs. */
const LIMIT = 100;
const { world, crew, ada, finn } = useWorld({
  runJobs: true,
  payment: "none",
  refundLimits: { EUR: LIMIT },
  crew: true,
  people: { ada: ["Ada", "org-admin"], finn: ["Finn", "finance"] },
});

const findings = async () =>
  good(await ada.call(findingsApi.listFindings, { group: "open", limit: 50 })).items;
const kinds = async (paymentId: string) => (await issuedIn(world, paymentId)).map(({ kind }) => kind);

async function aboveTheLimit() {
  const { amount } = await cancelledAfterCash(world, crew);
  expect(amount.minor).toBeGreaterThan(LIMIT);
  const [found] = await findings();
  return { paymentId: found?.paymentId ?? "", amount };
}

test("above the limit a second person agrees once, and nobody twice", async () => {
  const { paymentId, amount } = await aboveTheLimit();
  const ask = (who: Caller) => who.call(refundsApi.giveCashBack, { paymentId, id: randomUUID(), amount });
  const race = await Promise.all([ask(ada), ask(finn)]);
  expect(race.map((one) => one.body.code ?? good(one).state).toSorted()).toEqual([
    "cash-waiting",
    "payments.refund-exceeds",
  ]);
  const [waiting, ...more] = good(await ada.call(refundsApi.listRefunds, { group: "waiting" })).items;
  expect(more).toEqual([]);
  const id = waiting?.id ?? "";
  const isAdas = waiting?.askedBy?.name === "Ada";
  const [asker, other] = isAdas ? [ada, finn] : [finn, ada];
  const decide = (who: Caller, agree: boolean) => who.call(refundsApi.decideRefund, { id, agree });
  expect(codeOf(await decide(asker, true))).toBe("409 payments.second-person");
  expect(await kinds(paymentId)).toEqual(["receipt"]);
  const both = await Promise.all([decide(other, true), decide(other, true)]);
  for (const answer of both) expect(good(answer)).toMatchObject({ state: "cash-back", amount });
  expect(codeOf(await decide(other, false))).toBe("409 payments.refund-decided");
  expect(await kinds(paymentId)).toEqual(["credit-note", "receipt"]);
  expect(await findings()).toEqual([]);
  expect(good(await ada.call(moneyApi.readMoney, {})).isBalanced).toBe(true);
});

test("one who declines leaves it to be asked for anew; what is not too much any more does not go back", async () => {
  const { paymentId, amount } = await aboveTheLimit();
  const ask = async () =>
    good(await ada.call(refundsApi.giveCashBack, { paymentId, id: randomUUID(), amount }));
  const decide = (id: string, agree: boolean) => finn.call(refundsApi.decideRefund, { id, agree });
  expect(good(await decide((await ask()).id, false))).toMatchObject({ state: "declined" });
  const { id } = await ask();
  const correct = (to: ReturnType<typeof sql>) =>
    world.run(
      sql`update delivery d set ${to} from payment p where p.id = ${paymentId} and d.order_id = p.order_id`,
    );
  await correct(sql`cancel_fee_minor = 1`);
  expect(codeOf(await decide(id, true))).toBe("409 payments.due-changed");
  await correct(sql`state_shown = 'created', cancel_fee_minor = null`);
  expect(codeOf(await decide(id, true))).toBe("409 payments.not-ended");
  await correct(sql`state_shown = 'cancelled', cancel_fee_minor = 0`);
  expect(good(await decide(id, true))).toMatchObject({ state: "cash-back", decidedBy: { name: "Finn" } });
});
