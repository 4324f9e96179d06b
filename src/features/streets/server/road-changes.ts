import { sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { rows } from "#server/db/db.ts";
import type { RoadProfile } from "#server/geo/road-distances.ts";
import type { RoadChanges, RoadClass } from "#server/geo/streets.ts";
import { changeRows } from "./change-rows.ts";

export interface LearnedRow {
  readonly profile: RoadProfile;
  readonly class: RoadClass;
  readonly factor: number;
  readonly legs: number;
}

export const learnedRows = (tx: Tx): Promise<LearnedRow[]> =>
  rows(
    tx,
    sql<LearnedRow>`select profile, class, factor, legs from learned_speed where org_id = app_org() order by profile, class`,
  );

/** All that differs from the map now, in an order of its own: the same changes always give the same roads. */
export function roadChangesNow(db: Db, orgId: string, now: Instant): Promise<RoadChanges> {
  return db.as({ orgId }, async (tx) => {
    const open = await changeRows(
      tx,
      sql`and starts_at <= ${toIso(now)} and (ends_at is null or ends_at > ${toIso(now)}) and taken_out_at is null
        order by created_at, id`,
    );
    const learned: Partial<Record<RoadProfile, Partial<Record<RoadClass, number>>>> = {};
    for (const row of await learnedRows(tx))
      (learned[row.profile] ??= {})[row.class] = Math.round(row.factor * 100) / 100;
    return {
      streets: open.map(({ lines, profiles, slower }) => ({ lines, profiles, slower })),
      learned,
    };
  });
}
