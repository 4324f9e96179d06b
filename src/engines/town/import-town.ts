import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { importMap, type ImportOptions, type ImportProgress, type MapMeta } from "#server/geo/import-map.ts";
import { osmPbf } from "#server/geo/osm-write.ts";
import { town, TOWN_SEED, type Town } from "./town.ts";

/**
 * Builds the demo town and imports it the way a real extract is imported: through an `.osm.pbf` file.
 * It shows no credit, since no OpenStreetMap data is in it.
 */
export async function importTown(
  targetFolder: string,
  progress?: ImportProgress,
  options: Pick<ImportOptions, "signal" | "finish"> & { readonly seed?: number } = {},
): Promise<{ readonly meta: MapMeta; readonly town: Town }> {
  const built = town(options.seed ?? TOWN_SEED);
  const folder = await mkdtemp(path.join(tmpdir(), "waybill-town-"));
  try {
    const file = path.join(folder, "town.osm.pbf");
    await writeFile(file, osmPbf(built.data));
    const { signal, finish } = options;
    const meta = await importMap(file, targetFolder, progress, {
      name: built.name,
      attribution: null,
      ...(signal && { signal }),
      ...(finish && { finish }),
    });
    return { meta, town: built };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
