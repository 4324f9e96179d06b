// `npm run bench:roads -- FILE.osm.pbf`: builds the roads of an extract, compares 20,000 ways a profile with plain Dijkstra
// and measures matrices. Processor time, so it holds on a busy machine. Writes the part "Roads" of docs/performance.md;
// with `--smoke` it prints the part and writes nothing.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildGraphs, profileGraph } from "#engines/roads/build.ts";
import { metresOf, secondsOf } from "#engines/roads/cost.ts";
import { readRoads, writeRoads } from "#engines/roads/file.ts";
import { partOfEdge } from "#engines/roads/hierarchy.ts";
import { matrixOf } from "#engines/roads/matrix.ts";
import { networkOf } from "#engines/roads/network.ts";
import { type Profile, PROFILES } from "#engines/roads/profiles.ts";
import type { RoadGraphs } from "#engines/roads/roads.ts";
import { benchOf, type OnRoad } from "#engines/roads/search.ts";
import type { OsmData } from "#server/geo/osm.ts";
import { readOsm } from "#server/geo/osm-read.ts";
import { Dijkstra } from "#test/support/roads/dijkstra.ts";
import { keepRoads } from "./bench/roads-part.ts";
import { table } from "./spec/markdown.ts";

const SIDE = 1000;
/** Sources that are compared with Dijkstra, each to every target. */
const COMPARED = 20;
const PAGE = "docs/performance.md";

const args = process.argv.slice(2);
const file = args.find((arg) => !arg.startsWith("--"));
if (file === undefined) throw new Error("say which extract: npm run bench:roads -- FILE.osm.pbf");
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Processor seconds of some work, of all threads of this process. */
async function cpuOf<T>(work: () => T | Promise<T>): Promise<[T, number]> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1e6];
}

function placesOn({ profiles }: RoadGraphs, profile: Profile, count: number): OnRoad[] {
  const { stateOf } = profiles[profile];
  const usable = [...stateOf.keys()].filter((edge) => (stateOf[edge] ?? -1) >= 0);
  let state = 12;
  const roll = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, () => ({
    segment: (usable[Math.floor(roll() * usable.length)] ?? 0) >> 1,
    fraction: roll(),
  }));
}

async function benchProfile(
  data: OsmData,
  graphs: RoadGraphs,
  profile: Profile,
): Promise<(string | number)[]> {
  const graph = graphs.profiles[profile];
  const places = placesOn(graphs, profile, SIDE * 2);
  const [from, to] = [places.slice(0, SIDE), places.slice(SIDE)];
  const bench = benchOf(graph);
  matrixOf(graph, bench, from.slice(0, 100), to.slice(0, 100));
  const [{ seconds, metres }, cpu] = await cpuOf(() => matrixOf(graph, bench, from, to));
  const plain = new Dijkstra(profileGraph(data, networkOf(data), profile), (edge, share) =>
    partOfEdge(graph, edge, share),
  );
  let wrong = 0;
  from.slice(0, COMPARED).forEach((start, row) => {
    const dist = plain.from(start);
    to.forEach((end, column) => {
      const cost = plain.cost(dist, start, end);
      const at = row * SIDE + column;
      if (seconds[at] !== secondsOf(cost) || metres[at] !== metresOf(cost)) wrong += 1;
    });
  });
  return [profile, graph.up.first.length - 1, cpu.toFixed(2), wrong];
}

const folder = mkdtempSync(path.join(tmpdir(), "waybill-bench-roads-"));
try {
  const [data, reading] = await cpuOf(() => readOsm(file));
  const [graphs, building] = await cpuOf(() => buildGraphs(data, "bench"));
  const rss = process.memoryUsage.rss() / 1e6;
  const target = path.join(folder, "roads.bin");
  await writeRoads(target, graphs);
  const [, loading] = await cpuOf(() => readRoads(target, "bench"));
  const rows: (string | number)[][] = [];
  for (const profile of PROFILES) rows.push(await benchProfile(data, graphs, profile));
  const part = `## Roads

\`npm run bench:roads\` on ${path.basename(file)}, ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}; processor time.
Reading ${reading.toFixed(1)} s, building all three profiles ${building.toFixed(1)} s, loading ${loading.toFixed(2)} s; the file has ${(statSync(target).size / 1e6).toFixed(0)} MB, the process that builds ${rss.toFixed(0)} MB.

${table(["profile", "states", `matrix ${SIDE}², seconds and metres, s`, `other than Dijkstra, of ${COMPARED * SIDE}`], rows)}`;
  say(part);
  if (!args.includes("--smoke")) writeFileSync(PAGE, keepRoads(readFileSync(PAGE, "utf8"), part));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
