import { sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import { rows, type Db, type Tx } from "#server/db/db.ts";
import { TRACK_KEPT_MS } from "../domain/limits.ts";

/** Rows deleted at a time, so that nobody waits long for them. */
const BATCH = 10_000;

/** Deletes raw tracks older than 60 days, whatever period an organisation set. */
export async function forgetTracks(db: Db, now: Instant): Promise<void> {
  const before = toIso(now - TRACK_KEPT_MS);
  for (let deleted = BATCH; deleted === BATCH;) {
    deleted = (
      await db.owner((tx) =>
        rows(
          tx,
          sql`delete from position_track where ctid = any (array(
                select ctid from position_track where at < ${before} limit ${BATCH})) returning 1`,
        ),
      )
    ).length;
  }
}

/** Counts raw tracks of the transaction's organisation that are older, up to so many. */
export async function countTracks(tx: Tx, before: Instant, most: number): Promise<number> {
  return (
    await rows(
      tx,
      sql`select 1 from position_track where org_id = app_org() and at < ${toIso(before)} limit ${most}`,
    )
  ).length;
}

/** Deletes at most so many of them. @returns how many it deleted */
export async function deleteTracks(tx: Tx, before: Instant, most: number): Promise<number> {
  return (
    await rows(
      tx,
      sql`delete from position_track where ctid = any (array(
            select ctid from position_track where org_id = app_org() and at < ${toIso(before)} limit ${most}))
          returning 1`,
    )
  ).length;
}
