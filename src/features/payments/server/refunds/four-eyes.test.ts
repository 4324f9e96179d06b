import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { newId } from "#server/ids.ts";
import { good, codeOf } from "#test/support/people/booking.ts";
import { paymentDepsOf, taken } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { eur } from "#test/support/paying/samples.ts";
import { disputesApi } from "../../contract/disputes.ts";
import { moneyApi } from "#features/books/contract/money.ts";
import { refundsApi } from "../../contract/refunds.ts";
import { traceApi } from "#features/books/contract/trace.ts";
import { ledgerDrift } from "#features/books/server/invariants.ts";
import { readTrace } from "#features/books/server/read-trace.ts";
import { askRefund } from "./ask-refund.ts";
import { agreeToCashBack } from "#features/debts/server/refund-cash.ts";
import { decideOnRefund } from "./decide-refund.ts";

const LIMIT = 300;
const { world, sam, ada, bob } = useShop({ refundLimits: { EUR: LIMIT }, msApart: MINUTE_MS });

const ask = async (paymentId: string, minor: number, who = ada) =>
  good(
    await who.call(refundsApi.askRefund, {
      paymentId,
      id: randomUUID(),
      amount: eur(minor),
      reason: "damaged" as const,
    }),
  );
const decide = (id: string, agree: boolean, who = bob) => who.call(refundsApi.decideRefund, { id, agree });
const trace = async (id: string) => good(await ada.call(traceApi.readTrace, { id }));

// v5.0.0-2.3.2
test("up to the limit one person is enough; above it a second one must agree", async () => {
  const { paymentId, minor } = await taken(world, sam);
  expect(await ask(paymentId, LIMIT)).toMatchObject({ state: "succeeded" });
  const waiting = await ask(paymentId, 1);
  expect(waiting).toMatchObject({ state: "waiting", decidedBy: null });
  const before = await trace(paymentId);
  expect(before).toMatchObject({ alone: eur(0), remaining: eur(minor - LIMIT - 1) });
  expect(before.payment.refunded).toEqual(eur(LIMIT));
  expect(before.operations.filter(({ kind }) => kind === "refund")).toHaveLength(1);
  expect(good(await decide(waiting.id, true))).toMatchObject({
    state: "succeeded",
    askedBy: { name: "Ada" },
    decidedBy: { name: "Bob" },
  });
  expect((await trace(paymentId)).payment.refunded).toEqual(eur(LIMIT + 1));
});

test("whoever asked can neither agree nor decline", async () => {
  const { paymentId } = await taken(world, sam);
  const { id } = await ask(paymentId, LIMIT + 1);
  for (const agree of [true, false])
    expect(codeOf(await decide(id, agree, ada))).toBe("409 payments.second-person");
  expect((await trace(paymentId)).refunds).toMatchObject([{ state: "waiting" }]);
});

test("the database itself takes no decision of whoever asked", async () => {
  const { paymentId } = await taken(world, sam);
  const { id } = await ask(paymentId, LIMIT + 1);
  const forced = world.run(sql`update refund_request set decided_by = asked_by where id = ${id}`);
  await expect(forced).rejects.toThrow(/check constraint/);
});

test("declined: nothing moves, and what was set aside is free again", async () => {
  const { paymentId, minor } = await taken(world, sam);
  const { id } = await ask(paymentId, LIMIT + 1);
  expect(good(await decide(id, false))).toMatchObject({ state: "declined", decidedBy: { name: "Bob" } });
  expect(await trace(paymentId)).toMatchObject({ remaining: eur(minor), payment: { refunded: eur(0) } });
});

test("a second press repeats the decision; another decision comes too late", async () => {
  const { paymentId } = await taken(world, sam);
  const { id } = await ask(paymentId, LIMIT + 1);
  const presses = await Promise.all([decide(id, true), decide(id, true)]);
  for (const press of presses) expect(good(press)).toMatchObject({ decidedBy: { name: "Bob" } });
  expect(codeOf(await decide(id, false))).toBe("409 payments.refund-decided");
  const done = (await trace(paymentId)).operations.filter(({ kind }) => kind === "refund");
  expect(done).toHaveLength(1);
});

test("one agrees while another declines: one of them counts", async () => {
  const { paymentId } = await taken(world, sam);
  const eve = await world.person("Eve", "org-admin");
  const { id } = await ask(paymentId, LIMIT + 1);
  const both = await Promise.all([decide(id, true, bob), decide(id, false, eve)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await world.db.owner((tx) => ledgerDrift(tx))).toEqual([]);
});

test("those that wait are listed page by page, newest first", async () => {
  const { paymentId } = await taken(world, sam);
  const asked: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    world.now += 1000;
    asked.unshift((await ask(paymentId, LIMIT + 1)).id);
    if (n === 0) good(await decide(asked[0] ?? "", false));
  }
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const page = good(
      await bob.call(refundsApi.listRefunds, { group: "waiting", limit: 1, ...(cursor && { cursor }) }),
    );
    pages.push(...page.items.map(({ id }) => id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(pages.slice(0, 2)).toEqual(asked.slice(0, 2));
  expect(pages).not.toContain(asked[2]);
  expect((await bob.call(refundsApi.listRefunds, { group: "all", cursor: "bm8" })).status).toBe(400);
});

test("nobody without the role sees or moves money", async () => {
  const { paymentId } = await taken(world, sam);
  const { id } = await ask(paymentId, LIMIT + 1);
  const dora = await world.person("Dora", "dispatcher");
  for (const who of [sam, dora]) {
    const answers = [
      await who.call(refundsApi.askRefund, { paymentId, id: randomUUID(), amount: eur(1), reason: "late" }),
      await who.call(refundsApi.decideRefund, { id, agree: true }),
      await who.call(refundsApi.closeRefund, { id, by: "bank" }),
      await who.call(refundsApi.listRefunds, {}),
      await who.call(disputesApi.listDisputes, {}),
      await who.call(traceApi.readTrace, { id: paymentId }),
      await who.call(moneyApi.readMoney, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  }
});

test("another organisation's payments and refunds are not there", async () => {
  const { paymentId } = await taken(world, sam);
  const { id } = await ask(paymentId, LIMIT + 1);
  const orgId = newId(world.now);
  await world.run(sql`insert into organization (id, kind, name, currency, timezone, created_at)
        values (${orgId}, 'merchant', 'Others', 'EUR', 'Europe/Berlin', now())`);
  const context = {
    actor: { kind: "person" as const, orgId, roles: ["org-admin" as const], userId: newId(world.now) },
    scope: "org" as const,
    db: world.db,
    now: world.now,
    requestId: "",
    key: "",
    bookingKey: undefined,
    trackingToken: undefined,
  };
  const deps = paymentDepsOf(world);
  const missing = { code: "payments.not-found" };
  const wish = { paymentId, id: randomUUID(), amount: eur(1), reason: "late" as const };
  await expect(askRefund(deps, wish, context)).rejects.toMatchObject(missing);
  await expect(decideOnRefund({ deps, agreeToCashBack }, { id, agree: true }, context)).rejects.toMatchObject(
    missing,
  );
  await expect(readTrace(deps, { id: paymentId }, context)).rejects.toMatchObject(missing);
  expect((await trace(paymentId)).refunds).toMatchObject([{ state: "waiting" }]);
});
