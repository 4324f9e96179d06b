import { sql } from "kysely";
import { HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { emit } from "#server/db/events.ts";
import { json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";

const place = (label: string, lon: number) => ({
  label,
  street: label,
  houseNumber: null,
  postcode: null,
  city: "Berlin",
  detail: null,
  point: { lon, lat: 52.5 },
  precision: "rooftop",
  pinConfirmed: true,
});
const person = (name: string) => ({ name, phone: "+4930123456", email: "mail@example.org", note: "" });
const euro = (minor: number) => ({ minor, currency: "EUR" });

/** An organisation with one order that waits for its payment, written as the owner. */
export async function placeOrder(
  tx: Tx,
  orgId: string,
  now: Instant,
  { orderId, payerId, amountMinor }: { orderId: string; payerId: string; amountMinor: number },
): Promise<void> {
  const quoteId = newId(now);
  const window = { start: toIso(now + 2 * HOUR_MS), end: toIso(now + 4 * HOUR_MS) };
  const request = {
    pickup: place("Lindenstraße 5", 13.4),
    dropoff: place("Kanalstraße 3", 13.42),
    parcels: [{ size: "small", massG: 2_000, contents: "books", fragile: false }],
    serviceLevel: "same_day",
    window,
  };
  const tax = Math.round((amountMinor * 19) / 119);
  const price = {
    lines: [],
    subtotal: euro(amountMinor - tax),
    taxes: [{ label: "VAT", amount: euro(tax) }],
    total: euro(amountMinor),
    base: euro(amountMinor),
    priceListVersion: 1,
  };
  const pickupWindow = { start: now + HOUR_MS, end: now + 2 * HOUR_MS };
  await sql`
      with o as (
        insert into organization (id, kind, name, currency, timezone, created_at)
        values (${orgId}, 'carrier', 'Simulated Couriers', 'EUR', 'Europe/Berlin', ${toIso(now)}) returning id
      ), q as (
        insert into quote (org_id, id, state, request, request_hash, distance_m, distance_source, pickup_window, price,
          total_minor, currency, created_at, expires_at)
        select id, ${quoteId}, 'accepted', ${json(request)}, '', 2000, 'estimated', ${json(pickupWindow)},
          ${json(price)}, ${amountMinor}, 'EUR', ${toIso(now)}, ${toIso(now + 15 * MINUTE_MS)} from o
        returning org_id, id
      )
      insert into sales_order (org_id, id, number, state, quote_id, request, price, total_minor, currency, sender,
        recipient, payer_id, created_at, expires_at)
      select org_id, ${orderId}, 'S-1', 'pending_payment', id, ${json(request)}, ${json(price)}, ${amountMinor}, 'EUR',
        ${json(person("Sam Sender"))}, ${json(person("Rita Ray"))}, ${payerId}, ${toIso(now)},
        ${toIso(now + 15 * MINUTE_MS)} from q`.execute(tx);
}

/** The parcels of a booked delivery are with us from now on. */
export const collectDelivery = (tx: Tx, orderId: string): Promise<unknown> =>
  sql`update delivery set custody = 'courier', state_shown = 'collected'
      where org_id = app_org() and order_id = ${orderId} and state_shown = 'created'`.execute(tx);

export const ENDS = ["delivered", "returned", "lost", "cancelled"] as const;
export type End = (typeof ENDS)[number];

/** How a delivery ends, in one transaction with its news; nothing where it is not booked or has ended. */
export async function endDelivery(
  tx: Tx,
  orgId: string,
  now: Instant,
  orderId: string,
  end: End,
  feeMinor: number,
): Promise<void> {
  const fee = end === "cancelled" ? feeMinor : null;
  const { rows } = await sql<{ id: string }>`
    update delivery set state_shown = ${end}, cancel_fee_minor = ${fee}
    where org_id = app_org() and order_id = ${orderId}
      and state_shown not in ('delivered', 'returned', 'cancelled', 'lost', 'disposed')
    returning id`.execute(tx);
  for (const { id } of rows)
    await emit(tx, { kind: "system", orgId, roles: [] }, now, {
      aggregate: "delivery",
      aggregateId: id,
      type: `delivery.${end}`,
      data: {},
      audience: { staff: true },
      occurredAt: now,
    });
}
