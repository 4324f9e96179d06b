import { type RawBuilder, sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { first, json, type Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Context } from "#server/http/route.ts";
import type { Slots } from "../contract/api.ts";
import type { SlotPlan } from "../domain/plan.ts";

/** Version 0: nothing is limited. */
export const UNLIMITED: Slots = { version: 0, rows: [], days: [], changedAt: null, changedBy: null };

/** The newest plan as a value in a statement, or that of a version; null before the first. */
export const planJson = (version?: number): RawBuilder<Slots | null> => sql`(
  select json_build_object('version', s.version, 'rows', s.rows, 'days', s.days,
    'changedAt', ${isoText("s.changed_at")}, 'changedBy', s.changed_by_name)
  from slot_plan s
  where s.org_id = app_org()${version === undefined ? sql`` : sql` and s.version = ${version}`}
  order by s.version desc limit 1)`;

/** Whether this version is still the newest, as a value in a statement; 0 before the first. */
export const planHolds = (version: number): RawBuilder<unknown> =>
  sql`coalesce((select max(version) from slot_plan where org_id = app_org()), 0) = ${version}`;

/** The plan by which windows are sold now, or that of an earlier version. */
export async function readPlan(tx: Tx, version?: number): Promise<Slots> {
  const row = await first(tx, sql<{ plan: Slots | null }>`select ${planJson(version)} as plan`);
  return row?.plan ?? UNLIMITED;
}

/** @returns `false` where somebody else saved this version */
export async function insertPlan(
  tx: Tx,
  { actor, now }: Pick<Context, "actor" | "now">,
  { version, rows, days }: SlotPlan & { readonly version: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into slot_plan (org_id, version, rows, days, changed_at, changed_by, changed_by_name)
    values (app_org(), ${version}, ${json(rows)}, ${json(days)}, ${toIso(now)}, ${actor.userId ?? null},
      ${actor.name ?? null})
    on conflict (org_id, version) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}
