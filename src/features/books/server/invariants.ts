import { sql } from "kysely";
import { DAY_MS, HOUR_MS, toIso, type Instant } from "#kernel/instant.ts";
import { idsOf, rows, type Tx } from "#server/db/db.ts";

export const INVARIANTS = [
  /** Every entry of the ledger, and each currency as a whole, sums to zero. */
  "ledger-unbalanced",
  /** The ledger says what the rows say. */
  "ledger-drift",
  "captured-over-held",
  /** Payments and write-offs of a lost hold are not more than was owed. */
  "paid-over-owed",
  /** A hold that was lost is not taken as well. */
  "owed-and-taken",
  /** An hour after its order's end a lost hold is owed for what the end calls for, unless it was paid or given up before. */
  "owed-differs",
  /** An hour after its order's end no more is kept than it calls for, unless a person decided so. */
  "overpaid-kept",
  /** At most one capture or release was decided for a payment, but for those that the provider refused. */
  "settled-twice",
  /** An amount booked on a card was seen held, whole and in its currency. */
  "booked-without-hold",
  /** A capture that is done took what was decided. */
  "capture-differs",
  /** A wish to give money back is carried out by one operation. */
  "refunded-twice",
  /** A payment says of its refunds what they come to. */
  "refunds-differ",
  /** An order is confirmed once. */
  "confirmed-twice",
  /** No hold outlives the end of its order by more than an hour. */
  "hold-survives",
  /** Every operation is done, failed or with a person a day after it was written. */
  "operation-open",
  /** Every hint is followed within an hour. */
  "hint-open",
  /**
   * The snapshots of a payment are one chain, as long as its payment says: none changed, left out, inserted or cut
   * off.
   */
  "snapshots-unchained",
] as const;
export type Invariant = (typeof INVARIANTS)[number];

export interface Broken {
  readonly invariant: Invariant;
  /** The payment, operation, event or entry that breaks it. */
  readonly about: string;
}

/** Room beyond a day for an operation whose last try falls on its end. */
const OPEN_MS = DAY_MS + 2 * HOUR_MS;

/** Payment `p` of an order whose delivery `d` has ended; `l`: the lost hold that it makes good, else itself. */
const ENDED = sql`
  from payments p
  join deliveries d on d.org_id = p.org_id and d.order_id = p.order_id
    and d.state_shown in ('delivered', 'returned', 'cancelled', 'lost', 'disposed')
  join orders o on o.org_id = p.org_id and o.id = p.order_id join payments l on l.org_id = p.org_id and l.id = coalesce(p.for_payment_id, p.id)`;

/** Amount that the end of `d` makes due of `l`: of a booking no more than the price, or than the fee once it was cancelled. */
const CALLED = sql`(case
  when d.state_shown = 'lost' then 0
  when l.purpose <> 'surcharge' and d.cancel_fee_minor is not null then least(d.cancel_fee_minor, l.amount_minor)
  when d.state_shown = 'cancelled' then 0
  else least(l.amount_minor, case l.purpose when 'booking' then o.total_minor end) end)`;

/** Nothing happened to `p` or its order within the hour. */
const isQuiet = (now: Instant) => sql`not exists (
  select from event e where e.org_id = p.org_id and e.aggregate_id in (p.order_id, d.id, p.id)
    and e.recorded_at >= ${toIso(now - HOUR_MS)})`;

