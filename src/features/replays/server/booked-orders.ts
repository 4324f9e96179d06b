import { type RawBuilder, sql } from "kysely";
import type { Price } from "#features/quotes/contract/api.ts";
import type { KeptFacts } from "#features/quotes/domain/kept-facts.ts";
import { fromIso, type Instant, toIso } from "#kernel/instant.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import { type KnownFacts, knownFactsOf } from "../domain/known-facts.ts";
import { MOST_ORDERS } from "../domain/limits.ts";
import type { ReplayRun } from "./replay-record.ts";

/** Orders that are asked for. */
export type Span = Pick<ReplayRun, "since" | "until" | "level" | "zone">;

interface Row {
  readonly orderId: string;
  readonly bookedAt: Instant;
  readonly facts: KeptFacts | null;
  readonly serviceLevel: string | null;
  readonly windowStart: string | null;
  readonly parcelMasses: readonly number[];
  readonly distanceM: number;
  readonly askedAt: Instant;
  readonly price: Partial<Price>;
  readonly totalMinor: number;
  readonly currency: string;
}

/** A booked order with the price and the facts of its booking. */
export interface BookedRow {
  readonly orderId: string;
  readonly bookedAt: Instant;
  readonly known: KnownFacts;
  readonly price: Pick<Price, "lines" | "taxes">;
  readonly totalMinor: number;
  readonly currency: string;
}

const FROM = sql`
  from booked_orders o join quoted_prices q on q.org_id = o.org_id and q.id = o.quote_id
  where o.org_id = app_org()`;

const inSpan = ({ since, until, level, zone }: Span): RawBuilder<unknown> => sql`
  and o.created_at >= ${toIso(since)} and o.created_at < ${toIso(until)}
  ${level === null ? sql`` : sql`and coalesce(q.facts ->> 'serviceLevel', q.service_level) = ${level}`}
  ${
    zone === null
      ? sql``
      : sql`and ${zone} in (
          coalesce(q.facts ->> 'zoneFrom', q.price -> 'zones' -> 'from' ->> 'code'),
          coalesce(q.facts ->> 'zoneTo', q.price -> 'zones' -> 'to' ->> 'code'))`
  }`;

/** Orders in the span, counted up to one more than a replay holds. */
export async function countOrders(tx: Tx, span: Span): Promise<number> {
  const found = await first(
    tx,
    sql<{ n: number }>`
      select count(*)::int as n from (
        select ${FROM} ${inSpan(span)} order by o.created_at, o.id limit ${MOST_ORDERS + 1}) s`,
  );
  return found?.n ?? 0;
}

/** The next orders in the order of their booking. */
export async function nextOrders(tx: Tx, run: ReplayRun, limit: number): Promise<BookedRow[]> {
  const { cursorAt, cursorId } = run;
  const after =
    cursorAt === null
      ? sql``
      : sql`and (o.created_at, o.id) > (${toIso(cursorAt)}::timestamptz, ${cursorId}::uuid)`;
  const found = await rows(
    tx,
    sql<Row>`
      select o.id as "orderId", o.created_at as "bookedAt", q.facts, q.service_level as "serviceLevel",
        q.window_start as "windowStart", q.parcel_masses as "parcelMasses", q.distance_m as "distanceM",
        q.created_at as "askedAt", q.price, q.total_minor as "totalMinor", trim(q.currency) as currency
      ${FROM} ${inSpan(run)} ${after} order by o.created_at, o.id limit ${limit}`,
  );
  return found.map(({ orderId, bookedAt, price, totalMinor, currency, windowStart, ...quote }) => ({
    orderId,
    bookedAt,
    totalMinor,
    currency,
    price: { lines: price.lines ?? [], taxes: price.taxes ?? [] },
    known: knownFactsOf({
      ...quote,
      windowStart: windowStart === null ? null : fromIso(windowStart),
      zones: price.zones,
    }),
  }));
}
