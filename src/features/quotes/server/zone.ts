import { sql } from "kysely";
import { areaOf } from "#features/places/server/public.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";

/** The time zone in which days begin: the area's, or the organisation's while there is no area. */
export async function zoneOf(tx: Tx, orgId: string): Promise<string> {
  const area = await areaOf(tx, orgId);
  if (area) return area.timezone;
  const row = await first(
    tx,
    sql<{ timezone: string }>`select timezone from organization where id = ${orgId}`,
  );
  return row?.timezone ?? "UTC";
}
