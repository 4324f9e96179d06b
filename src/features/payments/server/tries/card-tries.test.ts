import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { bookingKey, good, orderInput, quote, withKey } from "#test/support/people/booking.ts";
import { contextOf } from "#test/support/context-of.ts";
import { bankOf, paymentDepsOf } from "#test/support/paying/paying.ts";
import { useWorld } from "#test/support/use-world.ts";
import { paymentsApi } from "../../contract/api.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import { openPayment } from "../open.ts";
import { forgetTries, payerAddressOf } from "./card-tries.ts";
import { cardGauges, watchDeclines } from "#features/books/server/findings/watch-declines.ts";

const CARD = { month: 12, year: 2030, cvc: "123" };
const DECLINED = "4000000000000002";
const GOOD = "4242424242424242";
const BUSY = { status: 409, body: { code: "payments.too-many-declines", way: "contact" } };

const { world, olga } = useWorld({
  limitFactor: 1,
  trustProxy: ["127.0.0.1"],
  shop: true,
  people: { olga: ["Olga", "org-admin"] },
});
beforeEach(() => world.run(sql`delete from card_try`));

interface Guest {
  readonly headers: Readonly<Record<string, string>>;
}
/** A guest at an address, as the trusted proxy names it. */
const guestAt = (address: string, key = bookingKey()): Guest => ({
  headers: { ...withKey(key).headers, "x-forwarded-for": address },
});
let booked = 0;
/** Books from an address of its own: bookings have a limit too. */
async function book({ headers }: Guest): Promise<Order> {
  const caller = world.guest();
  const from = { headers: { ...headers, "x-forwarded-for": `100.64.0.${(booked += 1)}` } };
  const asked = orderInput(await quote(world, caller, {}, from));
  return good(await caller.call(deliveriesApi.placeOrder, asked, from));
}
const press = (guest: Guest, { id }: Order) => world.guest().call(paymentsApi.openPayment, { id }, guest);

/** Opens a form and enters cards, one after the other. */
async function tries(guest: Guest, ...numbers: string[]): Promise<void> {
  const placed = await book(guest);
  const { clientSecret } = good(await press(guest, placed));
  const bank = bankOf(world);
  for (const number of numbers) {
    await bank.confirm(clientSecret.split("_secret_")[0] ?? "", clientSecret, { ...CARD, number });
    good(await world.guest().call(paymentsApi.checkPayment, { id: placed.id }, guest));
  }
}
const five = Array.from({ length: 5 }, () => DECLINED);
const refusedAt = async (guest: Guest): Promise<unknown> => press(guest, await book(guest));

test("twenty declined cards from one address end its tries for an hour; another address pays", async () => {
  for (let n = 0; n < 4; n += 1) await tries(guestAt("203.0.113.5"), ...five);
  expect(await refusedAt(guestAt("203.0.113.5"))).toMatchObject(BUSY);
  await tries(guestAt("203.0.113.6"), GOOD);
  world.now += HOUR_MS;
  await tries(guestAt("203.0.113.5"), GOOD);
});

test("ten declined cards of one guest end their tries, from whatever address", async () => {
  const key = bookingKey();
  for (const address of ["198.51.100.1", "198.51.100.2"]) await tries(guestAt(address, key), ...five);
  expect(await refusedAt(guestAt("198.51.100.3", key))).toMatchObject(BUSY);
  await tries(guestAt("198.51.100.1"), GOOD);
});

test("an address of IPv6 counts with its network", async () => {
  for (let n = 0; n < 4; n += 1) await tries(guestAt(`2001:db8:1:2::${n}`), ...five);
  const found = sql<{ address: string }>`select distinct address from card_try`;
  expect(await world.db.owner((tx) => rows(tx, found))).toEqual([{ address: "2001:db8:1:2::" }]);
  expect(await refusedAt(guestAt("2001:db8:1:2:ffff::77"))).toMatchObject(BUSY);
});

test("forms that stand open count for their payer for a while, and never for the address", async () => {
  const shared = "203.0.113.7";
  for (let n = 0; n < 3; n += 1) await tries(guestAt(shared), ...five);
  const key = bookingKey();
  const guest = guestAt(shared, key);
  const opened = await book(guest);
  good(await press(guest, opened));
  for (let n = 0; n < 9; n += 1) await tries(guestAt(`203.0.114.${n}`, key));
  expect(await refusedAt(guest)).toMatchObject(BUSY);
  // Forms that were open before stay so.
  good(await press(guest, opened));
  for (let n = 0; n < 5; n += 1) await tries(guestAt(shared));
  world.now += 15 * MINUTE_MS;
  await tries(guest, GOOD);
});

