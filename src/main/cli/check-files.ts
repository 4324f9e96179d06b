import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { hasPictures, pictureFolder } from "#features/deliveries/server/public.ts";
import { hasMap, mapFolderOf } from "#features/places/server/public.ts";
import type { Db } from "#server/db/db.ts";
import { MAP_FILES } from "#server/geo/import-map.ts";
import { SetupProblem } from "#server/setup-problem.ts";

/**
 * Checks that files which the database leans on are there. A folder that is missing is mostly a disk that was not
 * mounted or a backup without it: going on would write new files where they are not looked for later.
 *
 * @throws SetupProblem naming what is missing, with the cure
 */
export async function checkFiles(
  db: Db,
  carrier: { readonly id: string; readonly demo: boolean },
  dataFolder: string,
): Promise<void> {
  const pictures = pictureFolder(dataFolder);
  if (!existsSync(pictures) && (await db.as({ orgId: carrier.id }, (tx) => hasPictures(tx))))
    throw new SetupProblem(
      `${pictures} with the pictures of proofs is missing: put it back from your backup, or make an empty folder of that name to go on without them.`,
    );
  // The demo's town is built again.
  if (carrier.demo) return;
  const map = mapFolderOf(dataFolder);
  const missing = Object.values(MAP_FILES).filter((file) => !existsSync(join(map, file)));
  if (missing.length === 0 || (existsSync(map) && readdirSync(map).length === 0)) return;
  if (!existsSync(map) && !(await db.as({ orgId: carrier.id }, (tx) => hasMap(tx)))) return;
  throw new SetupProblem(
    `The map in ${map} lacks ${missing.join(", ")}: put it back from your backup, import it again with "waybill map import FILE", or leave an empty folder of that name to go on without a map.`,
  );
}
