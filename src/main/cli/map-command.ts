import { join, resolve } from "node:path";
import { buildRoads } from "#engines/roads/build-file.ts";
import { mapFolderOf } from "#features/places/server/public.ts";
import type { Given } from "#main/config/read.ts";
import { lockHolder } from "#server/db/embedded-lock.ts";
import { importMap } from "#server/geo/import-map.ts";
import { UnreadableMap } from "#server/geo/osm-read.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { printSteps, tellBuild } from "./steps.ts";

/** `waybill map import FILE`: a running Waybill takes the new map over within a minute. */
export async function mapCommand(given: Given): Promise<void> {
  const [verb, file] = given.words;
  if (verb !== "import" || file === undefined)
    throw new SetupProblem('Say "waybill map import FILE" with an .osm.pbf file.');
  const steps = printSteps((line) => process.stdout.write(`${line}\n`));
  const from = resolve(process.env["INIT_CWD"] ?? process.cwd(), file);
  const { data } = given.settings;
  try {
    const finish = (folder: string) =>
      steps.run("Roads are built", () => buildRoads(folder, tellBuild(steps)));
    await steps.run("Map is imported", () => importMap(from, mapFolderOf(data), undefined, { finish }));
  } catch (error) {
    if (error instanceof UnreadableMap)
      throw new SetupProblem(
        `${from} cannot be used as a map (${error.message}): give it an .osm.pbf extract.`,
      );
    throw error;
  }
  const pid = lockHolder(join(data, "waybill.lock"));
  process.stdout.write(
    pid === undefined ? "The next start shows it.\n" : `Waybill (process ${pid}) shows it within a minute.\n`,
  );
}