test("whoever opens a payment later does not change the address that the provider is told", async () => {
  const key = bookingKey();
  const placed = await book(guestAt("203.0.113.8", key));
  const { payment } = good(await press(guestAt("203.0.113.8", key), placed));
  world.now += MINUTE_MS;
  good(await press(guestAt("203.0.113.9", key), placed));
  expect(await world.db.as({ orgId: world.orgId }, (tx) => payerAddressOf(tx, payment.id))).toBe(
    "203.0.113.8",
  );
});

test("a repeat under one key says the same of the payer, whoever opened the payment between", async () => {
  const told: (readonly [key: string, address: string | undefined])[] = [];
  const plain = paymentDepsOf(world);
  const openIntent: typeof plain.provider.openIntent = ({ key, about }) => {
    told.push([key, about?.payerAddress]);
    return Promise.resolve({ kind: "unknown", reason: "silent", stored: false });
  };
  const deps = { ...plain, provider: { ...plain.provider, openIntent } };
  const sent = async (address: string | undefined, bookedWith: string, { id }: Order) => {
    const from = address === undefined ? {} : { address };
    const guest = { ...contextOf(world, world.guest()), bookingKey: bookedWith, ...from };
    const office = { ...contextOf(world, olga), scope: "org" as const };
    await expect(openPayment(deps, address === undefined ? office : guest, id)).rejects.toThrow(
      "payments.provider-silent",
    );
    world.now += 10 * SECOND_MS;
    return told.at(-1);
  };
  const [key, other] = [bookingKey(), bookingKey()];
  const placed = await book(guestAt("203.0.113.20", key));
  const first = await sent(undefined, key, placed);
  expect(first?.[1]).toBeUndefined();
  expect(await sent("203.0.113.20", key, placed)).toEqual(first);

  const next = await book(guestAt("203.0.113.21", other));
  const begun = await sent("203.0.113.21", other, next);
  expect(begun?.[1]).toBe("203.0.113.21");
  await world.run(sql`delete from card_try`);
  expect(await sent("203.0.113.22", other, next)).toEqual(begun);

  const kept = sql`select from payment_op where payer_address is not null`;
  expect(await world.db.owner((tx) => rows(tx, kept))).toHaveLength(1);
  await world.db.as({ orgId: world.orgId }, (tx) => forgetTries(tx, world.now + 24 * HOUR_MS));
  expect(await world.db.owner((tx) => rows(tx, kept))).toEqual([]);
});

test("where most cards are declined the office finds it, figures tell it, and it ends by itself", async () => {
  const found = async () =>
    good(await olga.call(findingsApi.listFindings, { group: "open", limit: 50 })).items.filter(
      ({ kind }) => kind === "card-testing",
    );
  const figures = () => Promise.all(cardGauges.map(({ read }) => read(world.db.pool)));
  for (let n = 0; n < 3; n += 1) await tries(guestAt(`192.0.2.${n}`), GOOD);
  await tries(guestAt("192.0.2.9"), ...five);
  await watchDeclines(paymentDepsOf(world), world.orgId);
  expect(await found()).toEqual([]);
  for (let n = 10; n < 12; n += 1) await tries(guestAt(`192.0.2.${n}`), ...five);
  await watchDeclines(paymentDepsOf(world), world.orgId);
  expect(await found()).toMatchObject([{ fixes: ["note"], paymentId: null }]);
  await world.run(sql`update card_try set declined_at = clock_timestamp() where declined_at is not null`);
  expect((await figures())[0]).toBe(15);
  world.now += HOUR_MS + MINUTE_MS;
  await world.run(sql`update card_try set declined_at = opened_at`);
  await watchDeclines(paymentDepsOf(world), world.orgId);
  expect(await found()).toEqual([]);
  await world.db.as({ orgId: world.orgId }, (tx) => forgetTries(tx, world.now + 24 * HOUR_MS));
  expect(await world.run(sql`select from card_try`)).toEqual([]);
});
