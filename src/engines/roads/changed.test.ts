import { beforeAll, describe, expect, test } from "vitest";
import { town } from "#engines/town/town.ts";
import { intAt } from "#kernel/typed.ts";
import { Dijkstra } from "#test/support/roads/dijkstra.ts";
import { mapOf, spot } from "#test/support/roads/streets.ts";
import { buildGraphs } from "./build.ts";
import { changedGraphs, graphUnder } from "./changed.ts";
import type { RoadChanges } from "#server/geo/streets.ts";
import { metresOf, secondsOf } from "./cost.ts";
import { findStreets } from "./find-streets.ts";
import { partOfEdge } from "./hierarchy.ts";
import { matrixOf } from "./matrix.ts";
import { type Profile, PROFILES } from "./profiles.ts";
import { type RoadGraphs, roadsOf } from "./roads.ts";
import { benchOf, type OnRoad } from "./search.ts";
import { segmentsAlong } from "./segments-along.ts";
import { streetsOf } from "./streets.ts";

const street = (name: string) => ({ highway: "residential", name });

/** Two parallel streets of 900 m, 200 m apart, joined at both ends, and one that crosses them in the middle. */
const GRID = mapOf({
  nodes: { A: [0, 0], M: [4, 0], B: [9, 0], C: [9, 2], N: [4, 2], D: [0, 2], S: [4, -3] },
  ways: [
    ["A M B", street("Kanalstraße")],
    ["D N C", { highway: "primary", name: "Rua do Canal" }],
    ["A D", street("West")],
    ["B C", street("East")],
    ["S M N", street("Querweg")],
  ],
});

let graphs: RoadGraphs;
beforeAll(() => {
  graphs = buildGraphs(GRID, "map");
});

const lines = (text: string) => findStreets(graphs, text, 5).flatMap((found) => found.lines);
const withStreets = (...streets: RoadChanges["streets"]) =>
  changedGraphs(graphs, { streets, learned: {} }, "changed");

describe("streets of the map", () => {
  test("are found by a part of their name, whatever the accents, those that begin with it first", () => {
    expect(findStreets(graphs, "canal", 5).map(({ name }) => name)).toEqual(["Rua do Canal"]);
    expect(findStreets(graphs, "kanalstrasse", 5)).toEqual([]);
    expect(findStreets(graphs, "KANAL", 5)).toMatchObject([
      { name: "Kanalstraße", metres: expect.closeTo(900, -1) },
    ]);
    expect(findStreets(graphs, " ", 5)).toEqual([]);
  });
  test("of one name in two quarters are two", () => {
    const far = mapOf({
      nodes: { A: [0, 0], B: [3, 0], C: [30, 0], D: [33, 0] },
      ways: [
        ["A B", street("Schulweg")],
        ["C D", street("Schulweg")],
        ["B C", { highway: "primary" }],
      ],
    });
    expect(findStreets(buildGraphs(far, "far"), "schul", 5)).toHaveLength(2);
  });
  test("are cut at their corners between two places", () => {
    const found = streetsOf(graphs, roadsOf(graphs)).stretch(spot(5, 0.1), spot(8, -0.1));
    expect(found).toMatchObject({ name: "Kanalstraße", metres: expect.closeTo(500, -1) });
  });
  test("along a line are those that run with it, and none that cross it", () => {
    const found = segmentsAlong(graphs, lines("Kanal"));
    const names = found.map((segment) => graphs.streets.names[intAt(graphs.streets.nameOf, segment)]);
    expect(names).toEqual(["Kanalstraße", "Kanalstraße"]);
  });
});

