import * as z from "zod/mini";
import type { Point } from "#kernel/geo.ts";
import type { RoadProfile } from "#server/geo/road-distances.ts";
import { askServer } from "./ask-server.ts";
import { type Cells, inBlocks } from "./blocks.ts";
import { MAX_SNAP_M, type Unreachable } from "../roads.ts";
import { RoadFault, type RoadService } from "./service.ts";

/** Places of a table on one side: osrm-routed takes 100 × 100 unless it is told otherwise. */
const SIDE = 100;

const position = z.tuple([z.number(), z.number()]);
/** Place on the road, and metres to it. */
const waypoint = z.object({ location: position, distance: z.number().check(z.nonnegative()) });
const amount = z.number().check(z.nonnegative());

const routeAnswer = z.object({
  code: z.string(),
  waypoints: z.optional(z.array(waypoint)),
  routes: z.optional(
    z.array(
      z.object({
        duration: amount,
        distance: amount,
        geometry: z.object({ coordinates: z.array(position) }),
      }),
    ),
  ),
});
const rows = z.array(z.array(z.nullable(amount)));
const tableAnswer = z.object({
  code: z.string(),
  durations: z.optional(rows),
  distances: z.optional(rows),
  sources: z.optional(z.array(z.nullable(waypoint))),
  destinations: z.optional(z.array(z.nullable(waypoint))),
});
const nearestAnswer = z.object({ code: z.string(), waypoints: z.optional(z.array(waypoint)) });

export interface ServerSettings {
  /** Address; `{profile}` stands for car, bicycle or foot. Without it the server is asked about cars only. */
  readonly url: string;
  readonly timeoutMs: number;
}

const text = ({ lon, lat }: Point): string => `${lon.toFixed(6)},${lat.toFixed(6)}`;
const isFar = ({ distance }: { readonly distance: number }): boolean => distance > MAX_SNAP_M;

/** Asks an OSRM (osrm-routed, HTTP API version 1). One server has one profile. */
export function osrmService({ url, timeoutMs }: ServerSettings): RoadService {
  const ask = <T>(verb: string, profile: RoadProfile, rest: string, shape: z.ZodMiniType<T>): Promise<T> => {
    const base = url.replaceAll("{profile}", profile).replace(/\/+$/, "");
    return askServer(new URL(`${base}/${verb}/v1/${profile}/${rest}`), shape, { timeoutMs });
  };
  return {
    source: "osrm",
    serves: (profile) => profile === "car" || url.includes("{profile}"),
    async route(from, to, profile) {
      const rest = `${text(from)};${text(to)}?overview=full&geometries=geojson&steps=false`;
      const { code, waypoints = [], routes = [] } = await ask("route", profile, rest, routeAnswer);
      const [start, end] = waypoints;
      const none = noWay(code);
      if (none) return none;
      const [found] = routes;
      if (!start || !end || !found) throw new RoadFault("answer", "OSRM answered without a route");
      if (isFar(start) || isFar(end)) return { unreachable: isFar(start) ? "from" : "to" };
      const { duration, distance, geometry } = found;
      return { seconds: Math.ceil(duration), metres: Math.ceil(distance), line: geometry.coordinates };
    },
    matrix: (from, to, profile) =>
      inBlocks(from, to, SIDE, async (starts, ends) => {
        const places = [...starts, ...ends].map(text).join(";");
        const numbers = (count: number, first: number) =>
          Array.from({ length: count }, (_, i) => first + i).join(";");
        const sides = `sources=${numbers(starts.length, 0)}&destinations=${numbers(ends.length, starts.length)}`;
        const rest = `${places}?annotations=duration,distance&${sides}`;
        const answer = await ask("table", profile, rest, tableAnswer);
        if (noWay(answer.code)) return { seconds: [], metres: [] };
        return cellsOf(answer, starts.length, ends.length);
      }),
    async nearest(point, profile) {
      const { code, waypoints = [] } = await ask("nearest", profile, text(point), nearestAnswer);
      const [found] = waypoints;
      if (noWay(code) || !found || isFar(found)) return undefined;
      const [lon, lat] = found.location;
      return { point: { lon, lat }, metres: found.distance };
    },
  };
}

/** OSRM's word for "no way"; any other code than Ok is a fault. */
function noWay(code: string): Unreachable | undefined {
  if (code === "Ok") return undefined;
  if (code === "NoRoute" || code === "NoTable") return { unreachable: "no-way" };
  if (code === "NoSegment") return { unreachable: "from" };
  throw new RoadFault("answer", `OSRM answered ${code}`);
}

function cellsOf(answer: z.infer<typeof tableAnswer>, height: number, width: number): Cells {
  const { durations, distances, sources, destinations } = answer;
  const isWhole = [durations, distances].every(
    (table) => table?.length === height && table.every((row) => row.length === width),
  );
  if (!isWhole || !durations || !distances || sources?.length !== height || destinations?.length !== width)
    throw new RoadFault("answer", "OSRM answered with a table of another size");
  const isOff = (place: z.infer<typeof waypoint> | null | undefined): boolean => !place || isFar(place);
  const near = (table: readonly (readonly (number | null)[])[]) =>
    table.map((row, y) => row.map((cell, x) => (isOff(sources[y]) || isOff(destinations[x]) ? null : cell)));
  return { seconds: near(durations), metres: near(distances) };
}
