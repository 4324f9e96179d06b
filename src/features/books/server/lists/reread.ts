import { sql } from "kysely";
import { DAY_MS, toIso, type Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { paymentsWhere, type PaymentDeps, type PaymentRow } from "#features/payments/server/public.ts";
import { eventsSource } from "./catch-up.ts";
import { askEach } from "../findings/ask-each.ts";

/** Payments that one pass reads again; the rest waits an hour. */
const BATCH = 100;
/** A refund comes back within some weeks. */
const REFUNDS_MS = 120 * DAY_MS;
/** A card holder may dispute, and a dispute may be opened again, for some months. */
const DISPUTES_MS = 180 * DAY_MS;
const AGAIN_MS = 7 * DAY_MS;

/**
 * Reads again, slowly, captured payments that no list of events covers any more: those with a refund or a dispute
 * of the last months, and after a silence longer than the provider's list all of them, once.
 */
export async function rereadTaken(deps: PaymentDeps, orgId: string): Promise<void> {
  const { db, provider, clock } = deps;
  await askEach(deps, orgId, await db.as({ orgId }, (tx) => toReread(tx, provider, clock())));
}

const toReread = (tx: Tx, provider: PaymentDeps["provider"], now: Instant): Promise<PaymentRow[]> =>
  paymentsWhere(
    tx,
    sql`p.provider = ${provider.id} and p.captured_minor > 0 and p.provider_ref is not null
        and p.id in (
          select w.id from payments w join (
              select payment_id as id from refund_requests
              where org_id = app_org() and asked_at > ${toIso(now - REFUNDS_MS)}
                and state in ('sending', 'pending', 'succeeded')
              union
              select payment_id from disputes
              where org_id = app_org() and opened_at > ${toIso(now - DISPUTES_MS)}) touched on touched.id = w.id
          where w.org_id = app_org() and coalesce(w.asked_at, w.settled_at, w.created_at) < ${toIso(now - AGAIN_MS)}
          union
          select w.id from payments w join payment_pass c on c.org_id = w.org_id
          where w.org_id = app_org() and c.name = 'events' and c.source = ${eventsSource(provider)}
            and c.missed_at is not null
            and w.created_at between ${toIso(now - DISPUTES_MS)} and c.missed_at
            and (w.asked_at is null or w.asked_at < c.missed_at))
        order by p.asked_at nulls first, p.created_at limit ${BATCH}`,
  );
