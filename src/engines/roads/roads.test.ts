import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { town } from "#engines/town/town.ts";
import { distanceM, EARTH_RADIUS_M, type Point } from "#kernel/geo.ts";
import type { OsmData } from "#server/geo/osm.ts";
import { Dijkstra } from "#test/support/roads/dijkstra.ts";
import { mapOf, roadsOn, spot } from "#test/support/roads/streets.ts";
import { buildGraphs, profileGraph, streetMapOf } from "./build.ts";
import { metresOf, secondsOf, UNREACHABLE } from "./cost.ts";
import { partOfEdge } from "./hierarchy.ts";
import { matrixOf } from "./matrix.ts";
import { type Profile, PROFILES } from "./profiles.ts";
import { MAX_SNAP_M, type RoadGraphs, type Roads, roadsOf } from "./roads.ts";
import { benchOf, type OnRoad, search } from "./search.ts";
import { intAt } from "#kernel/typed.ts";

const street = { highway: "residential" };

let data: OsmData;
let graphs: RoadGraphs;
let roads: Roads;
beforeAll(() => {
  ({ data } = town());
  graphs = buildGraphs(data, "town");
  roads = roadsOf(graphs);
});

/** The same numbers every time. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function placesOn({ profiles }: RoadGraphs, profile: Profile, count: number): OnRoad[] {
  const { stateOf } = profiles[profile];
  const usable = [...stateOf.keys()].filter((edge) => (stateOf[edge] ?? -1) >= 0);
  const roll = dice(12);
  return Array.from({ length: count }, () => ({
    segment: (usable[Math.floor(roll() * usable.length)] ?? 0) >> 1,
    fraction: roll() < 0.1 ? Math.round(roll()) : roll(),
  }));
}

/** Pairs whose seconds, metres or single answer differ from plain Dijkstra's. */
function mismatches(map: OsmData, built: RoadGraphs, profile: Profile, side: number): number {
  const graph = built.profiles[profile];
  const places = placesOn(built, profile, side * 2);
  const [from, to] = [places.slice(0, side), places.slice(side)];
  const bench = benchOf(graph);
  const { seconds, metres } = matrixOf(graph, bench, from, to);
  const plain = new Dijkstra(profileGraph(streetMapOf(map), profile), (edge, share) =>
    partOfEdge(graph, edge, share),
  );
  let wrong = 0;
  from.forEach((start, row) => {
    const dist = plain.from(start);
    to.forEach((end, column) => {
      const cost = plain.cost(dist, start, end);
      const at = row * side + column;
      if (seconds[at] !== secondsOf(cost) || metres[at] !== metresOf(cost)) wrong += 1;
      if (column === row && search(graph, bench, start, end).cost !== cost) wrong += 1;
    });
  });
  return wrong;
}

