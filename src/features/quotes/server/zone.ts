import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { areaZone } from "#features/places/server/public.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";

/** The time zone in which days begin, as a value in a statement. */
export const zoneText = sql<string>`coalesce(${areaZone}, (select timezone from organization where id = app_org()), 'UTC')`;

/** Zones as they were read last, by organisation. */
const kept = new Map<string, string>();
/** There is one organisation for each carrier: few. */
const MOST = 1_000;

/** The time zone in which days begin: the area's, or the organisation's while there is no area. */
export async function zoneOf(tx: Tx, orgId: string): Promise<string> {
  const row = await first(tx, sql<{ zone: string }>`select ${zoneText} as zone`);
  if (!row) throw new Error("a zone is always one row");
  if (kept.size >= MOST) kept.clear();
  kept.set(orgId, row.zone);
  return row.zone;
}

/** The zone that this process read last. It may have changed since: what is read by it needs `zoneHolds`. */
export const knownZone = (orgId: string): string | undefined => kept.get(orgId);

/** Whether days still begin in this zone, as a value in the statement that reads by it. */
export const zoneHolds = (zone: string): RawBuilder<boolean> => sql`${zoneText} = ${zone}`;
