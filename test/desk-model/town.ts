import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { loadPlaces } from "#features/places/server/public.ts";
import { type Db, json } from "#server/db/db.ts";
import { MAP_FILES } from "#server/geo/import-map.ts";
import type { PlaceRecord } from "#server/geo/places.ts";
import { START } from "./world.ts";

/** Houses of each street. */
export const HOUSES = 6;
const [WEST, SOUTH, EAST, NORTH] = [7, 51.1, 7.3, 51.3];
const RING = [
  [WEST, SOUTH],
  [EAST, SOUTH],
  [EAST, NORTH],
  [WEST, NORTH],
  [WEST, SOUTH],
];

function placesOn(street: string, lat: number): PlaceRecord[] {
  const common = { street, postcode: null, city: "Town", lat };
  const bare = { kind: "street", label: street, houseNumber: null, lon: 7.1, precision: "street" } as const;
  const houses = Array.from({ length: HOUSES }, (_, at) => {
    const number = `${at + 1}`;
    const lon = 7.1 + at / 500;
    return {
      kind: "address",
      label: `${street} ${number}`,
      houseNumber: number,
      lon,
      precision: "rooftop",
    } as const;
  });
  return [bare, ...houses].map((one) => ({ ...one, ...common }));
}

/** Writes the streets of the days' deliveries into a folder, as an imported map has them. */
export async function drawTown(folder: string): Promise<void> {
  const places = [...placesOn("Hill Road", 51.2), ...placesOn("Mill Lane", 51.21)];
  await mkdir(folder);
  await writeFile(path.join(folder, MAP_FILES.meta), JSON.stringify({ version: "days" }));
  await writeFile(path.join(folder, MAP_FILES.places), places.map((one) => JSON.stringify(one)).join("\n"));
}

/** Lets an organisation deliver in the town of a folder. */
export async function moveIntoTown(db: Db, orgId: string, folder: string): Promise<void> {
  await loadPlaces(db, orgId, folder, START);
  await db.as({ orgId }, (tx) =>
    sql`update service_area set polygon = ${json({ type: "Polygon", coordinates: [RING] })}
        where org_id = app_org()`.execute(tx),
  );
}
