import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { HOUR_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { json } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import type { World } from "../world.ts";

export interface Booked {
  readonly id: string;
  readonly number: string;
  readonly collect: string;
  readonly deliver: string;
}

const price = (minor: number) => ({
  lines: [],
  subtotal: { minor, currency: "EUR" },
  taxes: [],
  total: { minor, currency: "EUR" },
  base: { minor, currency: "EUR" },
  priceListVersion: 1,
});
const contact = (name: string) => ({ name, phone: "+4930123456", email: null, note: `Ring at ${name}` });
const address = (label: string, lon: number, lat: number) => ({
  label,
  street: label,
  houseNumber: null,
  postcode: null,
  city: "Town",
  detail: null,
  point: { lon, lat },
  precision: "rooftop",
  pinConfirmed: true,
});

/**
 * Deliveries as confirming an order leaves them, in six statements however many: for tests of later rooms and for
 * boards of a size that nobody would click together.
 */
export async function bookMany(
  world: Pick<World, "db" | "orgId" | "now">,
  count: number,
  options: { readonly start?: Instant; readonly payerId?: string } = {},
): Promise<Booked[]> {
  const { now, orgId } = world;
  const start = options.start ?? now + HOUR_MS;
  const window = { start: toIso(start), end: toIso(start + 2 * HOUR_MS) };
  const pickup = { start: toIso(start - HOUR_MS), end: window.start };
  const given = Array.from({ length: count }, (_, n) => ({
    id: newId(now),
    quote: randomUUID(),
    order: randomUUID(),
    number: `WB-${randomUUID().slice(0, 12)}`,
    collect: newId(now),
    deliver: newId(now),
    sender: contact(`Sender ${n}`),
    recipient: contact(`Recipient ${n}`),
    pickup: address(`Hill Road ${n}`, 7.1 + n / 1e5, 51.2),
    dropoff: address(`Mill Lane ${n}`, 7.1, 51.21 + n / 1e5),
  }));
  const parcels = [{ size: "small", massG: 1200, contents: "Books", fragile: false }];
  const from = sql`from jsonb_to_recordset(${json(given)}) as g(id uuid, quote uuid, "order" uuid, number text,
    collect uuid, deliver uuid, sender jsonb, recipient jsonb, pickup jsonb, dropoff jsonb)`;
  const at = toIso(now);
  const payer = options.payerId ?? null;
  await world.db.as({ orgId }, async (tx) => {
    await sql`insert into quote (org_id, id, state, request, request_hash, distance_m, distance_source, pickup_window,
        price, total_minor, currency, created_at, expires_at)
      select ${orgId}, g.quote, 'accepted', '{}', '', 900, 'estimated', ${json(pickup)}, ${json(price(900))}, 900,
        'EUR', ${at}, ${at} ${from}`.execute(tx);
    await sql`insert into sales_order (org_id, id, number, state, quote_id, request, price, total_minor, currency,
        sender, recipient, payer_id, booking_key_hash, created_at)
      select ${orgId}, g."order", g.number, 'confirmed', g.quote,
        jsonb_build_object('pickup', g.pickup, 'dropoff', g.dropoff), ${json(price(900))}, 900, 'EUR', g.sender,
        g.recipient, ${payer}, 'none', ${at} ${from}`.execute(tx);
    await sql`insert into delivery (org_id, id, number, order_id, payer_id, sender, recipient, pickup, dropoff, parcels,
        service_level, window_start, window_end, pickup_start, pickup_end, distance_m, distance_source, price,
        total_minor, currency, custody, undeliverable_action, max_attempts, state_shown, search_doc, created_at, version)
      select ${orgId}, g.id, g.number, g."order", ${payer}, g.sender, g.recipient, g.pickup, g.dropoff, ${json(parcels)},
        'scheduled', ${window.start}, ${window.end}, ${pickup.start}, ${pickup.end}, 900, 'estimated',
        ${json(price(900))}, 900, 'EUR', 'sender', 'return_to_sender', 2, 'created', lower(g.number), ${at}, 1
      ${from}`.execute(tx);
    for (const [ordinal, kind] of ["collect", "deliver"].entries()) {
      const span = kind === "collect" ? pickup : window;
      await sql`insert into task (org_id, id, delivery_id, kind, try_no, state, window_start, window_end, ordinal,
          changed_at)
        select ${orgId}, g.${sql.ref(kind)}, g.id, ${kind}, 1, 'open', ${span.start}, ${span.end}, ${ordinal}::int, ${at}
        ${from}`.execute(tx);
    }
    await sql`insert into event (org_id, aggregate, aggregate_id, seq, type, data, audience, actor_kind, occurred_at,
        recorded_at)
      select ${orgId}, 'delivery', g.id, 1, 'delivery.created', jsonb_build_object('deliveryId', g.id), '{}', 'system',
        ${at}, ${at} ${from}`.execute(tx);
  });
  return given.map(({ id, number, collect, deliver }) => ({ id, number, collect, deliver }));
}
