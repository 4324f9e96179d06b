import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { importTown } from "#engines/town/import-town.ts";
import { createArea, loadPlaces } from "#features/places/server/public.ts";
import { ensurePriceList } from "#features/quotes/server/public.ts";
import { newId } from "#server/ids.ts";
import { rows } from "#server/db/db.ts";
import type { World } from "../world.ts";

/** Opens a shop in the demo's town, with its places. @returns labels of houses, each of another street or number */
export async function openTown(world: Pick<World, "db" | "orgId" | "now">): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "waybill-town-"));
  const { town } = await importTown(folder);
  await loadPlaces(world.db, world.orgId, folder, world.now);
  await rm(folder, { recursive: true, force: true });
  return world.db.as(world, async (tx) => {
    await createArea(tx, {
      id: newId(world.now),
      name: town.name,
      timezone: "Europe/Berlin",
      polygon: town.area,
      hours: {
        weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "08:00", closes: "22:00" })),
        exceptions: [],
      },
      maxDistanceM: 12_000,
      maxMassG: 60_000,
    });
    await ensurePriceList(tx, world.now);
    const found = await rows(
      tx,
      sql<{ label: string }>`
        select street || ' ' || house_number as label from place
        where org_id = ${world.orgId} and kind = 'address' group by 1 having count(*) = 1 order by 1`,
    );
    return found.map(({ label }) => label);
  });
}
