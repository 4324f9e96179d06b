import { sql } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso, type Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, type Tx } from "#server/db/db.ts";
import { organisationIds } from "#server/db/organisations.ts";
import { failpoint } from "#server/failpoint.ts";
import { addJob } from "#server/jobs/jobs.ts";
import {
  type PaymentDeps,
  type PaymentRow,
  type ProviderLists,
  NEWS_JOB,
  noteNews,
  paymentsWhere,
} from "#features/payments/server/public.ts";
import { askEach } from "../findings/ask-each.ts";
import { runPass } from "../findings/check-run.ts";

/** Events are listed a little late, and clocks differ. */
const OVERLAP_MS = HOUR_MS;
/** Stripe lists events of thirty days. */
const KEPT_MS = 29 * DAY_MS;
/** Clocks of ours and the provider's differ by less than a day: where nothing happened for longer, ours goes on. */
const QUIET_MS = DAY_MS;
const EVERY_MS = 4 * MINUTE_MS;
/** Pages that one pass reads; the next pass reads on. */
const PAGES = 20;

/** Reads the provider's own list for events without a webhook, for every organisation. */
export async function catchUpAll(deps: PaymentDeps): Promise<void> {
  for (const id of await organisationIds(deps.db)) await catchUp(deps, id);
}

export const eventsSource = ({ id, lists }: PaymentDeps["provider"]): string => `${id}/${lists.account}`;

/** As `catchUpAll`, for one organisation: what is new there is noted like a webhook, and makes us ask. */
export async function catchUp(deps: PaymentDeps, orgId: string): Promise<void> {
  const { lists } = deps.provider;
  await runPass(deps, orgId, {
    name: "events",
    source: eventsSource(deps.provider),
    everyMs: EVERY_MS,
    work: () => readEvents(deps, orgId, lists),
  });
}

/** A reading of the list, from the newest event back to `from`. */
interface Reading {
  readonly from: Instant;
  /** Until when events are read once it ends; absent before its first page. */
  readonly to?: Instant;
  /** Place behind the last page that was noted. */
  readonly after?: string;
}

/**
 * Reads some pages of the list. Each page is noted with the place behind it, and an event once: what fails is read
 * again from that place.
 *
 * @throws Refusal `payments.provider-silent`
 */
async function readEvents(deps: PaymentDeps, orgId: string, lists: ProviderLists): Promise<void> {
  let reading = await deps.db.as({ orgId }, (tx) => readingOf(tx, deps));
  for (let page = 0; reading && page < PAGES; page += 1)
    reading = await readPage(deps, orgId, lists, reading);
}

/** @returns the reading with its next place; nothing where the list has ended */
async function readPage(
  deps: PaymentDeps,
  orgId: string,
  lists: ProviderLists,
  { from, to = deps.clock() - QUIET_MS, after }: Reading,
): Promise<Reading | undefined> {
  const source = eventsSource(deps.provider);
  const page = await lists.events({ since: from - OVERLAP_MS, after });
  failpoint("list:read");
  // The provider has forgotten the place: the next pass begins at the newest.
  if (page.kind === "rejected" && after !== undefined)
    await deps.db.as({ orgId }, (tx) => closeReading(tx, source, null));
  if (page.kind !== "ok") throw new Refusal("payments.provider-silent");
  const { items, next } = page.value;
  const told = items.filter(({ ref }) => ref !== undefined);
  const reading = { from, to: Math.max(to, items[0]?.at ?? from) };
  await deps.db.as({ orgId }, async (tx) => {
    for (const ref of await noteNews(tx, deps.provider.id, told, deps.clock()))
      await addJob(tx, NEWS_JOB, { orgId, ref }, { key: `${NEWS_JOB}:${ref}` });
    if (next === undefined) await closeReading(tx, source, reading.to);
    else await keepReading(tx, source, { ...reading, after: next });
  });
  failpoint("list:noted");
  return next === undefined ? undefined : { ...reading, after: next };
}

/** Reading under way, or a new one from where the last one began; nothing before our first payment. */
async function readingOf(tx: Tx, { provider, clock }: PaymentDeps): Promise<Reading | undefined> {
  const source = eventsSource(provider);
  const kept = await first(
    tx,
    sql<{ after: string | null; from: Instant | null; to: Instant | null }>`
      select open_after as after, open_to as to,
        coalesce(open_from, read_to, (select min(created_at) from payments
          where org_id = app_org() and provider = ${provider.id})) as "from"
      from payment_pass where org_id = app_org() and name = 'events' and source = ${source}`,
  );
  if (!kept || kept.from === null) return undefined;
  await noteMissed(tx, source, { from: kept.from, listedFrom: clock() - KEPT_MS, now: clock() });
  const { from, to, after } = kept;
  return to === null || after === null ? { from } : { from, to, after };
}

/**
 * Notes that events are no longer listed. After it all payments are asked once, which brings what happened until then:
 * only where a later event has left the list too is it noted again.
 */
async function noteMissed(
  tx: Tx,
  source: string,
  { from, listedFrom, now }: Readonly<Record<"from" | "listedFrom" | "now", Instant>>,
): Promise<void> {
  if (from >= listedFrom) return;
  await sql`update payment_pass set missed_at = ${toIso(now)}
            where org_id = app_org() and name = 'events' and source = ${source}
              and (missed_at is null or missed_at < ${toIso(listedFrom)})`.execute(tx);
}

const keepReading = (tx: Tx, source: string, { from, to, after }: Required<Reading>) =>
  sql`update payment_pass set open_after = ${after}, open_from = ${toIso(from)}, open_to = ${toIso(to)}
      where org_id = app_org() and name = 'events' and source = ${source}`.execute(tx);

/** @param readTo null where the reading did not reach its end */
const closeReading = (tx: Tx, source: string, readTo: Instant | null) =>
  sql`update payment_pass set open_after = null, open_from = null, open_to = null,
        read_to = coalesce(${readTo === null ? null : toIso(readTo)}, read_to)
      where org_id = app_org() and name = 'events' and source = ${source}`.execute(tx);

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
