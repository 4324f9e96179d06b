import { sql } from "kysely";
import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";
import { bookingKeyHash } from "#server/http/booking-key.ts";
import { newId } from "#server/ids.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { bookingKey, good, guestOrder, order, withKey } from "#test/support/people/booking.ts";
import { lostHold, mailsWith } from "#test/support/paying/lost-hold.ts";
import { moneyAtRest } from "#test/support/paying/money-at-rest.ts";
import { confirmAt, type Held } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { eur } from "#test/support/paying/samples.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import { receivablesApi } from "../contract/receivables.ts";
import { receiptsApi } from "#features/receipts/contract/receipts.ts";

const { world, sam, ada } = useShop({ runJobs: true, msApart: 20 * MINUTE_MS });

/** A guest's booking whose hold was lost; the mail of its end went to the account that it is not any more. */
async function lostOfGuest(key = bookingKey()): Promise<Held> {
  const one = await lostHold(world, sam);
  await world.run(
    sql`update sales_order set payer_id = null, booking_key_hash = ${bookingKeyHash(key)} where id = ${one.orderId}`,
  );
  world.now += MINUTE_MS;
  return one;
}
const keysIn = (text: string): string[] =>
  [...text.matchAll(/#key=(?:3D)?([0-9A-Za-z]{22})/g)].map(([, key]) => key ?? "");
const mailedKeys = async ({ orderId }: Held): Promise<string[]> => {
  const mails = await mailsWith(world, `/book/pay/${orderId}#key=`);
  return [...new Set(mails.flatMap((mail) => keysIn(mail.replaceAll("=\r\n", ""))))];
};
const linkOf = async ({ orderId }: Held): Promise<string> => {
  const { address } = good(await ada.call(receivablesApi.sendPayLink, { id: orderId }));
  return keysIn(address)[0] ?? "none";
};
const open = (orderId: string, key: string) =>
  world.guest().call(paymentsApi.readPayment, { id: orderId }, withKey(key));

test("the address that the office reads out opens the order of a guest who left no mail address", async () => {
  const one = await lostOfGuest();
  await world.run(
    sql`update sales_order set sender = jsonb_set(sender, '{email}', 'null') where id = ${one.orderId}`,
  );
  const sent = good(await ada.call(receivablesApi.sendPayLink, { id: one.orderId }));
  expect(sent).toMatchObject({ mailed: false, amount: { minor: one.minor } });
  expect(good(await open(one.orderId, keysIn(sent.address)[0] ?? "none")).purpose).toBe("recovery");
  expect((await sam.call(receivablesApi.sendPayLink, { id: one.orderId })).status).toBe(403);
  const kept = await world.run(sql<{
    text: string;
  }>`select coalesce(reply::text, 'none') as text from idempotency
                            where endpoint = 'sendPayLink' and status = 200`);
  expect(kept).toEqual([{ text: "none" }]);
});

test("whoever has an account signs in: their link has no key", async () => {
  const one = await lostHold(world, sam);
  world.now += MINUTE_MS;
  const { address } = good(await ada.call(receivablesApi.sendPayLink, { id: one.orderId }));
  expect(address).toMatch(new RegExp(`/book/pay/${one.orderId}$`));
});

test("the links of a lost hold, of a surcharge and of the office all open the order, and no other one", async () => {
  const [one, other] = [await lostOfGuest(), await lostOfGuest()];
  const told = await linkOf(one);
  world.now += MINUTE_MS;
  const amount = eur(450);
  const paymentId = newId(world.now);
  good(
    await ada.call(receivablesApi.askSurcharge, { id: one.orderId, paymentId, amount, reason: "waiting" }),
  );
  await world.settled();
  const keys = [told, ...(await mailedKeys(one))];
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) {
    expect((await open(one.orderId, key)).status).toBe(200);
    expect((await open(other.orderId, key)).status).toBe(404);
  }
});

test("a link that is over, or that was used a day ago, says no more than a key that never was", async () => {
  const [over, used] = [await lostOfGuest(), await lostOfGuest()];
  const [overKey, usedKey] = [await linkOf(over), await linkOf(used)];
  const guest = world.guest();
  const session = good(await guest.call(paymentsApi.openPayment, { id: used.orderId }, withKey(usedKey)));
  expect(await confirmAt(world, session.clientSecret)).toBe(200);
  good(await guest.call(paymentsApi.checkPayment, { id: used.orderId }, withKey(usedKey)));
  await moneyAtRest(world);
  // A payer who has just paid sees that they did.
  const receipts = await guest.call(receiptsApi.listReceipts, { id: used.orderId }, withKey(usedKey));
  expect(good(receipts).items.length).toBe(1);
  const bare = ({ body: { code, facts } }: Awaited<ReturnType<typeof open>>) => ({ code, facts });
  world.now += DAY_MS;
  const never = await open(used.orderId, bookingKey());
  const late = await open(used.orderId, usedKey);
  expect([late.status, bare(late)]).toEqual([404, bare(never)]);
  world.now += 28 * DAY_MS;
  expect((await open(over.orderId, overKey)).status).toBe(200);
  world.now += DAY_MS;
  const gone = await open(over.orderId, overKey);
  expect([gone.status, bare(gone)]).toEqual([404, bare(await open(over.orderId, bookingKey()))]);
});

test("what is owed and less than a card can pay is the office's to write off", async () => {
  const one = await lostHold(world, sam);
  await world.db.owner(async (tx) => {
    await sql`update payment set owed_minor = 20 where id = ${one.paymentId}`.execute(tx);
    await sql`update payment set state = 'voided', canceled_seen = true, settled_at = now()
              where for_payment_id = ${one.paymentId}`.execute(tx);
  });
  const findings = async () =>
    good(await ada.call(findingsApi.listFindings, { group: "all", limit: 50 })).items.filter(
      ({ about, kind }) => about === one.paymentId && kind !== "work-stopped",
    );
  expect((await ada.call(receivablesApi.sendPayLink, { id: one.orderId })).body.code).toBe(
    "payments.nothing-owed",
  );
  expect(await findings()).toMatchObject([{ kind: "owed-too-little", fixes: ["note"], resolvedAt: null }]);
  good(await ada.call(receivablesApi.writeOff, { id: one.paymentId, agree: true }));
  expect(await findings()).toMatchObject([{ kind: "owed-too-little", resolution: "gone" }]);
});

test("a guest's link to pay later opens the order on another device, with a key that is not the browser's", async () => {
  const own = bookingKey();
  const guest = world.guest();
  const placed = await guestOrder(world, own);
  const { path } = good(await guest.call(deliveriesApi.linkToPay, { id: placed.id }, withKey(own)));
  const [key = "none"] = keysIn(path);
  expect(path).toBe(`/book/pay/${placed.id}#key=${key}`);
  expect(key).not.toBe(own);
  const other = world.guest();
  const byLink = withKey(key);
  expect((await other.call(deliveriesApi.linkToPay, { id: placed.id })).status).toBe(404);
  // Whoever holds it may pay; giving up the booking and handing it on stay with whoever booked.
  expect((await other.call(deliveriesApi.linkToPay, { id: placed.id }, byLink)).status).toBe(404);
  expect((await other.call(deliveriesApi.abandonOrder, { id: placed.id }, byLink)).status).toBe(404);
  expect(good(await other.call(deliveriesApi.readOrder, { id: placed.id }, byLink)).id).toBe(placed.id);
  const session = good(await other.call(paymentsApi.openPayment, { id: placed.id }, byLink));
  expect(await confirmAt(world, session.clientSecret)).toBe(200);
  good(await other.call(paymentsApi.checkPayment, { id: placed.id }, byLink));
  expect(good(await other.call(deliveriesApi.readOrder, { id: placed.id }, byLink)).state).toBe("confirmed");
  expect((await other.call(trackingApi.shareOrder, { id: placed.id }, byLink)).status).toBe(404);
  expect((await guest.call(deliveriesApi.linkToPay, { id: placed.id }, withKey(own))).body.code).toBe(
    "deliveries.wrong-state",
  );
  const another = await guestOrder(world, bookingKey());
  expect((await other.call(deliveriesApi.readOrder, { id: another.id }, byLink)).status).toBe(404);
});

test("a guest's link to what a booked order still owes pays it on another device, and names no other payment", async () => {
  const own = bookingKey();
  const guest = world.guest();
  const { orderId: id, paymentId: lost } = await lostOfGuest(own);
  good(await ada.call(receivablesApi.sendPayLink, { id }));
  const owed = good(await guest.call(paymentsApi.readPayment, { id }, withKey(own)));
  expect(owed).toMatchObject({ purpose: "recovery", state: "created" });
  const asked = (paymentId: string) => guest.call(deliveriesApi.linkToPay, { id, paymentId }, withKey(own));
  const { path } = good(await asked(owed.id));
  const byLink = withKey(keysIn(path)[0] ?? "none");
  const other = world.guest();
  expect(good(await other.call(paymentsApi.readPayment, { id }, byLink)).id).toBe(owed.id);
  for (const none of [newId(world.now), lost])
    expect((await asked(none)).body.code).toBe("deliveries.wrong-state");
  const { clientSecret } = good(
    await other.call(paymentsApi.openPayment, { id, paymentId: owed.id }, byLink),
  );
  expect(await confirmAt(world, clientSecret)).toBe(200);
  good(await other.call(paymentsApi.checkPayment, { id, paymentId: owed.id }, byLink));
  expect((await asked(owed.id)).body.code).toBe("deliveries.wrong-state");
});

test("a link to pay later that nobody followed closes a day after its booking was given up", async () => {
  const own = bookingKey();
  const guest = world.guest();
  const { id } = await guestOrder(world, own);
  const { path } = good(await guest.call(deliveriesApi.linkToPay, { id }, withKey(own)));
  const byLink = withKey(keysIn(path)[0] ?? "none");
  good(await guest.call(deliveriesApi.abandonOrder, { id }, withKey(own)));
  expect(good(await guest.call(deliveriesApi.readOrder, { id }, byLink)).state).toBe("cancelled");
  world.now += DAY_MS + 20 * MINUTE_MS;
  expect((await guest.call(deliveriesApi.readOrder, { id }, byLink)).status).toBe(404);
});

test("the link to pay later of somebody with an account has no key, and opens nothing to a guest", async () => {
  const placed = await order(world, sam);
  const { path } = good(await sam.call(deliveriesApi.linkToPay, { id: placed.id }));
  expect(path).toBe(`/book/pay/${placed.id}`);
});
