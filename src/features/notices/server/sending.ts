import { sql } from "kysely";
import { DAY_MS, type Instant, toIso } from "#kernel/instant.ts";
import { rows, type Tx } from "#server/db/db.ts";
import { WAYS, type Way } from "../domain/notices.ts";

/** How the sending of messages goes, for one way; it names neither an address nor an answer of a gateway. */
export interface Sending {
  readonly way: Way;
  /** Messages that are due and not sent. */
  readonly due: number;
  /** When the oldest of them was due, as an instant. */
  readonly oldest: number | null;
  /** Of the last day: those that failed, and those of which nobody knows whether they arrived. */
  readonly failed: number;
  readonly unsure: number;
}

/** Counts the messages of each way. */
export async function readSending(tx: Tx, now: Instant): Promise<Sending[]> {
  const found = await rows(
    tx,
    sql<Sending>`
      select way, (count(*) filter (where state in ('waiting', 'sending')))::int as due,
        min(due_at) filter (where state in ('waiting', 'sending')) as oldest,
        (count(*) filter (where state = 'failed'))::int as failed,
        (count(*) filter (where state = 'unsure'))::int as unsure
      from notice
      where org_id = app_org() and (state in ('waiting', 'sending') and due_at <= ${toIso(now)}
        or state in ('failed', 'unsure') and ended_at > ${toIso(now - DAY_MS)})
      group by way`,
  );
  return WAYS.map(
    (way) => found.find((one) => one.way === way) ?? { way, due: 0, oldest: null, failed: 0, unsure: 0 },
  );
}
