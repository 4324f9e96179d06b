import { sql } from "kysely";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { News } from "./gateway.ts";

/** Longer than a provider repeats what it told: Stripe does for three days. */
const KEPT_MS = 30 * DAY_MS;

/** Notes what was told. @returns false when it was noted before */
export async function noteNews(tx: Tx, provider: string, news: News, now: Instant): Promise<boolean> {
  const isAbout = news.ref !== undefined;
  const added = await rows(
    tx,
    sql`insert into payment_inbox (org_id, provider, event_id, type, ref, received_at, done_at, outcome)
        values (app_org(), ${provider}, ${news.eventId}, ${news.type}, ${news.ref ?? null}, ${toIso(now)},
                ${isAbout ? null : toIso(now)}, ${isAbout ? null : "no-intent"})
        on conflict (org_id, provider, event_id) do nothing returning event_id`,
  );
  return added.length > 0;
}

/** Notes what the provider lists, as far as it is about an intent. @returns the intents of which something was new */
export async function noteAllNews(
  tx: Tx,
  provider: string,
  news: readonly News[],
  now: Instant,
): Promise<string[]> {
  const about = news.filter(({ ref }) => ref !== undefined);
  const added = await rows(
    tx,
    sql<{ ref: string }>`
      insert into payment_inbox (org_id, provider, event_id, type, ref, received_at)
      select app_org(), ${provider}, told.id, told.type, told.ref, ${toIso(now)}
      from unnest(${about.map(({ eventId }) => eventId)}::text[], ${about.map(({ type }) => type)}::text[],
                  ${about.map(({ ref }) => ref)}::text[]) told (id, type, ref)
      on conflict (org_id, provider, event_id) do nothing returning ref`,
  );
  return [...new Set(added.map(({ ref }) => ref))];
}

/** What was told of this intent and not yet followed. */
export async function waitingNews(tx: Tx, provider: string, ref: string): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ event_id: string }>`select event_id from payment_inbox
      where org_id = app_org() and provider = ${provider} and ref = ${ref} and done_at is null`,
  );
  return found.map((row) => row.event_id);
}

/** Intents of which something was told before, and nobody followed it: the process that was to do so has ended. */
export async function leftNews(tx: Tx, provider: string, before: Instant, limit: number): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ ref: string }>`select ref from payment_inbox
      where org_id = app_org() and provider = ${provider} and done_at is null and received_at < ${toIso(before)}
      group by ref order by min(received_at) limit ${limit}`,
  );
  return found.map((row) => row.ref);
}

export async function closeNews(
  tx: Tx,
  provider: string,
  eventIds: readonly string[],
  outcome: "asked" | "foreign",
  now: Instant,
): Promise<void> {
  await sql`update payment_inbox set done_at = ${toIso(now)}, outcome = ${outcome}
            where org_id = app_org() and provider = ${provider} and event_id = any(${[...eventIds]})
              and done_at is null`.execute(tx);
}

/** Forgets what was followed long ago. */
export async function forgetNews(tx: Tx, now: Instant): Promise<void> {
  await sql`delete from payment_inbox where org_id = app_org() and done_at < ${toIso(now - KEPT_MS)}`.execute(
    tx,
  );
}
