import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadPlaces, mapFolderOf } from "#features/places/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import { MAP_FILES } from "#server/geo/import-map.ts";
import { importTown } from "#engines/town/import-town.ts";
import type { Log } from "#server/http/app.ts";
import type { Steps } from "./cli/steps.ts";
import { needsSeed } from "./demo/seed-state.ts";

export interface DemoParts {
  readonly db: Db;
  readonly orgId: string;
  readonly dataFolder: string;
  readonly now: Instant;
  readonly log: Log;
  readonly steps: Steps;
}

/** Makes the demo town and its deliveries where they are missing. Safe to repeat: what is there stays. */
export async function seedDemo(parts: DemoParts): Promise<void> {
  const { db, orgId, dataFolder, now, steps } = parts;
  const folder = mapFolderOf(dataFolder);
  if (!Object.values(MAP_FILES).every((file) => existsSync(join(folder, file))))
    await steps.run("Demo town is built", () => importTown(folder));
  await loadPlaces(db, orgId, folder, now);
  if (!(await needsSeed(db, orgId))) return;
  const { seedDeliveries } = await import("./demo/seed.ts");
  await steps.run("Demo deliveries are made", () => seedDeliveries(parts));
}