const RULES: Readonly<Record<Exclude<Invariant, "ledger-drift">, (now: Instant) => ReturnType<typeof sql>>> =
  {
    "ledger-unbalanced": () => sql`
      select payment_id || ' version ' || version as about from ledger_lines
      group by org_id, payment_id, version, currency having sum(minor) <> 0`,
    "captured-over-held": () => sql`
      select id::text as about from payments
      where captured_minor > authorized_minor or authorized_minor > amount_minor or refunded_minor > captured_minor`,
    "paid-over-owed": () => sql`
      select l.id::text as about from payments l
      join payments r on r.org_id = l.org_id and r.for_payment_id = l.id
      group by l.org_id, l.id, l.written_off_minor, l.owed_minor
      having sum(r.captured_minor) + l.written_off_minor > l.owed_minor`,
    "owed-and-taken": () => sql`
      select id::text as about from payments where owed_minor > 0 and captured_minor > 0`,
    "owed-differs": (now) => sql`
      select p.id::text as about ${ENDED}
      where p.state = 'expired' and p.purpose in ('booking', 'surcharge') and (p.written_off_minor = 0 or p.written_off_minor < p.owed_minor) and ${isQuiet(now)}
        -- A fee that is less than a card can pay is not asked for.
        and p.owed_minor <> ${CALLED} and (p.owed_minor > 0 or d.cancel_fee_minor is null)
        and not exists (select from payments r where r.org_id = p.org_id and r.for_payment_id = p.id
                          and (r.captured_minor > 0 or r.authorized_minor > 0 and r.settled_at is null))`,
    "overpaid-kept": (now) => sql`
      select p.id::text as about ${ENDED}
      where p.way is null and p.state = 'captured' and p.disputed_minor = 0 and ${isQuiet(now)}
        and p.captured_minor - p.refund_reserved_minor - p.lost_minor > ${CALLED} + (
          select coalesce(sum(r.amount_minor), 0) from refund_requests r
          where r.org_id = p.org_id and r.payment_id = p.id and r.asked_by is null
            and (r.state = 'dropped' or r.state = 'declined' and r.decided_by is not null))
        and not exists (select from payment_ops k where k.org_id = p.org_id and k.payment_id = p.id
                          and k.state in ('pending', 'sent', 'review'))`,
    "settled-twice": () => sql`
      select payment_id::text as about from payment_ops where kind in ('capture', 'cancel')
      group by org_id, payment_id having count(*) filter (where state <> 'failed') > 1`,
    "booked-without-hold": () => sql`
      select p.id::text as about from payments p
      join deliveries d on d.org_id = p.org_id and d.order_id = p.order_id
      join orders o on o.org_id = p.org_id and o.id = p.order_id
      where p.way is null and p.purpose = 'booking'
        and (p.authorized_minor <> p.amount_minor or o.total_minor > p.authorized_minor or p.currency <> o.currency)`,
    "capture-differs": () => sql`
      select k.id::text as about from payment_ops k
      join payments p on p.org_id = k.org_id and p.id = k.payment_id
      where k.kind = 'capture' and k.state = 'done' and k.amount_minor <> p.captured_minor`,
    "refunded-twice": () => sql`
      select refund_id::text as about from payment_ops where kind = 'refund'
      group by org_id, refund_id having count(*) > 1`,
    "refunds-differ": () => sql`
      select p.id::text as about from payments p
      left join lateral (
        select coalesce(sum(r.amount_minor) filter (where r.state in ('pending', 'succeeded', 'by-bank')), 0) as given,
          coalesce(sum(r.amount_minor) filter (where r.state in
            ('waiting', 'sending', 'pending', 'succeeded', 'failed', 'by-bank')), 0) as set_aside
        from refund_requests r where r.org_id = p.org_id and r.payment_id = p.id) r on true
      where (least(r.given, p.captured_minor), least(r.set_aside, p.captured_minor))
        <> (p.refunded_minor, p.refund_reserved_minor)`,
    "confirmed-twice": () => sql`
      select order_id::text as about from deliveries
      group by org_id, order_id having count(*) > 1`,
    "hold-survives": (now) => sql`
      select p.id::text as about from payments p
      join orders o on o.org_id = p.org_id and o.id = p.order_id
      left join deliveries d on d.org_id = p.org_id and d.order_id = p.order_id
      where p.settled_at is null and p.authorized_minor > 0 and p.way is null
        and (d.state_shown in ('delivered', 'returned', 'cancelled', 'lost', 'disposed')
             or (d.id is null and o.state in ('cancelled', 'expired')))
        and ${isQuiet(now)}`,
    "operation-open": (now) => sql`
      select id::text as about from payment_ops
      where state in ('pending', 'sent') and created_at < ${toIso(now - OPEN_MS)}`,
    "hint-open": (now) => sql`
      select event_id as about from payment_news
      where done_at is null and received_at < ${toIso(now - HOUR_MS)}`,
    "snapshots-unchained": () => sql`
      select s.payment_id::text as about from payment_snapshots s
      join payments p on p.org_id = s.org_id and p.id = s.payment_id
      left join payment_snapshots b on b.org_id = s.org_id and b.payment_id = s.payment_id and b.nth = s.nth - 1
      where s.before <> coalesce(b.hash, '') or (s.nth > 1 and b.nth is null) or s.nth > p.snapshot_count
        or s.hash <> snapshot_hash(s.before, s.payment_id, s.nth, s.kind, s.ref, s.seen, s.received_at)
      union
      select p.id::text from payments p
      left join payment_snapshots l on l.org_id = p.org_id and l.payment_id = p.id and l.nth = p.snapshot_count
      where p.latest_snapshot_hash <> coalesce(l.hash, '')`,
  };

