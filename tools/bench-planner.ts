// `npm run bench:planner -- FOLDER [SECONDS]`: plans Li and Lim's instances of a folder with three seeds each and compares
// them with `best-known.json` beside them (vehicles and distance by name). Processor time, so it holds on a busy machine.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { problemOf } from "#engines/planner/build-problem.ts";
import { resultOf } from "#engines/planner/result.ts";
import { COLD, Search } from "#engines/planner/search.ts";
import { faultsOfPlan } from "#test/support/planner/check-plan.ts";
import { FIXED, liLim, SCALE } from "./bench/li-lim.ts";
import { table } from "./spec/markdown.ts";

const SEEDS = [1, 2, 3];
/** Rounding of distances to whole units lengthens a plan by up to this share. */
const EXACT = 1.0006;

const [folder, seconds = "1"] = process.argv.slice(2);
if (folder === undefined)
  throw new Error("say where the instances are: npm run bench:planner -- FOLDER [SECONDS]");
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const best: Record<string, { vehicles: number; distance: number }> = JSON.parse(
  readFileSync(path.join(folder, "best-known.json"), "utf8"),
);
const rows: (string | number)[][] = [];
let [runs, fewest, exact, worst] = [0, 0, 0, 1];
for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt"))) {
  const name = file.slice(0, -".txt".length);
  const known = best[name];
  if (!known) continue;
  const ratios: number[] = [];
  for (const seed of SEEDS) {
    const request = liLim(path.join(folder, file), seed);
    const search = new Search(problemOf(request));
    search.run({ limits: { ms: Number(seconds) * 1000 }, clock: cpuMs, temperatures: COLD });
    const plan = resultOf(search);
    const faults = faultsOfPlan(request, plan);
    if (faults.length > 0 || plan.leftOut.length > 0)
      throw new Error(`${name}, seed ${seed}: ${faults.join("; ")}`);
    const { used } = search.routes;
    const ratio = (plan.cost - used * FIXED) / SCALE / known.distance;
    ratios.push(used === known.vehicles ? ratio : Infinity);
    runs++;
    if (used <= known.vehicles) fewest++;
    if (used <= known.vehicles && ratio <= EXACT) exact++;
    if (used <= known.vehicles) worst = Math.max(worst, ratio);
  }
  rows.push([
    name,
    known.vehicles,
    ...ratios.map((ratio) => (ratio === Infinity ? "more vehicles" : ratio.toFixed(3))),
  ]);
}
say(
  table(
    ["instance", "best known vehicles", ...SEEDS.map((seed) => `distance, of best known, seed ${seed}`)],
    rows,
  ),
);
say(
  `${runs} runs of ${seconds} s: ${fewest} with the best known vehicles, ${exact} exact, worst ${worst.toFixed(3)}`,
);
