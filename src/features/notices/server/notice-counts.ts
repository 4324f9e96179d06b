import { sql } from "kysely";
import { DAY_MS, type Instant, toIso } from "#kernel/instant.ts";
import { rows, type Tx } from "#server/db/db.ts";
import { WAYS, type Way } from "../domain/notices.ts";

/** Notices that go one way; neither an address nor an answer of a gateway is among them. */
export interface NoticeCounts {
  readonly way: Way;
  /** Notices that are due or being tried, and not sent. */
  readonly due: number;
  /** When the oldest of them was due, or first tried, as an instant. */
  readonly oldest: number | null;
  /** Of the last day: those that failed, and those that may have arrived. */
  readonly failed: number;
  readonly unsure: number;
}

/** Counts the notices of each way. After a try that failed a notice is due later; it counts from its first try on. */
export async function countNotices(tx: Tx, now: Instant): Promise<NoticeCounts[]> {
  const found = await rows(
    tx,
    sql<NoticeCounts>`
      select way, (count(*) filter (where state in ('waiting', 'sending')))::int as due,
        min(coalesce(said_at, due_at)) filter (where state in ('waiting', 'sending')) as oldest,
        (count(*) filter (where state = 'failed'))::int as failed,
        (count(*) filter (where state = 'unsure'))::int as unsure
      from notice
      where org_id = app_org() and (state in ('waiting', 'sending') and (due_at <= ${toIso(now)} or said_at is not null)
        or state in ('failed', 'unsure') and ended_at > ${toIso(now - DAY_MS)})
      group by way`,
  );
  return WAYS.map(
    (way) => found.find((one) => one.way === way) ?? { way, due: 0, oldest: null, failed: 0, unsure: 0 },
  );
}
