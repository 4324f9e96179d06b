// `npm run bench:planner -- FOLDER... [--seconds 1] [--only lr104,lr209] [--seeds 3] [--peers] [--roads FILE.osm.pbf]
// [--cases shops,hub,large] [--days 5] [--results FILE] [--write]`: plans Li and Lim's instances of folders with
// `best-known.json` beside them (vehicles and distance by name), and generated days on the roads of an extract. `--peers`
// installs VROOM, OR-Tools, vrp-cli and commiv from PyPI into the folder for the work and gives each the same processor
// time; results are kept one a line in `--results`, so that a bench that is broken off goes on; `--write` puts the tables
// into docs/performance.md.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { problemOf } from "#engines/planner/build-problem.ts";
import { resultOf } from "#engines/planner/result.ts";
import { COLD, Search } from "#engines/planner/search.ts";
import type { PlanRequest } from "#kernel/plan-request.ts";
import { keepPart } from "./bench/kept-part.ts";
import { liLim, SCALE } from "./bench/li-lim.ts";
import { judge, judgeOwn } from "./bench/planner/judge.ts";
import { type Peer, PeerBench, PEERS, versionOf } from "./bench/planner/peers.ts";
import { OURS, plannerPart } from "./bench/planner/report.ts";
import { type RoadCase, roadDay, roadsOfExtract } from "./bench/planner/road-cases.ts";
import { type Run, Runs } from "./bench/planner/runs.ts";

const PAGE = "docs/performance.md";
/** Porto, the extract that the days were made for. */
const CENTRE = { lon: -8.62, lat: 41.16 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "1" },
    only: { type: "string" },
    seeds: { type: "string", default: "3" },
    peers: { type: "boolean", default: false },
    roads: { type: "string" },
    cases: { type: "string", default: "shops,hub" },
    days: { type: "string", default: "5" },
    work: { type: "string", default: path.join(tmpdir(), "waybill-bench") },
    results: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);
const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => at + 1);
const only = values.only?.split(",");
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** A case to solve: its request by seed, and how long a way is in its own unit. */
interface Case {
  readonly group: string;
  readonly name: string;
  readonly request: (seed: number) => PlanRequest;
  readonly unit: number;
  readonly best?: Run["best"];
  readonly peers: readonly Peer[];
}

const SHAPES: Readonly<Record<string, Omit<RoadCase, "seed"> & { readonly title: string }>> = {
  shops: { title: "Shops: 300 orders, 5 shops, 20 couriers", orders: 300, couriers: 20, shops: 5 },
  hub: { title: "Hub: 200 orders, 14 couriers", orders: 200, couriers: 14, shops: 1 },
  large: { title: "Large: 1,000 orders, 12 shops, 60 couriers", orders: 1000, couriers: 60, shops: 12 },
};

mkdirSync(values.work, { recursive: true });
const runs = new Runs(values.results ?? path.join(values.work, `runs-${process.pid}.jsonl`));
const peers = values.peers ? new PeerBench(values.work) : undefined;
for (const one of await casesOf()) {
  for (const seed of seeds) solveOurs(one, seed);
  for (const peer of peers ? one.peers : []) solvePeer(one, peer);
}
const page = plannerPart(runs.list, {
  where: `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}`,
  peers: [...new Set(runs.list.map(({ solver }) => solver))].filter((solver) => solver !== OURS),
});
say(page);
if (values.write) writeFileSync(PAGE, keepPart(readFileSync(PAGE, "utf8"), "Planner", page));

async function casesOf(): Promise<Case[]> {
  const academic = positionals.flatMap((folder) => instancesOf(folder));
  if (values.roads === undefined) return academic;
  const roads = await roadsOfExtract(values.roads, values.work);
  const days = Array.from({ length: Number(values.days) }, (_, at) => at + 1);
  const generated = values.cases.split(",").flatMap((kind) => {
    const shape = SHAPES[kind];
    if (!shape) throw new Error(`there is no case ${kind}`);
    return days.map((day): Case => {
      const request = roadDay(roads, CENTRE, { ...shape, seed: day });
      return {
        group: `${shape.title}; ${seconds} s`,
        name: `day ${day}`,
        request: (seed) => ({ ...request, seed }),
        unit: 1,
        peers: PEERS.filter((peer) => peer !== "commiv"),
      };
    });
  });
  return [...academic, ...generated];
}

function instancesOf(folder: string): Case[] {
  const best: Record<string, NonNullable<Run["best"]>> = JSON.parse(
    readFileSync(path.join(folder, "best-known.json"), "utf8"),
  );
  return readdirSync(folder).flatMap((file): Case[] => {
    const name = file.replace(/\.txt$/, "");
    const known = best[name];
    if (!known || !file.endsWith(".txt") || (only && !only.includes(name))) return [];
    const request = liLim(path.join(folder, file), 1);
    return [
      {
        group: `Li and Lim, ${Math.round(request.orders.length / 50) * 100 || request.orders.length * 2} tasks; ${seconds} s`,
        name,
        request: (seed) => ({ ...request, seed }),
        unit: SCALE,
        best: known,
        peers: PEERS,
      },
    ];
  });
}

function solveOurs({ group, name, request, unit, best }: Case, seed: number): void {
  const key = { group, name, solver: OURS, seed, seconds };
  if (runs.has(key)) return;
  const asked = request(seed);
  const from = cpuMs();
  const search = new Search(problemOf(asked));
  search.run({ limits: { ms: seconds * 1000 - (cpuMs() - from) }, clock: cpuMs, temperatures: COLD });
  const cpu = (cpuMs() - from) / 1000;
  const verdict = judgeOwn(asked, resultOf(search));
  note({ ...key, cpu, ...verdict, way: verdict.seconds / unit, ...(best && { best }), seconds });
}

function solvePeer({ group, name, request, unit, best }: Case, peer: Peer): void {
  const key = { group, name, solver: versionOf(peer), seed: 1, seconds };
  if (runs.has(key)) return;
  const asked = request(1);
  const answer = peers?.solve(peer, asked, { seconds, seed: 1 }) ?? "not asked";
  if (typeof answer === "string") {
    const none = { left: asked.orders.length, used: 0, way: 0, cpu: 0 };
    note({ ...key, ...none, faults: [answer], ...(best && { best }) });
    return;
  }
  const verdict = judge(asked, answer.routes);
  note({ ...key, cpu: answer.cpu, ...verdict, way: verdict.seconds / unit, ...(best && { best }), seconds });
}

function note(run: Run): void {
  runs.add(run);
  const { group, name, solver, seed, used, left, way, faults, cpu } = run;
  say(
    `${group}, ${name}, ${solver}, seed ${seed}: ${used} couriers, ${left} left out, ${way.toFixed(2)}, ${cpu.toFixed(2)} s ${faults.join("; ")}`,
  );
}
