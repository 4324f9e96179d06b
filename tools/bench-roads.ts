// `npm run bench:roads -- FILE.osm.pbf`: builds the roads of an extract in a process of its own, contracts them again with
// closed and slow streets, compares 20,000 ways a profile with plain Dijkstra and measures matrices. Processor time, so it
// holds on a busy machine. With `--peers` OSRM and RoutingKit are fetched from the Python registry into a folder that is
// removed again, and run beside ours. Writes the part "Roads" of docs/performance.md; with `--smoke` it prints the part.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { changedGraphs, graphUnder } from "#engines/roads/changed.ts";
import { metresOf, MS, secondsOf } from "#engines/roads/cost.ts";
import { readRoads } from "#engines/roads/file.ts";
import { lineOfSegment } from "#engines/roads/find-streets.ts";
import { type Hierarchy, partOfEdge } from "#engines/roads/hierarchy.ts";
import { matrixOf } from "#engines/roads/matrix.ts";
import { type Profile, PROFILES } from "#engines/roads/profiles.ts";
import type { RoadGraphs } from "#engines/roads/roads.ts";
import { benchOf, type OnRoad } from "#engines/roads/search.ts";
import { intAt, numAt } from "#kernel/typed.ts";
import { Dijkstra } from "#test/support/roads/dijkstra.ts";
import { keepPart } from "./bench/kept-part.ts";
import { installPeers, type Peer, type PlainGraph, runOsrm, runRoutingKit } from "./bench/road-peers.ts";
import { table } from "./spec/markdown.ts";

const SIDE = 1000;
/** Sources that are compared with Dijkstra, each to every target. */
const COMPARED = 20;
const PAGE = "docs/performance.md";
/** Processor seconds and megabytes. */
const GOALS = { buildS: 10, buildMb: 120, changeS: 3 } as const;

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

interface Measured {
  readonly row: (string | number)[];
  readonly matrixS: number;
}

async function benchProfile(graphs: RoadGraphs, profile: Profile, changed: RoadGraphs): Promise<Measured> {
  const graph = graphs.profiles[profile];
  const places = placesOn(graphs, profile, SIDE * 2);
  const [from, to] = [places.slice(0, SIDE), places.slice(SIDE)];
  const bench = benchOf(graph);
  matrixOf(graph, bench, from.slice(0, 100), to.slice(0, 100));
  const [, matrixS] = await cpuOf(() => matrixOf(graph, bench, from, to));
  const wrong = mismatches(graph, from, to);
  const wrongChanged = mismatches(changed.profiles[profile], from, to);
  const row = [profile, graph.up.first.length - 1, "", wrong, wrongChanged];
  return { row, matrixS };
}

/** Pairs that differ from plain Dijkstra; places on closed streets are left out. */
function mismatches(graph: Hierarchy, from: readonly OnRoad[], to: readonly OnRoad[]): number {
  const isOpen = ({ segment }: OnRoad): boolean =>
    intAt(graph.stateOf, segment * 2) >= 0 || intAt(graph.stateOf, segment * 2 + 1) >= 0;
  const [starts, ends] = [from.filter(isOpen).slice(0, COMPARED), to.filter(isOpen)];
  const { seconds, metres } = matrixOf(graph, benchOf(graph), starts, ends);
  const plain = new Dijkstra(graphUnder(graph), (edge, share) => partOfEdge(graph, edge, share));
  let wrong = 0;
  starts.forEach((start, row) => {
    const dist = plain.from(start);
    ends.forEach((end, column) => {
      const cost = plain.cost(dist, start, end);
      const at = row * ends.length + column;
      if (seconds[at] !== secondsOf(cost) || metres[at] !== metresOf(cost)) wrong += 1;
    });
  });
  return wrong;
}

/** Twenty closed and twenty slow segments, all over the map, for everybody. */
function changesOn(graphs: RoadGraphs) {
  const lines = (from: number) =>
    Array.from({ length: 20 }, (_, i) =>
      lineOfSegment(graphs, (from + i * 4801) % graphs.streets.classOf.length),
    );
  return {
    streets: [
      { lines: lines(11), profiles: PROFILES, slower: null },
      { lines: lines(1213), profiles: PROFILES, slower: 1.5 },
    ],
    learned: {},
  };
}

/** Our car graph as RoutingKit takes it, milliseconds as weights, and states to ask for. */
function plainGraph(graphs: RoadGraphs): PlainGraph {
  const hierarchy = graphs.profiles.car;
  const { from, to, cost, states } = graphUnder(hierarchy);
  const [lat, lon] = [new Float64Array(states), new Float64Array(states)];
  hierarchy.stateOf.forEach((state, edge) => {
    const [x, y] = lineOfSegment(graphs, edge >> 1).at(edge % 2 === 0 ? -1 : 0) ?? [0, 0];
    if (state >= 0) [lat[state], lon[state]] = [y, x];
  });
  const pick = (seed: number) => Int32Array.from({ length: SIDE }, (_, i) => (seed + i * 7919) % states);
  const weight = Int32Array.from(cost, (value) => Math.floor(value / MS));
  return { tail: from, head: to, weight, lat, lon, sources: pick(17), targets: pick(4241) };
}

