import { type RawBuilder, sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { first, json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Context } from "#server/http/route.ts";
import { type ServiceLevels, writableLevel } from "../../contract/levels.ts";
import { DEFAULT_LEVELS, type LevelTerms } from "../../domain/service-levels.ts";

/** Version 0: nobody of the organisation changed the levels yet. */
export const UNCHANGED: ServiceLevels = {
  version: 0,
  levels: DEFAULT_LEVELS.map(writableLevel),
  changedAt: null,
  changedBy: null,
};

/** The newest levels as a value in a statement, or those of this version; null while they are unchanged. */
export const levelsJson = (version?: number): RawBuilder<ServiceLevels | null> => sql`(
  select json_build_object('version', l.version, 'levels', l.levels, 'changedAt', ${isoText("l.changed_at")},
    'changedBy', l.changed_by_name)
  from service_levels l
  where l.org_id = app_org()${version === undefined ? sql`` : sql` and l.version = ${version}`}
  order by l.version desc limit 1)`;

/** Whether these levels are still the newest, as a value in a statement. */
export const levelsHold = (version: number): RawBuilder<unknown> =>
  sql`coalesce((select max(version) from service_levels where org_id = app_org()), 0) = ${version}`;

/** Levels that are sold by now, or those of an earlier version. */
export async function readLevels(tx: Tx, version?: number): Promise<ServiceLevels> {
  if (version === UNCHANGED.version) return UNCHANGED;
  const row = await first(tx, sql<{ found: ServiceLevels | null }>`select ${levelsJson(version)} as found`);
  return row?.found ?? UNCHANGED;
}

/** The same; whoever would change them too waits for the end of the transaction. */
export async function lockLevels(tx: Tx, orgId: string): Promise<ServiceLevels> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`service levels ${orgId}`}, 0))`.execute(tx);
  return readLevels(tx);
}

export async function insertLevels(
  tx: Tx,
  { actor, now }: Pick<Context, "actor" | "now">,
  { version, levels }: { readonly version: number; readonly levels: readonly LevelTerms[] },
): Promise<void> {
  await sql`
    insert into service_levels (org_id, version, levels, changed_at, changed_by, changed_by_name)
    values (app_org(), ${version}, ${json(levels)}, ${toIso(now)}, ${actor.userId ?? null},
      ${actor.name ?? null})`.execute(tx);
}