describe("a closed street", () => {
  test("is driven round by those it is closed for, who are not set down on it either", () => {
    const closed = roadsOf(withStreets({ lines: lines("Kanal"), profiles: ["car"], slower: null }));
    const [from, to] = [spot(0, 1), spot(9, 1)];
    const usual = roadsOf(graphs).route(from, to, "car");
    const now = closed.route(from, to, "car");
    if (!("line" in usual) || !("line" in now)) throw new Error("no way");
    expect(now.line.every(([, lat]) => lat > spot(0, 0.9).lat)).toBe(true);
    expect(closed.route(from, to, "bicycle")).toEqual(roadsOf(graphs).route(from, to, "bicycle"));
    expect(closed.nearest(spot(6, 0.2), "car")?.point.lat).toBeCloseTo(spot(0, 2).lat, 6);
  });
  test("makes a dead end, out of which the way leads back", () => {
    const [, ...rest] = findStreets(graphs, "Kanal", 1)[0]?.lines ?? [];
    const closed = roadsOf(withStreets({ lines: rest, profiles: ["car"], slower: null }));
    expect(closed.way(spot(3.6, -0.1), spot(0, 1), "car")).toHaveProperty("metres");
    const only = withStreets(
      { lines: rest, profiles: ["car"], slower: null },
      { lines: lines("Quer"), profiles: ["car"], slower: null },
    );
    const there = roadsOf(only).way(spot(0, 1), spot(3.6, -0.1), "car");
    const back = roadsOf(only).way(spot(3.6, -0.1), spot(0, 1), "car");
    if (!("metres" in there) || !("metres" in back)) throw new Error("no way");
    expect(Math.abs(there.metres - back.metres)).toBeLessThan(100);
  });
  test("that leaves no way is said as no way, never 0", () => {
    const shut = roadsOf(
      withStreets({
        lines: [...lines("West"), ...lines("East"), ...lines("Quer")],
        profiles: ["car"],
        slower: null,
      }),
    );
    expect(shut.route(spot(1, 0), spot(1, 2), "car")).toEqual({ unreachable: "no-way" });
  });
});

test("a slow street and learned speeds take as much longer as they say", () => {
  const way = (built: RoadGraphs) => roadsOf(built).way(spot(5, 0), spot(8, 0), "car");
  const usual = way(graphs);
  if (!("seconds" in usual)) throw new Error("no way");
  const slow = way(withStreets({ lines: lines("Kanal"), profiles: ["car"], slower: 1.5 }));
  expect(slow).toMatchObject({ seconds: expect.closeTo(usual.seconds * 1.5, -1), metres: usual.metres });
  const learned = changedGraphs(graphs, { streets: [], learned: { car: { side: 0.8 } } }, "learned");
  expect(way(learned)).toMatchObject({ seconds: expect.closeTo(usual.seconds * 0.8, -1) });
  expect(learned.profiles.foot).toBe(graphs.profiles.foot);
});

describe("on the demo town with a tenth of its streets closed and others slow", () => {
  let changed: RoadGraphs;
  beforeAll(() => {
    graphs = buildGraphs(town().data, "town");
    const segments = graphs.streets.classOf.length;
    const pick = (every: number, from: number) =>
      Array.from({ length: Math.floor(segments / every) }, (_, i) => i * every + from).map((segment) => {
        const { shapeFirst, lon, lat } = graphs.shapes;
        const line: [number, number][] = [];
        for (let at = intAt(shapeFirst, segment); at < intAt(shapeFirst, segment + 1); at++)
          line.push([intAt(lon, at) / 1e7, intAt(lat, at) / 1e7]);
        return line;
      });
    const changes: RoadChanges = {
      streets: [
        { lines: pick(10, 0), profiles: PROFILES, slower: null },
        { lines: pick(7, 3), profiles: ["car", "foot"], slower: 2.5 },
      ],
      learned: { car: { main: 1.3 }, bicycle: { side: 0.9 } },
    };
    changed = changedGraphs(graphs, changes, "changed");
  });
  test.each(PROFILES)("10,000 ways by %s are those of plain Dijkstra", (profile) => {
    expect(mismatches(changed, profile, 100)).toBe(0);
  });
});

function mismatches(built: RoadGraphs, profile: Profile, side: number): number {
  const graph = built.profiles[profile];
  const usable = [...graph.stateOf.keys()].filter((edge) => (graph.stateOf[edge] ?? -1) >= 0);
  const place = (i: number): OnRoad => ({
    segment: (usable[(i * 7919) % usable.length] ?? 0) >> 1,
    fraction: (i * 0.618_033_988_7) % 1,
  });
  const from = Array.from({ length: side }, (_, i) => place(i + 1));
  const to = Array.from({ length: side }, (_, i) => place(side + i * 3));
  const { seconds, metres } = matrixOf(graph, benchOf(graph), from, to);
  const plain = new Dijkstra(graphUnder(graph), (edge, share) => partOfEdge(graph, edge, share));
  let wrong = 0;
  from.forEach((start, row) => {
    const dist = plain.from(start);
    to.forEach((end, column) => {
      const cost = plain.cost(dist, start, end);
      const at = row * side + column;
      if (seconds[at] !== secondsOf(cost) || metres[at] !== metresOf(cost)) wrong += 1;
    });
  });
  return wrong;
}