describe("on the demo town", () => {
  test.each(PROFILES)("10,000 ways by %s are those of plain Dijkstra", (profile) => {
    expect(mismatches(data, graphs, profile, 100)).toBe(0);
  });

  const addresses = (count: number): Point[] =>
    data.ways
      .filter((way) => way.tags?.["addr:street"] !== undefined)
      .filter((_, i) => i % 37 === 0)
      .slice(0, count)
      .flatMap(({ refs }) => data.nodes.filter((node) => node.id === refs[0]));

  test("every house is reached from every other, by all", () => {
    const houses = addresses(30);
    for (const profile of PROFILES) {
      const { seconds, metres } = roads.matrix(houses, houses, profile);
      expect(seconds.includes(UNREACHABLE)).toBe(false);
      expect(metres.every((far, at) => far > 0 || at % (houses.length + 1) === 0)).toBe(true);
    }
  });

  test("a route's line is as long as it says, begins and ends at its places, and agrees with the matrix", () => {
    const houses = addresses(12);
    for (const profile of PROFILES) {
      const { seconds, metres } = roads.matrix(houses, houses, profile);
      houses.forEach((from, row) =>
        houses.forEach((to, column) => {
          const route = roads.route(from, to, profile);
          if (!("line" in route)) throw new Error(route.unreachable);
          const at = row * houses.length + column;
          expect([route.seconds, route.metres]).toEqual([seconds[at], metres[at]]);
          const points = route.line.map(([lon, lat]): Point => ({ lon, lat }));
          const long = points.reduce((sum, p, i) => sum + exactly(points[i - 1] ?? p, p), 0);
          expect(Math.abs(long - route.metres)).toBeLessThan(2 + route.metres * 0.005);
          expect(distanceM(points[0] ?? from, route.from.point)).toBeLessThan(1);
          expect(distanceM(points.at(-1) ?? to, route.to.point)).toBeLessThan(1);
        }),
      );
    }
  });

  test("on foot the way back is the way there, and no detour is quicker", () => {
    const houses = addresses(25);
    const { seconds, metres } = roads.matrix(houses, houses, "foot");
    const n = houses.length;
    const s = (from: number, to: number): number => seconds[from * n + to] ?? 0;
    for (let a = 0; a < n; a++)
      for (let b = 0; b < n; b++) {
        expect(Math.abs(s(a, b) - s(b, a))).toBeLessThanOrEqual(1);
        for (let c = 0; c < n; c++) expect(s(a, c)).toBeLessThanOrEqual(s(a, b) + s(b, c));
        expect((metres[a * n + b] ?? 0) + 2).toBeGreaterThan(straight(a, b));
      }
    function straight(a: number, b: number): number {
      const [from, to] = [a, b].map((i) => roads.nearest(houses[i] ?? spot(0, 0), "foot")?.point);
      return from && to ? distanceM(from, to) * 0.995 : 0;
    }
  });
});

/** Metres without rounding: short pieces would add their errors up. */
function exactly(a: Point, b: Point): number {
  const squeeze = Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot((b.lon - a.lon) * squeeze, b.lat - a.lat) * 111_195;
}

test("made-up towns with one-way streets, bans and barriers agree with plain Dijkstra", () => {
  const link = fc.record({
    a: fc.nat(8),
    b: fc.nat(8),
    kind: fc.constantFrom("residential", "primary", "footway", "cycleway"),
    oneway: fc.constantFrom("no", "no", "yes", "-1"),
  });
  const rule = fc.record({
    from: fc.nat(20),
    via: fc.oneof(fc.nat(8), fc.array(fc.nat(20), { minLength: 1, maxLength: 2 })),
    to: fc.nat(20),
    kind: fc.constantFrom("no_left_turn", "only_straight_on", "no_u_turn"),
  });
  fc.assert(
    fc.property(
      fc.array(link, { minLength: 8, maxLength: 24 }),
      fc.array(rule, { maxLength: 8 }),
      fc.array(fc.nat(8), { maxLength: 2 }),
      (links, rules, bollards) => {
        const nodes = Array.from(
          { length: 9 },
          (_, i): [string, [number, number, Record<string, string>]] => [
            `n${i}`,
            [
              (i % 3) * 2 + (i % 2) * 0.3,
              Math.floor(i / 3) * 2,
              bollards.includes(i) ? { barrier: "bollard" } : {},
            ],
          ],
        );
        const ways = links.map(({ a, b, kind, oneway }): [string, Record<string, string>] => [
          `n${a} n${a === b ? (b + 1) % 9 : b}`,
          { highway: kind, oneway },
        ]);
        const map = mapOf({
          nodes: Object.fromEntries(nodes),
          ways,
          rules: rules.map(({ from, via, to, kind }) => ({
            tags: { restriction: kind },
            from: [from % ways.length],
            via: typeof via === "number" ? `n${via}` : via.map((way) => way % ways.length),
            to: [to % ways.length],
          })),
        });
        const built = buildGraphs(map, "made up");
        const usable = PROFILES.filter((profile) =>
          built.profiles[profile].stateOf.some((state) => state >= 0),
        );
        expect(usable.map((profile) => mismatches(map, built, profile, 6))).toEqual(usable.map(() => 0));
      },
    ),
    { numRuns: 150 },
  );
});

