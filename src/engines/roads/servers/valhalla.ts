import * as z from "zod/mini";
import type { Point } from "#kernel/geo.ts";
import type { RoadProfile } from "#server/geo/road-distances.ts";
import { askServer } from "./ask-server.ts";
import { type Cells, inBlocks } from "./blocks.ts";
import type { ServerSettings } from "./osrm.ts";
import { MAX_SNAP_M, type Unreachable } from "../roads.ts";
import { RoadFault, type RoadService } from "./service.ts";

/** Places of a matrix on one side: Valhalla takes 2,500 pairs unless it is told otherwise. */
const SIDE = 50;

const COSTING: Readonly<Record<RoadProfile, string>> = {
  car: "auto",
  bicycle: "bicycle",
  foot: "pedestrian",
};

/** Errors that mean "no way": no edge near a place, none that joins, too far apart on foot. */
const NO_EDGE = 171;
const NO_WAY = new Set([154, 170, 442]);

const amount = z.number().check(z.nonnegative());
const failed = z.object({ error_code: z.optional(z.number()) });
const routeAnswer = z.extend(failed, {
  trip: z.optional(
    z.object({
      summary: z.object({ time: amount, length: amount }),
      legs: z.array(z.object({ shape: z.string() })),
    }),
  ),
});
const rows = z.array(z.array(z.nullable(amount)));
const matrixAnswer = z.extend(failed, {
  sources_to_targets: z.optional(z.object({ durations: rows, distances: rows })),
});
const located = z.object({
  edges: z.nullable(
    z.array(
      z.object({
        correlated_lat: z.number(),
        correlated_lon: z.number(),
      }),
    ),
  ),
});
const locateAnswer = z.union([z.array(located), failed]);

const place = ({ lon, lat }: Point) => ({ lon, lat, search_cutoff: MAX_SNAP_M, radius: 0 });

/** Asks a Valhalla (HTTP API of version 3). One server has every profile. */
export function valhallaService({ url, timeoutMs }: ServerSettings): RoadService {
  const ask = <T>(verb: string, shape: z.ZodMiniType<T>, body: object): Promise<T> =>
    askServer(new URL(`${url.replace(/\/+$/, "")}/${verb}`), shape, { timeoutMs, body });
  const locate = async (points: readonly Point[], profile: RoadProfile) => {
    const body = { locations: points.map(place), costing: COSTING[profile], verbose: false };
    const answer = await ask("locate", locateAnswer, body);
    if (!Array.isArray(answer)) {
      if (answer.error_code === NO_EDGE) return points.map(() => undefined);
      throw new RoadFault("answer", `Valhalla answered ${answer.error_code ?? "in another shape"}`);
    }
    if (answer.length !== points.length) throw new RoadFault("answer", "Valhalla located other places");
    return answer.map(({ edges }, i) => nearestOf(edges ?? [], points[i]));
  };
  return {
    source: "valhalla",
    serves: () => true,
    async route(from, to, profile) {
      const answer = await ask("route", routeAnswer, {
        locations: [from, to].map(place),
        costing: COSTING[profile],
        directions_type: "none",
        units: "kilometers",
      });
      if (answer.error_code === NO_EDGE) {
        const [start] = await locate([from], profile);
        return { unreachable: start ? "to" : "from" };
      }
      const none = noWay(answer.error_code);
      if (none) return none;
      const [leg] = answer.trip?.legs ?? [];
      if (!answer.trip || !leg) throw new RoadFault("answer", "Valhalla answered without a route");
      const { time, length } = answer.trip.summary;
      return { seconds: Math.ceil(time), metres: Math.ceil(length * 1000), line: polyline6(leg.shape) };
    },
    async matrix(from, to, profile) {
      const on = await locate([...from, ...to], profile);
      const near = (points: readonly Point[], first: number) =>
        points.map((point, i) => (on[first + i] ? point : undefined));
      return inBlocks(near(from, 0), near(to, from.length), SIDE, async (starts, ends) => {
        const [sources, targets] = [starts.filter(isThere), ends.filter(isThere)];
        if (sources.length === 0 || targets.length === 0) return { seconds: [], metres: [] };
        const answer = await ask("sources_to_targets", matrixAnswer, {
          sources: sources.map(place),
          targets: targets.map(place),
          costing: COSTING[profile],
          units: "kilometers",
          verbose: false,
        });
        if (noWay(answer.error_code)) return { seconds: [], metres: [] };
        return cellsOf(answer.sources_to_targets, starts, ends);
      });
    },
    async nearest(point, profile) {
      const [found] = await locate([point], profile);
      return found;
    },
  };
}

const isThere = (point: Point | undefined): point is Point => point !== undefined;

function noWay(code: number | undefined): Unreachable | undefined {
  if (code === undefined) return undefined;
  if (NO_WAY.has(code)) return { unreachable: "no-way" };
  throw new RoadFault("answer", `Valhalla answered with error ${code}`);
}

interface CorrelatedEdge {
  readonly correlated_lat: number;
  readonly correlated_lon: number;
}

function nearestOf(edges: readonly CorrelatedEdge[], asked: Point | undefined) {
  const [edge] = edges;
  if (!edge || !asked) return undefined;
  const point = { lon: edge.correlated_lon, lat: edge.correlated_lat };
  const metres = exactMetres(asked, point);
  return metres > MAX_SNAP_M ? undefined : { point, metres };
}

function exactMetres(a: Point, b: Point): number {
  const squeeze = Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot((b.lon - a.lon) * squeeze, b.lat - a.lat) * 111_195;
}

type Found = z.infer<typeof matrixAnswer>["sources_to_targets"];

/** Lays the cells of the places that were asked about into all places; the others stay empty. */
function cellsOf(
  found: Found,
  starts: readonly (Point | undefined)[],
  ends: readonly (Point | undefined)[],
): Cells {
  const [height, width] = [starts.filter(isThere).length, ends.filter(isThere).length];
  const isWhole = (table: Cells["seconds"]): boolean =>
    table.length === height && table.every((row) => row.length === width);
  if (!found || !isWhole(found.durations) || !isWhole(found.distances))
    throw new RoadFault("answer", "Valhalla answered with a matrix of another size");
  const spread = (table: Cells["seconds"], scale: number) => {
    const next = table.values();
    return starts.map((start) => {
      const row = start ? (next.next().value ?? []) : [];
      const cell = row.values();
      return ends.map((end) => {
        const value = start && end ? (cell.next().value ?? null) : null;
        return value === null ? null : value * scale;
      });
    });
  };
  return { seconds: spread(found.durations, 1), metres: spread(found.distances, 1000) };
}

/** Decodes Valhalla's lines: differences of degrees · 10⁶ in groups of five bits. */
export function polyline6(text: string): [lon: number, lat: number][] {
  const line: [number, number][] = [];
  let [at, lat, lon] = [0, 0, 0];
  const next = (): number => {
    let [value, shift, byte] = [0, 0, 0x20];
    while (byte >= 0x20 && at < text.length) {
      byte = text.charCodeAt(at++) - 63;
      value |= (byte & 0x1f) << shift;
      shift += 5;
    }
    return (value & 1) === 1 ? ~(value >> 1) : value >> 1;
  };
  while (at < text.length) {
    lat += next();
    lon += next();
    line.push([lon / 1e6, lat / 1e6]);
  }
  return line;
}
