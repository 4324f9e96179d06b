import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { first, type Db, type Tx } from "#server/db/db.ts";
import { MAP_FILES, type MapMeta } from "#server/geo/import-map.ts";
import type { PlaceRecord } from "#server/geo/places.ts";
import { fold } from "../domain/search-text.ts";

/** Rows per statement. */
const BATCH = 2000;

/**
 * Loads the places of an imported map into the database, once per version of the map, all or nothing.
 *
 * @returns how many were loaded: 0 when this version was there already or there is no map
 */
export async function loadPlaces(db: Db, orgId: string, mapFolder: string, now: Instant): Promise<number> {
  const meta = await readFile(path.join(mapFolder, MAP_FILES.meta), "utf8").catch(() => undefined);
  if (meta === undefined) return 0;
  const { version }: MapMeta = JSON.parse(meta);
  if ((await db.as({ orgId }, (tx) => loadedVersion(tx))) === version) return 0;
  const places = await readPlaces(path.join(mapFolder, MAP_FILES.places));
  return db.as({ orgId }, async (tx) => {
    await sql`insert into map_version (org_id, version, loaded_at) values (app_org(), '', ${toIso(now)})
      on conflict (org_id) do update set loaded_at = excluded.loaded_at`.execute(tx);
    if ((await loadedVersion(tx)) === version) return 0;
    await sql`delete from place where org_id = app_org()`.execute(tx);
    for (let i = 0; i < places.length; i += BATCH) await insert(tx, places.slice(i, i + BATCH));
    await sql`update map_version set version = ${version} where org_id = app_org()`.execute(tx);
    return places.length;
  });
}

/** Whether places of an imported map were loaded. */
export const hasMap = async (tx: Tx): Promise<boolean> => !!(await loadedVersion(tx));

async function loadedVersion(tx: Tx): Promise<string | undefined> {
  const row = await first(
    tx,
    sql<{ version: string }>`select version from map_version where org_id = app_org()`,
  );
  return row?.version;
}

async function readPlaces(file: string): Promise<PlaceRecord[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  return lines.map((line): PlaceRecord => JSON.parse(line));
}

async function insert(tx: Tx, places: readonly PlaceRecord[]): Promise<void> {
  const docs = places.map((p) => fold([p.label, p.postcode, p.city].filter(Boolean).join(" ")));
  await sql`
    insert into place (org_id, kind, label, doc, street, house_number, postcode, city, lon, lat, precision)
    select app_org(), * from unnest(
      ${places.map((p) => p.kind)}::text[], ${places.map((p) => p.label)}::text[], ${docs}::text[],
      ${places.map((p) => p.street)}::text[], ${places.map((p) => p.houseNumber)}::text[],
      ${places.map((p) => p.postcode)}::text[], ${places.map((p) => p.city)}::text[],
      ${places.map((p) => p.lon)}::float8[], ${places.map((p) => p.lat)}::float8[], ${places.map((p) => p.precision)}::text[])`.execute(
    tx,
  );
}
