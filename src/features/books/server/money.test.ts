import { sql } from "kysely";
import { expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { held } from "#test/support/paying/paying.ts";
import { moneyApi } from "../contract/money.ts";
import { countTotals } from "./ledger-total.ts";

const { world, sam, office } = useWorld({
  runJobs: true,
  shop: true,
  people: { sam: ["Sam", "sender"], office: ["Olga", "org-admin"] },
});

const report = async () => good(await office.call(moneyApi.readMoney, {}));
const onAccount = async (account: string) =>
  (await report()).accounts.find((line) => line.account === account)?.balance.minor;

const hold = () => {
  world.now += MINUTE_MS;
  return held(world, sam);
};

test("before anything was paid every account stands at zero, and the books agree", async () => {
  const calm = { isBalanced: true, drifting: 0, waiting: 0, waitingSince: null, review: 0 };
  expect(await report()).toMatchObject(calm);
  const { accounts } = await report();
  expect(accounts.map(({ account }) => account).join(" ")).toBe(
    "holds held-for-senders provider revenue tax refunds bank disputes losses writeoffs fees receivable received",
  );
  expect(accounts.filter(({ balance }) => balance.minor !== 0)).toEqual([]);
});

test("holds are counted today and stay counted tomorrow", async () => {
  const one = await hold();
  const two = await hold();
  expect(await onAccount("holds")).toBe(one.minor + two.minor);
  expect((await report()).accounts[0]?.today.minor).toBe(one.minor + two.minor);
  const began = world.now;
  world.now += 24 * 60 * MINUTE_MS;
  expect(await onAccount("holds")).toBe(one.minor + two.minor);
  expect((await report()).accounts[0]?.today.minor).toBe(0);
  world.now = began;
});

test("what a look over the books summed, with the lines since, is the ledger", async () => {
  const one = await hold();
  const before = (await report()).accounts;
  const count = (now: number) => world.db.as({ orgId: world.orgId }, (tx) => countTotals(tx, now));
  await count(world.now);
  expect((await report()).accounts).toEqual(before);
  world.now += 2 * 60 * MINUTE_MS;
  await count(world.now);
  expect((await report()).accounts).toEqual(before);
  // Nothing older is read again: the sum alone says it.
  await world.run(sql`update ledger_total set minor = minor + 7 where account = 'holds'`);
  expect(await report()).toMatchObject({ isBalanced: false, drifting: 0 });
  world.now += 2 * 60 * MINUTE_MS;
  await count(world.now);
  expect(await report()).toMatchObject({ isBalanced: true });
  expect(await onAccount("holds")).toBeGreaterThanOrEqual(one.minor);
  await world.run(sql`delete from ledger_total`);
});

test("books that disagree are told, and how many calls wait for an answer", async () => {
  const { paymentId } = await hold();
  await world.run(sql`update payment set authorized_minor = authorized_minor - 1 where id = ${paymentId}`);
  expect(await report()).toMatchObject({ isBalanced: false, drifting: 1 });
  await world.run(sql`update payment set authorized_minor = authorized_minor + 1 where id = ${paymentId}`);
  await world.run(sql`update payment_op set state = 'sent' where payment_id = ${paymentId}`);
  expect(await report()).toMatchObject({ isBalanced: true, waiting: 1, waitingSince: expect.any(String) });
  await world.run(sql`update payment_op set state = 'review' where payment_id = ${paymentId}`);
  expect(await report()).toMatchObject({ waiting: 0, review: 1 });
  expect(good(await office.call(moneyApi.listPayments, { group: "review" })).items).toMatchObject([
    { id: paymentId },
  ]);
  await world.run(sql`update payment_op set state = 'done' where payment_id = ${paymentId}`);
});

test("payments come newest first, page by page, and by what became of them", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.unshift((await hold()).paymentId);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = good(
      await office.call(moneyApi.listPayments, {
        limit: 2,
        group: "held",
        ...(cursor !== null && { cursor }),
      }),
    ) as { items: { id: string; card: unknown; orderNumber: string }[]; next: string | null };
    for (const item of page.items) {
      expect(item).toMatchObject({ card: { brand: "visa", last4: "4242" }, orderNumber: expect.any(String) });
      seen.push(item.id);
    }
    cursor = page.next;
  } while (cursor !== null);
  expect(seen.slice(0, 5)).toEqual(ids);
  expect(new Set(seen).size).toBe(seen.length);
  expect(good(await office.call(moneyApi.listPayments, { group: "taken" })).items).toEqual([]);
  expect((await office.call(moneyApi.listPayments, { cursor: "bm8" })).status).toBe(400);
});

test("only those who keep the money see it", async () => {
  for (const role of ["sender", "courier", "dispatcher"] as const) {
    const who = await world.person(`Not ${role}`, role);
    expect((await who.call(moneyApi.readMoney, {})).status).toBe(403);
    expect((await who.call(moneyApi.listPayments, {})).status).toBe(403);
  }
  expect((await world.guest().call(moneyApi.readMoney, {})).status).toBe(401);
});

test("payments are found by order, name, reference and day", async () => {
  const one = await hold();
  const other = await hold();
  const list = async (wish: object) =>
    good(await office.call(moneyApi.listPayments, { limit: 100, ...wish })).items.map(({ id }) => id);
  const [known] = await world.run(sql<{ number: string; ref: string; name: string }>`
        select o.number, p.provider_ref as ref, o.recipient ->> 'name' as name
        from payment p join sales_order o on o.id = p.order_id where p.id = ${one.paymentId}`);
  if (!known) throw new Error("no payment");
  for (const search of [known.number, known.number.toLowerCase(), known.ref])
    expect(await list({ search })).toEqual([one.paymentId]);
  expect(await list({ search: known.name })).toEqual(
    expect.arrayContaining([one.paymentId, other.paymentId]),
  );
  expect(await list({ search: "nobody at all" })).toEqual([]);
  const today = (await report()).day;
  expect(await list({ from: today, to: today })).toContain(one.paymentId);
  expect(await list({ from: "2020-01-01", to: "2020-12-31" })).toEqual([]);
  expect(await list({ search: known.number, group: "taken" })).toEqual([]);
});
