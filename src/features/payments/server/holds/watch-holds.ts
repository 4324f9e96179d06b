import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import { WARNED_BEFORE_MS, holdAct } from "../../domain/hold-watch.ts";
import { noteFinding, type NewFinding } from "../base/finding-row.ts";
import type { PaymentDeps } from "../base/payment-deps.ts";
import { WAITS_FOR_PICKUP, stopFacts, stopsWork } from "./money-problem.ts";

interface EndingHold {
  readonly id: string;
  readonly captureBefore: Instant;
  readonly isCollected: boolean;
  readonly isWarned: boolean;
}

export interface DueHold {
  readonly id: string;
  readonly act: "take" | "look";
}

/** Whether there is anything for `watchHolds` to see: asked every minute, and nearly always not so. */
export async function isHoldToWatch(tx: Tx, provider: string, now: Instant): Promise<boolean> {
  const found = await first(
    tx,
    sql<{ isSo: boolean }>`
      select exists (select from payment where org_id = app_org() and provider = ${provider} and settled_at is null
                       and state = 'authorized' and capture_before <= ${toIso(now + WARNED_BEFORE_MS)})
        or exists (select from payment p join deliveries d on d.org_id = p.org_id and d.order_id = p.order_id
                   where p.org_id = app_org() and p.provider = ${provider} and p.state in ('review', 'expired')
                     and ${WAITS_FOR_PICKUP})
        or exists (select from payment_finding where org_id = app_org() and resolved_at is null
                     and kind in ('hold-expiring', 'work-stopped')) as "isSo"`,
  );
  return found?.isSo === true;
}

/**
 * Checks the holds that end soon: the office is warned of each, and of the work that stops for want of money;
 * findings that are over are closed.
 * @returns holds with an act due, those that end first at the beginning
 */
export const watchHolds = (deps: PaymentDeps, orgId: string, limit: number): Promise<DueHold[]> =>
  deps.db.as({ orgId }, async (tx) => {
    const now = deps.clock();
    await closeOver(tx, now);
    const ending = await endingHolds(tx, deps.provider.id, now, limit);
    for (const hold of ending) if (!hold.isWarned && hold.captureBefore > now) await warn(tx, now, hold);
    for (const stop of await stopping(tx, deps.provider.id, now, limit)) await noteStop(tx, now, stop);
    return ending.flatMap((hold) => {
      const act = holdAct(hold, now);
      return act === "take" || act === "look" ? [{ id: hold.id, act }] : [];
    });
  });

const endingHolds = (tx: Tx, provider: string, now: Instant, limit: number): Promise<EndingHold[]> =>
  rows(
    tx,
    sql<EndingHold>`
      select p.id, p.capture_before as "captureBefore",
        coalesce(d.custody in ('courier', 'hub') and d.closed_as is null, false) as "isCollected",
        exists (select from payment_finding f where f.org_id = p.org_id and f.kind = 'hold-expiring'
                  and f.about = p.id::text and f.resolved_at is null) as "isWarned"
      from payment p left join deliveries d on d.org_id = p.org_id and d.order_id = p.order_id
      where p.org_id = app_org() and p.provider = ${provider} and p.settled_at is null and p.state = 'authorized'
        and p.capture_before <= ${toIso(now + WARNED_BEFORE_MS)}
      order by p.capture_before limit ${limit}`,
  );

const warn = (tx: Tx, now: Instant, { id, captureBefore }: EndingHold): Promise<void> =>
  noteFinding(tx, now, {
    kind: "hold-expiring",
    paymentId: id,
    facts: { captureBefore: toIso(captureBefore) },
  });

interface Stop {
  readonly id: string;
  /** The problem that stops it: whoever lets the work go on does so for this one. */
  readonly facts: NewFinding["facts"];
}

const noteStop = (tx: Tx, now: Instant, { id, facts }: Stop): Promise<void> =>
  noteFinding(tx, now, { kind: "work-stopped", paymentId: id, facts });

/** Payments whose work stops, and of whose problem the office does not know yet. */
const stopping = (tx: Tx, provider: string, now: Instant, limit: number): Promise<Stop[]> =>
  rows(
    tx,
    sql<Stop>`
      select p.id, ${stopFacts(now)} as facts from payment p join deliveries d on d.org_id = p.org_id and d.order_id = p.order_id
      where p.org_id = app_org() and p.provider = ${provider} and p.state in ('expired', 'review', 'authorized')
        and ${stopsWork(now)} and ${WAITS_FOR_PICKUP}
        and not exists (select from payment_finding f where f.org_id = p.org_id and f.kind = 'work-stopped'
                          and f.about = p.id::text and f.resolved_at is null
                          and f.facts = ${stopFacts(now)})
      order by p.created_at limit ${limit}`,
  );

/** Closes warnings of holds that were captured, released or lost meanwhile, and of work that goes on or is over. */
async function closeOver(tx: Tx, now: Instant): Promise<void> {
  await sql`
    update payment_finding f set resolved_at = ${toIso(now)}, resolution = 'gone'
    where f.org_id = app_org() and f.resolved_at is null and f.kind in ('hold-expiring', 'work-stopped')
      and not exists (
        select from payment p join deliveries d on d.org_id = p.org_id and d.order_id = p.order_id
        where p.org_id = f.org_id and p.id = f.payment_id and case f.kind
          when 'hold-expiring' then p.state = 'authorized' and p.capture_before <= ${toIso(now + WARNED_BEFORE_MS)}
          else ${stopsWork(now)} and ${WAITS_FOR_PICKUP} end)`.execute(tx);
}
