import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { problemOf } from "#engines/planner/build-problem.ts";
import { resultOf } from "#engines/planner/result.ts";
import { COLD, Search } from "#engines/planner/search.ts";
import { builtRoads, roadsVersion } from "#engines/roads/build-file.ts";
import { roadsOf } from "#engines/roads/roads.ts";
import { mapFolderOf } from "#features/places/server/public.ts";
import { distanceM } from "#kernel/geo.ts";
import type { Given } from "#main/config/read.ts";
import { answerOf, PlanFault, PlanFile, requestOf, type TravelBetween } from "#main/plan-file.ts";
import type { RoadProfile } from "#server/geo/road-distances.ts";
import { SetupProblem } from "#server/setup-problem.ts";

/** Metres a second where no map covers the way, and how much longer than the straight line it is taken for. */
const SPEED: Readonly<Record<RoadProfile, number>> = { car: 7, bicycle: 4.2, foot: 1.3 };
const DETOUR = 1.4;

/** `waybill plan FILE`: plans the orders of a JSON file and prints the plan as JSON. */
export async function planCommand(given: Given): Promise<void> {
  const [name] = given.words;
  if (name === undefined)
    throw new SetupProblem('Say "waybill plan FILE" with a JSON file (docs/planning.md).');
  const file = parsed(await textOf(resolve(process.env["INIT_CWD"] ?? process.cwd(), name)), name);
  const [travelBetween, source] = await travelOf(mapFolderOf(given.settings.data));
  const { request, from } = (() => {
    try {
      return requestOf(file, travelBetween);
    } catch (error) {
      if (error instanceof PlanFault) throw new SetupProblem(`${name}: ${error.message}.`);
      throw error;
    }
  })();
  const search = new Search(problemOf(request));
  search.run({ limits: { ms: file.seconds * 1000 }, clock: () => performance.now(), temperatures: COLD });
  const answer = { travel: source, ...answerOf(resultOf(search), from) };
  process.stdout.write(`${JSON.stringify(answer, undefined, 2)}\n`);
}

async function textOf(path: string): Promise<string> {
  return await readFile(path, "utf8").catch((error: unknown) => {
    throw new SetupProblem(`${path} cannot be read (${String(error)}).`);
  });
}

function parsed(text: string, name: string): PlanFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new SetupProblem(`${name} is not JSON (${String(error)}).`);
  }
  const read = PlanFile.safeParse(json);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw new SetupProblem(
    `${name}: ${first?.path.join(".") || "the file"}: ${first?.message ?? "cannot be read"}.`,
  );
}

/** Travel on the roads of the imported map; straight lines made longer where there is none. */
async function travelOf(mapFolder: string): Promise<readonly [TravelBetween, "roads" | "estimated"]> {
  const version = await roadsVersion(mapFolder);
  const graphs = version === undefined ? undefined : await builtRoads(mapFolder, version);
  if (graphs) {
    const roads = roadsOf(graphs);
    return [(places, profile) => roads.matrix(places, places, profile), "roads"];
  }
  return [
    (places, profile) => {
      const metres = Int32Array.from({ length: places.length ** 2 }, (_, at) => {
        const [start, end] = [places[Math.floor(at / places.length)], places[at % places.length]];
        return start && end ? Math.ceil(distanceM(start, end) * DETOUR) : 0;
      });
      return { metres, seconds: metres.map((metre) => Math.ceil(metre / SPEED[profile])) };
    },
    "estimated",
  ];
}
