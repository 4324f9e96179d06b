import { sql } from "kysely";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { standingOf } from "./after-capture.ts";
import { lockIntent } from "./books.ts";
import { REFUND_WAYS } from "./cards.ts";
import { KEY_KEPT_MS } from "./carry.ts";
import { forgetEvents } from "./endpoints.ts";
import { lapse } from "./intent.ts";
import { takeStep } from "./step.ts";

const EVENTS_KEPT_MS = 30 * DAY_MS;
const BATCH = 500;
const FAILING = Object.keys(REFUND_WAYS).filter((last4) => REFUND_WAYS[last4] === "fails-later");

/** Advances the bank by time: holds lapse, refunds arrive or fail, disputes end, keys are deleted. */
export async function advanceClock(db: Db, clock: () => Instant): Promise<void> {
  const now = clock() + (await db.owner((tx) => aheadMs(tx)));
  const due = await db.owner((tx) => lapsing(tx, now));
  for (const id of due)
    await db.owner(async (tx) => {
      const intent = await lockIntent(tx, id);
      if (intent) await takeStep(tx, intent, lapse(intent, now), now);
    });
  for (const id of await db.owner((tx) => ripening(tx, now))) await db.owner((tx) => standingOf(tx, id, now));
  await db.owner(async (tx) => {
    await sql`delete from sandbox_bank.answered where created_at <= ${toIso(now - KEY_KEPT_MS)}`.execute(tx);
    await forgetEvents(tx, now - EVENTS_KEPT_MS);
  });
}

/** Sets the bank's clock forward, and carries out what is then due. @returns how far it is ahead now */
export async function advance(db: Db, clock: () => Instant, byMs: number): Promise<number> {
  await db.owner((tx) => sql`update sandbox_bank.clock set ahead_ms = ahead_ms + ${byMs}`.execute(tx));
  await advanceClock(db, clock);
  return db.owner((tx) => aheadMs(tx));
}

async function aheadMs(tx: Tx): Promise<number> {
  const row = await first(tx, sql<{ ms: number }>`select ahead_ms as ms from sandbox_bank.clock`);
  return row?.ms ?? 0;
}

const lapsing = async (tx: Tx, now: Instant): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{ id: string }>`select id from sandbox_bank.intent
        where status = 'requires_capture' and capture_before <= ${toIso(now)} order by seq limit ${BATCH}`,
    )
  ).map(({ id }) => id);

/** Intents with a refund that is under way or may still come back, or with a dispute whose time is over. */
const ripening = async (tx: Tx, now: Instant): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{ id: string }>`
        select r.intent_id as id from sandbox_bank.refund r join sandbox_bank.intent i on i.id = r.intent_id
        where r.status = 'pending' or (r.status = 'succeeded' and i.card_last4 = any(${FAILING}))
        union
        select intent_id from sandbox_bank.dispute
        where status in ('inquiry', 'open') and evidence_due <= ${toIso(now)}
        limit ${BATCH}`,
    )
  ).map(({ id }) => id);
