import { sql } from "kysely";
import { DAY_MS, toIso, type Instant } from "#kernel/instant.ts";
import { idsOf, rows, type Tx } from "#server/db/db.ts";
import type { News } from "../base/gateway.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

/** Longer than a provider repeats its webhooks: Stripe does for three days. */
const KEPT_MS = 30 * DAY_MS;

/** Stores webhooks; one that is about no intent is done with. @returns the intents with a new one */
export async function noteNews(
  tx: Tx,
  provider: string,
  news: readonly News[],
  now: Instant,
): Promise<string[]> {
  const added = await rows(
    tx,
    sql<{ ref: string | null }>`
      insert into payment_inbox (org_id, provider, event_id, type, ref, received_at, done_at, outcome)
      select app_org(), ${provider}, told.id, told.type, told.ref, ${toIso(now)},
        case when told.ref is null then ${toIso(now)}::timestamptz end, case when told.ref is null then 'no-intent' end
      from unnest(${news.map(({ eventId }) => eventId)}::text[], ${news.map(({ type }) => type)}::text[],
                  ${news.map(({ ref }) => ref ?? null)}::text[]) told (id, type, ref)
      on conflict (org_id, provider, event_id) do nothing returning ref`,
  );
  return [...new Set(added.flatMap(({ ref }) => (ref === null ? [] : [ref])))];
}

export const waitingNews = (tx: Tx, provider: string, ref: string): Promise<string[]> =>
  idsOf(
    tx,
    sql`select event_id as id from payment_inbox
      where org_id = app_org() and provider = ${provider} and ref = ${ref} and done_at is null`,
  );

/** Intents with an older webhook that was not followed: the process that was to do so has ended. */
export async function abandonedWebhooks(
  tx: Tx,
  provider: string,
  before: Instant,
  limit: number,
): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ ref: string }>`select ref from payment_inbox
      where org_id = app_org() and provider = ${provider} and done_at is null and received_at < ${toIso(before)}
      group by ref order by min(received_at) limit ${limit}`,
  );
  return found.map((row) => row.ref);
}

export async function closeNews(
  { tx, now }: TimedTx,
  provider: string,
  eventIds: readonly string[],
  outcome: "asked" | "foreign",
): Promise<void> {
  await sql`update payment_inbox set done_at = ${toIso(now)}, outcome = ${outcome}
            where org_id = app_org() and provider = ${provider} and event_id = any(${[...eventIds]})
              and done_at is null`.execute(tx);
}

export async function forgetNews(tx: Tx, now: Instant): Promise<void> {
  await sql`delete from payment_inbox where org_id = app_org() and done_at < ${toIso(now - KEPT_MS)}`.execute(
    tx,
  );
}
