import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { problemOf } from "#engines/planner/build-problem.ts";
import { resultOf } from "#engines/planner/result.ts";
import { COLD, Search } from "#engines/planner/search.ts";
import { mapFolderOf } from "#features/places/server/public.ts";
import type { Given } from "#main/config/read.ts";
import { PlanFile } from "#features/planning/contract/own-plan.ts";
import { answerOf, jobOf, PlanFault } from "#features/planning/server/public.ts";
import { requestOf } from "#main/planning/plan-work.ts";
import { roadServerOf } from "#main/config/road-server.ts";
import { travelOn } from "#main/planning/travel.ts";
import { SetupProblem } from "#server/setup-problem.ts";

/** `waybill plan FILE`: plans the orders of a JSON file and prints the plan as JSON. */
export async function planCommand(given: Given): Promise<void> {
  const [name] = given.words;
  if (name === undefined)
    throw new SetupProblem('Say "waybill plan FILE" with a JSON file (docs/planning.md).');
  const file = parsed(await textOf(resolve(process.env["INIT_CWD"] ?? process.cwd(), name)), name);
  const travel = await travelOn({
    mapFolder: mapFolderOf(given.settings.data),
    server: roadServerOf(given.settings),
  })();
  const { job, from } = (() => {
    try {
      return jobOf(file);
    } catch (error) {
      if (error instanceof PlanFault) throw new SetupProblem(`${name}: ${error.message}.`);
      throw error;
    }
  })();
  const search = new Search(problemOf(await requestOf(job, travel)));
  search.run({ limits: { ms: file.seconds * 1000 }, clock: () => performance.now(), temperatures: COLD });
  const answer = { travel: travel.source, ...answerOf(resultOf(search), from) };
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