/** Milliseconds of all pairs of states by our hierarchy, to hold against RoutingKit's. */
function sumOf({ up, down }: Hierarchy, { sources, targets }: PlainGraph): number {
  const bench = benchOf({ up, down } as Hierarchy);
  let sum = 0;
  const buckets = new Map<number, [number, number][]>();
  targets.forEach((target, column) => {
    bench.to.reset();
    bench.to.seed(target, 0, 0);
    bench.to.run(down, up);
    for (let i = 0; i < bench.to.settledCount; i++) {
      const state = intAt(bench.to.settled, i);
      const bucket = buckets.get(state) ?? [];
      bucket.push([column, numAt(bench.to.dist, state)]);
      buckets.set(state, bucket);
    }
  });
  for (const source of sources) {
    const row = new Float64Array(targets.length).fill(Infinity);
    bench.from.reset();
    bench.from.seed(source, 0, 0);
    bench.from.run(up, down);
    for (let i = 0; i < bench.from.settledCount; i++) {
      const state = intAt(bench.from.settled, i);
      for (const [column, cost] of buckets.get(state) ?? [])
        row[column] = Math.min(numAt(row, column), cost + numAt(bench.from.dist, state));
    }
    for (const cost of row) sum += cost === Infinity ? 0 : Math.floor(cost / MS);
  }
  return sum;
}

async function peersOf(graphs: RoadGraphs, folder: string, own: readonly [build: number, matrix: number]) {
  const { osrm, python } = installPeers(folder);
  const graph = plainGraph(graphs);
  const kit = runRoutingKit(python, folder, graph);
  const agrees = sumOf(graphs.profiles.car, graph) === kit.sum;
  const places = placesOn(graphs, "car", SIDE * 2).map(
    ({ segment }) => lineOfSegment(graphs, segment)[0] ?? ([0, 0] as const),
  );
  const routed = await runOsrm(osrm, path.resolve(file ?? ""), folder, {
    from: places.slice(0, SIDE),
    to: places.slice(SIDE),
  });
  const ratio = (value: number | undefined, ours: number): string =>
    value === undefined ? "refused" : (value / ours).toFixed(1);
  const row = ({ name, buildS, matrixS, note }: Peer) => [
    name,
    ratio(buildS, own[0]),
    ratio(matrixS, own[1]),
    note,
  ];
  return `Beside ours, car alone, one thread, processor time of ours = 1. All sums of ${SIDE}² ways over our graph ${agrees ? "equal" : "DIFFER FROM"} RoutingKit's.

${table(["engine", "build", `matrix ${SIDE}²`, ""], [row(routed), row(kit)])}`;
}

const folder = mkdtempSync(path.join(tmpdir(), "waybill-bench-roads-"));
try {
  const [target, report] = [path.join(folder, "roads.bin"), path.join(folder, "report.json")];
  execFileSync(process.execPath, [
    "--max-semi-space-size=4",
    "--import",
    "tsx",
    "tools/bench-roads-build.ts",
    file,
    target,
    report,
  ]);
  const {
    reading = 0,
    building = 0,
    before = 0,
    peak = 0,
  } = JSON.parse(readFileSync(report, "utf8")) as Record<string, number>;
  const [graphs, loading] = await cpuOf(() => readRoads(target, (version) => version === "bench"));
  if (!graphs) throw new Error("the roads that were built cannot be read");
  const changes = changesOn(graphs);
  const [changed, changing] = await cpuOf(() => changedGraphs(graphs, changes, "changed"));
  const onlyCar = {
    ...changes,
    streets: changes.streets.map((one) => ({ ...one, profiles: ["car" as const] })),
  };
  const [, changingCar] = await cpuOf(() => changedGraphs(graphs, onlyCar, "changed"));
  const measured: Measured[] = [];
  for (const profile of PROFILES) measured.push(await benchProfile(graphs, profile, changed));
  const peers = args.includes("--peers")
    ? await peersOf(graphs, folder, [reading + building, measured[0]?.matrixS ?? 1])
    : "";
  const goal = (value: number, wanted: number): string => (value / wanted).toFixed(2);
  const part = `## Roads

\`npm run bench:roads\` on ${path.basename(file)}, ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}; processor time, as ratios of this one run.
The file has ${(statSync(target).size / 1e6).toFixed(0)} MB. The process that builds has ${(peak / before).toFixed(1)} of what it has before it begins (Node and tsx). Contracting is with 20 closed and 20 slow streets.

${table(
  ["what", "of building all three profiles", "of its goal"],
  [
    ["building all three profiles", "1.00", goal(building, GOALS.buildS)],
    ["most memory of a build", "", goal(peak, GOALS.buildMb)],
    ["reading and cutting", (reading / building).toFixed(2), ""],
    ["loading", (loading / building).toFixed(3), ""],
    ["contracting again, cars", (changingCar / building).toFixed(2), goal(changingCar, GOALS.changeS)],
    ["contracting again, all three", (changing / building).toFixed(2), goal(changing, GOALS.changeS)],
  ],
)}

${table(
  [
    "profile",
    "states",
    `matrix ${SIDE}², seconds and metres, of building`,
    `other than Dijkstra, of ${COMPARED * SIDE}`,
    "the same with the changes",
  ],
  measured.map(({ row, matrixS }) => row.with(2, (matrixS / building).toFixed(3))),
)}
${peers && `\n${peers}`}`.trimEnd();
  say(part);
  if (!args.includes("--smoke")) writeFileSync(PAGE, keepPart(readFileSync(PAGE, "utf8"), "Roads", part));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
