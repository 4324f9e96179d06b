import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { KeptFacts } from "#features/quotes/domain/kept-facts.ts";
import { priceOf } from "#features/quotes/domain/price.ts";
import type { PriceList } from "#features/quotes/domain/price-rule.ts";
import { DAY_MS, HOUR_MS, type Instant, toIso } from "#kernel/instant.ts";
import { json } from "#server/db/db.ts";
import type { World } from "../world.ts";

export interface PastOrder {
  /** Hours before now. */
  readonly hoursAgo: number;
  readonly facts?: Partial<KeptFacts>;
  /** The quote keeps its request alone. */
  readonly isBare?: boolean;
  readonly sender?: string;
  readonly payerId?: string;
  readonly currency?: string;
  readonly state?: string;
}

export const KEPT: KeptFacts = {
  serviceLevel: "scheduled",
  zoneFrom: null,
  zoneTo: null,
  distanceM: 3_000,
  massG: 1_200,
  parcels: 1,
  weekday: 3,
  timeOfDay: "12:00",
  leadMin: 60,
  specialDay: false,
  zonesVersion: 0,
};

/** Orders that were booked by a list some hours ago, in two statements however many. @returns their ids */
export async function pastOrders(
  world: Pick<World, "db" | "orgId" | "now">,
  list: Pick<PriceList, "rules" | "version">,
  orders: readonly PastOrder[],
): Promise<string[]> {
  const { orgId } = world;
  const given = orders.map((order, n) => {
    const facts = { ...KEPT, ...order.facts };
    const at = world.now - order.hoursAgo * HOUR_MS;
    const currency = order.currency ?? "EUR";
    const price = priceOf(facts, { ...list, currency });
    const sender = order.sender ?? `Sender ${n % 9}`;
    return {
      id: randomUUID(),
      quote: randomUUID(),
      number: `WB-${randomUUID().slice(0, 12)}`,
      state: order.state ?? "completed",
      facts: order.isBare ? null : facts,
      request: {
        serviceLevel: facts.serviceLevel,
        parcels: Array.from({ length: facts.parcels }, () => ({ massG: facts.massG / facts.parcels })),
        window: { start: toIso(at + facts.leadMin * 60_000) },
      },
      distance: facts.distanceM,
      price,
      total: price.total.minor,
      currency,
      sender: { name: sender, phone: `+4930${sender.length}`, email: `${sender}@example.org`, note: "" },
      payer: order.payerId ?? null,
      at: toIso(at),
    };
  });
  const from = sql`from jsonb_to_recordset(${json(given)}) as g(id uuid, quote uuid, number text, state text, facts jsonb,
    request jsonb, distance integer, price jsonb, total bigint, currency text, sender jsonb, payer uuid, at timestamptz)`;
  await world.db.as({ orgId }, async (tx) => {
    await sql`insert into quote (org_id, id, state, request, request_hash, distance_m, distance_source, pickup_window,
        facts, price, total_minor, currency, created_at, expires_at)
      select ${orgId}, g.quote, 'accepted', g.request, '', g.distance, 'road', '{}', nullif(g.facts, 'null'), g.price, g.total,
        g.currency, g.at, g.at ${from}`.execute(tx);
    await sql`insert into sales_order (org_id, id, number, state, quote_id, request, price, total_minor, currency, sender,
        recipient, payer_id, booking_key_hash, created_at)
      select ${orgId}, g.id, g.number, g.state, g.quote, g.request, g.price, g.total, g.currency, g.sender, '{}', g.payer,
        'none', g.at ${from}`.execute(tx);
  });
  return given.map(({ id }) => id);
}

/** A replay of the last month by a list of a base fee alone. */
export const replayInput = (now: Instant) => ({
  days: { from: toIso(now - 30 * DAY_MS).slice(0, 10), to: toIso(now).slice(0, 10) },
  level: null,
  zone: null,
  listVersion: 1,
  rules: [{ id: "base", title: "Base", when: [], do: { kind: "flat" as const, amount: 600 } }],
});
