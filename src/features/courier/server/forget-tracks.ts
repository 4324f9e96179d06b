import { sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import { rows, type Db } from "#server/db/db.ts";
import { TRACK_KEPT_MS } from "../domain/limits.ts";

/** Rows deleted at a time, so that nobody waits long for them. */
const BATCH = 10_000;

/** Deletes raw tracks older than 60 days. */
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
