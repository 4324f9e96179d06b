import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, toIso } from "#kernel/instant.ts";
import { good, codeOf } from "#test/support/people/booking.ts";
import { cancelledAfterCash } from "#test/support/paying/cancelled-after-cash.ts";
import { useWorld } from "#test/support/use-world.ts";
import { booksDepsOf } from "#test/support/paying/paying.ts";
import { receivablesApi } from "../contract/receivables.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import { moneyApi } from "#features/books/contract/money.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import { receiptsApi } from "#features/receipts/contract/receipts.ts";
import { checkAllBooks } from "#features/books/server/findings/check-books.ts";
import { ownBooksJobs } from "#features/books/server/room.ts";

const { world, crew, ada, finn } = useWorld({
  runJobs: true,
  payment: "none",
  crew: true,
  people: { ada: ["Ada", "org-admin"], finn: ["Finn", "finance"] },
});

const deps = () => booksDepsOf(world);
const findings = async () =>
  good(await ada.call(findingsApi.listFindings, { group: "open", limit: 50 })).items;

test("cash for what was cancelled is a finding until somebody writes that it went back: books and a credit note follow", async () => {
  const { placed, amount, fee } = await cancelledAfterCash(world, crew);
  expect(fee.minor).toBe(0);
  const [found, ...others] = await findings();
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    kind: "cash-to-give-back",
    orderNumber: placed.number,
    fixes: ["give-back"],
  });
  expect(found?.amount).toEqual(amount);
  const asked = { paymentId: found?.paymentId ?? "", id: randomUUID(), amount };
  expect((await crew.bo.call(refundsApi.giveCashBack, asked)).status).toBe(403);
  expect(codeOf(await ada.call(refundsApi.giveCashBack, { ...asked, paymentId: randomUUID() }))).toBe(
    "404 payments.not-found",
  );
  const both = await Promise.all([1, 2].map(() => ada.call(refundsApi.giveCashBack, asked)));
  for (const answer of both)
    expect(good(answer)).toMatchObject({
      state: "cash-back",
      amount,
      askedBy: { name: "Ada" },
      decidedBy: null,
    });
  const late = { ...asked, id: randomUUID() };
  expect(codeOf(await finn.call(refundsApi.giveCashBack, late))).toBe("409 payments.finding-closed");
  expect(await findings()).toEqual([]);
  const all = good(await ada.call(findingsApi.listFindings, { group: "all", limit: 1 })).items;
  expect(all).toMatchObject([{ resolution: "given-back", resolvedBy: "Ada" }]);
  const { accounts, isBalanced } = good(await ada.call(moneyApi.readMoney, {}));
  expect(accounts.filter(({ balance }) => balance.minor !== 0)).toEqual([]);
  expect(isBalanced).toBe(true);
  const { items } = good(await crew.sam.call(receiptsApi.listReceipts, { id: placed.id }));
  expect(items.map(({ kind, total }) => `${kind} ${Math.abs(total.minor)}`).toSorted()).toEqual([
    `credit-note ${amount.minor}`,
    `receipt ${amount.minor}`,
  ]);
  const owed = good(await crew.sam.call(receivablesApi.readReceivables, { id: placed.id })).items;
  expect(owed).toMatchObject([{ state: "nothing" }]);
});

test("the books are looked over without cards too; what is right again closes by itself", async () => {
  expect(ownBooksJobs(deps()).every).toMatchObject({ "payments.reconcile": 10 });
  await cancelledAfterCash(world, crew);
  await world.run(sql`delete from payment_finding`);
  world.now += DAY_MS;
  await checkAllBooks(deps());
  const [found] = await findings();
  expect(found).toMatchObject({ kind: "cash-to-give-back" });
  await world.run(sql`update delivery set state_shown = 'created', cancel_fee_minor = null`);
  world.now += HOUR_MS;
  await checkAllBooks(deps());
  expect(await findings()).toEqual([]);
  const { passes } = good(await ada.call(findingsApi.readMoneyHealth, {}));
  expect(passes.find(({ name }) => name === "invariants")).toEqual({
    name: "invariants",
    okAt: toIso(world.now),
  });
});

test("a rule that cannot be read is named, keeps no other one from being read, and the look has not gone through", async () => {
  const okAt = async () =>
    good(await ada.call(findingsApi.readMoneyHealth, {})).passes.find(({ name }) => name === "invariants")
      ?.okAt;
  const before = await okAt();
  await world.run(sql`revoke select on event from waybill_app`);
  world.now += HOUR_MS;
  await checkAllBooks(deps());
  expect((await findings()).map(({ kind, about }) => `${kind} ${about}`)).toContain(
    "unread-rule hold-survives",
  );
  expect(await okAt()).toBe(before);
  await world.run(sql`grant select on event to waybill_app`);
  world.now += HOUR_MS;
  await checkAllBooks(deps());
  expect((await findings()).map(({ kind }) => kind)).not.toContain("unread-rule");
  expect(await okAt()).toBe(toIso(world.now));
});
