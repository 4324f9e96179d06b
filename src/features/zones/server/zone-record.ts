import { type RawBuilder, sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { first, json, rows, type Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Context } from "#server/http/route.ts";
import type { Zone, Zones } from "../contract/api.ts";

export type StoredZones = Omit<Zones, "uses">;

/** The newest zones as a value in a statement, or those of a version; null before the first. */
export const zonesJson = (version?: number): RawBuilder<StoredZones | null> => sql`(
  select json_build_object('version', z.version, 'changedAt', ${isoText("z.changed_at")},
    'changedBy', z.changed_by_name, 'zones', z.zones)
  from price_zones z where z.org_id = app_org()${version === undefined ? sql`` : sql` and z.version = ${version}`}
  order by z.version desc limit 1)`;

/** Whether this version is still the newest, as a value in a statement; 0 before the first. */
export const zonesHold = (version: number): RawBuilder<boolean> =>
  sql`coalesce((select max(version) from price_zones where org_id = app_org()), 0) = ${version}`;

/** Zones before the first were drawn. */
export const NONE: StoredZones = { version: 0, changedAt: null, changedBy: null, zones: [] };

export async function readStored(tx: Tx): Promise<StoredZones> {
  const row = await first(tx, sql<{ zones: StoredZones | null }>`select ${zonesJson()} as zones`);
  return row?.zones ?? NONE;
}

/**
 * The version since which places lie in the same zones: later ones renamed or recoloured some. 0 where places have been in
 * no zone ever since.
 */
export async function zonesHeldSince(tx: Tx): Promise<number> {
  const row = await first(
    tx,
    sql<{ version: number }>`
      select coalesce(max(version), 0) as version from (
        select version, held, lag(held, 1, '[]') over (order by version) as before from (
          select z.version, (
            select coalesce(jsonb_agg(one - 'name' - 'colour' order by place), '[]')
            from jsonb_array_elements(z.zones) with ordinality as o (one, place)) as held
          from price_zones z where z.org_id = app_org()) h) b
      where held <> before`,
  );
  return row?.version ?? 0;
}

/** Codes of the zones of every version; version 0 has none. */
export async function zoneCodes(tx: Tx): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const found = await rows(
    tx,
    sql<{ version: number; codes: string[] }>`
      select version, jsonb_path_query_array(zones, '$[*].code') as codes from price_zones where org_id = app_org()`,
  );
  return new Map([
    [NONE.version, new Set<string>()],
    ...found.map(({ version, codes }) => [version, new Set(codes)] as const),
  ]);
}

/** @returns `false` where somebody else saved this version */
export async function insertZones(
  tx: Tx,
  { actor, now }: Pick<Context, "actor" | "now">,
  { version, zones }: { readonly version: number; readonly zones: readonly Zone[] },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into price_zones (org_id, version, zones, changed_at, changed_by, changed_by_name)
    values (app_org(), ${version}, ${json(zones)}, ${toIso(now)}, ${actor.userId ?? null}, ${actor.name ?? null})
    on conflict (org_id, version) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}
