import { sql } from "kysely";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { alone } from "./alone.ts";
import { KEY_TRUSTED_MS, isWaiting, lockOperation } from "./operation.ts";
import { runOperation } from "./run-operation.ts";
import type { Desk } from "./run-operation.ts";

/** A call that left within this may still be answered. */
const STILL_OUT_MS = MINUTE_MS;

/**
 * After an outage the waits between two tries have grown to an hour. So of the calls that got no answer, the one that
 * left longest ago is tried before its time; while the provider answers, the others follow at once. Keys stay the same.
 */
export async function tryAfterSilence(desk: Desk, orgId: string, limit: number): Promise<void> {
  const waiting = await desk.db.as({ orgId }, (tx) => unanswered(tx, desk.provider.id, desk.clock(), limit));
  for (const opId of waiting) {
    await alone(desk, { opId }, () => runOperation(desk, orgId, opId));
    const op = await desk.db.as({ orgId }, (tx) => lockOperation(tx, opId));
    if (!op || isWaiting(op)) return;
  }
}

/** Not those whose key may be forgotten or repeats an error: a read decides about them, at its time. */
async function unanswered(tx: Tx, provider: string, now: Instant, limit: number): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ id: string }>`
      select o.id from payment_op o join payment p on p.org_id = o.org_id and p.id = o.payment_id
      where o.org_id = app_org() and p.provider = ${provider} and o.state = 'sent' and o.next_at > ${toIso(now)}
        and o.outcome ->> 'kind' = 'unknown' and o.outcome ->> 'stored' is distinct from 'true'
        and o.first_sent_at > ${toIso(now - KEY_TRUSTED_MS)} and o.sent_at <= ${toIso(now - STILL_OUT_MS)}
      order by o.sent_at, o.id limit ${limit}`,
  );
  return found.map((row) => row.id);
}
