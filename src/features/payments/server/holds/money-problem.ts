import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import type { BlockingProblem } from "../../contract/payment-problems.ts";
import { WARNED_BEFORE_MS } from "../../domain/hold-watch.ts";

/** Lost money first, then money in doubt, then money that is safe for now. */
const WORST_FIRST = [
  "hold.lost",
  "capture.failed",
  "hold.expiring",
] as const satisfies readonly BlockingProblem[];

/** Payment `p`: its hold is lost, and neither paid again nor written off. */
const LOST = sql`(p.state = 'expired' and p.owed_minor > p.written_off_minor and not exists (
  select from payment r where r.org_id = p.org_id and r.for_payment_id = p.id and r.captured_minor > 0))`;

/** Payment `p`: nobody knows whether it can be taken. */
const IN_DOUBT = sql`(p.captured_minor = 0 and (p.state = 'review' or p.state = 'authorized' and exists (
  select from payment_op k
  where k.org_id = p.org_id and k.payment_id = p.id and k.kind = 'capture' and k.state in ('failed', 'review'))))`;

/** Payment `p`: its time is over, and the provider has not said yet what became of it. */
const lapsed = (now: Instant) => sql`(p.state = 'authorized' and p.capture_before < ${toIso(now)})`;

/**
 * Why the money of delivery `d` is not safe: its hold is gone, could not be taken, or ends before the work does. Half a
 * day after the promise is room enough for a late courier. By `offset 0` each reason is planned once instead of thrice.
 */
export const moneyProblem = (now: Instant) => sql`(
  select q.problem from (
    select case
        when ${LOST} or ${lapsed(now)} then 'hold.lost'
        when ${IN_DOUBT} then 'capture.failed'
        when p.state = 'authorized'
          and p.capture_before <= greatest(d.window_end + interval '12 hours', ${toIso(now + WARNED_BEFORE_MS)}) then 'hold.expiring'
      end as problem
    from payment p
    where p.org_id = d.org_id and p.order_id = d.order_id offset 0) q
  where q.problem is not null
  order by array_position(${[...WORST_FIRST]}::text[], q.problem) limit 1)`;

/**
 * Payment `p`: the cause of the doubt about its money, to tell a later doubt from one that a person has accepted.
 */
const DOUBT = sql`case p.state
  when 'review' then (select f.id from payment_finding f
    where f.org_id = p.org_id and f.payment_id = p.id and f.kind = 'payment-review'
    order by f.found_at desc, f.id desc limit 1)
  else (select k.id from payment_op k
    where k.org_id = p.org_id and k.payment_id = p.id and k.kind = 'capture' and k.state in ('failed', 'review')
    order by k.created_at desc, k.id desc limit 1) end`;

/** The problem of payment `p` that stops the work, as a finding keeps it: what it is, and what it is about. */
export const stopFacts = (now: Instant) => sql`(case
  when ${LOST} or ${lapsed(now)} then jsonb_build_object('problem', 'hold.lost', 'what', p.id)
  when ${IN_DOUBT} then jsonb_build_object('problem', 'capture.failed', 'what', ${DOUBT}) end)`;

/**
 * Payment `p` stops the work on its delivery: its money is lost or in doubt, and no person let the work go on for
 * this very problem. A surcharge stops nothing; a hold that ends soon does not either, as it is captured once the parcels
 * are with us.
 */
export const stopsWork = (now: Instant) => sql`(
  p.purpose in ('booking', 'recovery') and (${LOST} or ${IN_DOUBT} or ${lapsed(now)}) and not exists (
    select from payment_finding f
    where f.org_id = p.org_id and f.payment_id = p.id and f.resolution = 'let-through'
      and f.facts = ${stopFacts(now)}))`;

/** Delivery `d` still waits to be collected. */
export const WAITS_FOR_PICKUP = sql`d.state_shown in ('created', 'assigned', 'en_route_to_pickup', 'at_pickup')`;
