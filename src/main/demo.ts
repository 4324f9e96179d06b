import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadPlaces, mapFolderOf } from "#features/places/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import { MAP_FILES } from "#server/geo/import-map.ts";
import type { RoadDistances } from "#server/geo/road-distances.ts";
import { ROADS_SOURCE } from "#server/geo/road-extract.ts";
import { buildRoads } from "#engines/roads/build-file.ts";
import { importTown } from "#engines/town/import-town.ts";
import type { Log } from "#server/http/app.ts";
import type { Steps } from "./cli/steps.ts";
import { needsSeed } from "./demo/seed-state.ts";

interface TownParts {
  readonly db: Db;
  readonly orgId: string;
  readonly dataFolder: string;
  readonly now: Instant;
  readonly steps: Steps;
}

export interface DemoParts extends TownParts {
  readonly log: Log;
  readonly roads: RoadDistances;
}

/** Makes the demo town where it is missing. Safe to repeat: what is there stays. */
export async function buildTown({ db, orgId, dataFolder, now, steps }: TownParts): Promise<void> {
  const folder = mapFolderOf(dataFolder);
  if (![...Object.values(MAP_FILES), ROADS_SOURCE].every((file) => existsSync(join(folder, file))))
    await steps.run("Demo town is built", () => importTown(folder, undefined, { finish: buildRoads }));
  await loadPlaces(db, orgId, folder, now);
}

/** Makes the deliveries of the demo where they are missing. */
export async function seedDemo(parts: DemoParts): Promise<void> {
  if (!(await needsSeed(parts.db, parts.orgId))) return;
  const { seedDeliveries } = await import("./demo/seed.ts");
  await parts.steps.run("Demo deliveries are made", () => seedDeliveries(parts));
}