describe("a place", () => {
  const plan = {
    nodes: { A: [0, 0], B: [10, 0], C: [40, 0], D: [44, 0] },
    ways: [
      ["A B", street],
      ["C D", { highway: "footway" }],
    ],
  } as const;
  test("is told by segment, share, distance and side", () => {
    const on = roadsOn(plan);
    expect(on.nearest(spot(2.5, 0.5), "car")).toMatchObject({
      segment: 0,
      side: "left",
      fraction: expect.closeTo(0.25, 5),
      metres: expect.closeTo(50, 0),
      point: { lon: expect.closeTo(spot(2.5, 0).lon, 6), lat: expect.closeTo(0, 6) },
    });
    expect(on.nearest(spot(2.5, -0.5), "car")?.side).toBe("right");
    expect(on.nearest(spot(-2, 0), "car")).toMatchObject({ fraction: 0, metres: expect.closeTo(200, 0) });
  });
  test("too far from every road of the profile is unreachable, and never 0", () => {
    const on = roadsOn(plan);
    expect(on.nearest(spot(42, 0), "car")).toBeUndefined();
    expect(on.route(spot(1, 0), spot(42, 0), "car")).toEqual({ unreachable: "to" });
    expect(on.route(spot(1, 9), spot(1, 0), "car")).toEqual({ unreachable: "from" });
    const { seconds, metres } = on.matrix([spot(1, 0), spot(42, 0)], [spot(42, 0), spot(1, 0)], "car");
    expect([...seconds]).toEqual([UNREACHABLE, 0, UNREACHABLE, UNREACHABLE]);
    expect([...metres]).toEqual([UNREACHABLE, 0, UNREACHABLE, UNREACHABLE]);
  });
  test("behind on a one-way street is reached all the way round", () => {
    const ring = roadsOn({
      nodes: { A: [0, 0], B: [5, 0], C: [5, 5], D: [0, 5] },
      ways: [["A B C D A", { ...street, oneway: "yes" }]],
    });
    expect(ring.route(spot(3, 0), spot(2, 0), "car")).toMatchObject({
      metres: expect.toSatisfy((far: number) => far > 1850 && far < 1950),
    });
  });
  test("is the nearest of all that are usable, also where the map is large", () => {
    const at = dice(5);
    const [west, south, east, north] = data.bounds;
    for (let i = 0; i < 40; i++) {
      const point = { lon: west + at() * (east - west), lat: south + at() * (north - south) };
      const least = slowNearest(graphs, "foot", point);
      const isNear = least <= MAX_SNAP_M;
      expect(roads.nearest(point, "foot")?.metres ?? Infinity).toBeCloseTo(isNear ? least : Infinity, 3);
    }
  });
});

/** Metres to the nearest piece of any usable segment, by looking at all of them. */
function slowNearest({ shapes, profiles }: RoadGraphs, profile: Profile, point: Point): number {
  const { shapeFirst, lon, lat } = shapes;
  const { stateOf } = profiles[profile];
  const segments = [...shapeFirst.keys()].slice(0, -1);
  const squeeze = Math.cos((point.lat * Math.PI) / 180);
  const at = (i: number) =>
    [(intAt(lon, i) / 1e7 - point.lon) * squeeze, intAt(lat, i) / 1e7 - point.lat] as const;
  const degrees = segments
    .filter((segment) => intAt(stateOf, segment * 2) >= 0 || intAt(stateOf, segment * 2 + 1) >= 0)
    .flatMap((segment) =>
      [...lon.subarray(intAt(shapeFirst, segment), intAt(shapeFirst, segment + 1) - 1).keys()].map((i) => {
        const [ax, ay] = at(intAt(shapeFirst, segment) + i);
        const [bx, by] = at(intAt(shapeFirst, segment) + i + 1);
        const [dx, dy] = [bx - ax, by - ay];
        const part = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
        return Math.hypot(ax + part * dx, ay + part * dy);
      }),
    );
  return Math.min(...degrees) * ((EARTH_RADIUS_M * Math.PI) / 180);
}