/**
 * Reads the violations of one invariant from the database alone: none of the code that writes the ledger takes
 * part.
 * @param tx as one organisation, or as the owner for all of them
 * @returns rows that break this rule, at most `limit`, of more the same ones each time; none in a sound ledger
 */
export async function breakersOf(tx: Tx, kind: Invariant, now: Instant, limit = 100): Promise<string[]> {
  if (kind === "ledger-drift") return ledgerDrift(tx, limit);
  const found = await rows(
    tx,
    sql<{ about: string }>`select about from (${RULES[kind](now)}) broken order by about limit ${limit}`,
  );
  return found.map(({ about }) => about);
}

export async function brokenInvariants(tx: Tx, now: Instant, limit = 100): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const invariant of INVARIANTS)
    broken.push(...(await breakersOf(tx, invariant, now, limit)).map((about) => ({ invariant, about })));
  return broken;
}

/**
 * Payments whose ledger does not say what their row says: always none. Counted by the database alone, apart from the
 * code that writes both.
 *
 * @param since only payments that something was booked for since then; all of them where it is not said
 * @returns the ids of the payments
 */
export async function ledgerDrift(tx: Tx, limit = 100, since?: Instant): Promise<string[]> {
  const isMeant = (payment: ReturnType<typeof sql>) =>
    since === undefined
      ? sql`true`
      : sql`${payment} in (select m.payment_id from ledger_lines m
                           where m.org_id = app_org() and m.at >= ${toIso(since)})`;
  return idsOf(
    tx,
    sql`
      with want as (
        select p.*, p.way is not null as direct, e.earned,
          round(e.earned * p.tax_minor::numeric / p.amount_minor) as tax,
          round(p.refunded_minor * p.tax_minor::numeric / p.amount_minor) as tax_back,
          case when p.way is null and p.captured_minor = 0 and not p.canceled_seen and p.state <> 'expired'
               then p.authorized_minor else 0 end as held
        from payments p
        cross join lateral (select case when p.way is not null then p.due_minor when p.purpose = 'recovery' then p.owed_minor
                                   else p.captured_minor + p.owed_minor end as earned) e
        where ${isMeant(sql`p.id`)}
      ), compared as (
        select w.org_id, w.id, a.account, a.minor from want w cross join lateral (values
          ('holds', w.held), ('held-for-senders', -w.held), ('revenue', w.tax - w.earned), ('tax', w.tax_back - w.tax),
          ('refunds', w.refunded_minor - w.tax_back), ('bank', -w.refunded_by_bank_minor),
          ('disputes', w.disputed_minor), ('losses', w.lost_minor), ('fees', w.dispute_fee_minor),
          ('writeoffs', w.written_off_minor), ('received', case when w.direct then w.captured_minor else 0 end),
          ('provider', case when w.direct then 0 else w.captured_minor end - w.refunded_minor
            + w.refunded_by_bank_minor - w.disputed_minor - w.lost_minor - w.dispute_fee_minor),
          ('receivable', case when w.direct then w.due_minor - w.captured_minor
            when w.purpose = 'recovery' then w.owed_minor - w.written_off_minor - w.captured_minor
            else w.owed_minor - w.written_off_minor end)) a (account, minor)
        union all
        select l.org_id, l.payment_id, l.account, -l.minor from ledger_lines l where ${isMeant(sql`l.payment_id`)}
      )
      select distinct id from compared group by org_id, id, account having sum(minor) <> 0
      order by id limit ${limit}`,
  );
}
