import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { UNREACHABLE } from "#engines/roads/cost.ts";
import type { Roads } from "#engines/roads/roads.ts";
import type { Point } from "#kernel/geo.ts";
import type { RoadProfile } from "#server/geo/road-distances.ts";

/** A server with the face of a routing server. It was held against osrm-routed 26.10 and valhalla_service 3.9.1. */
export interface StandIn {
  readonly url: string;
  close(): Promise<void>;
}

type Answer = { readonly status: number; readonly body: unknown };

/** Serves answers on a loopback port of its own. */
export async function serve(answer: (request: IncomingMessage, body: string) => Answer): Promise<StandIn> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const { status, body: said } = answer(request, body);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof said === "string" ? said : JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${portOf(server)}`, close: () => closed(server) };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

const ok = (body: unknown): Answer => ({ status: 200, body });
const bad = (body: unknown): Answer => ({ status: 400, body });

/** OSRM snaps to the nearest road however far it is, and says how far. */
export const osrmStandIn = (roads: Roads): Promise<StandIn> =>
  serve(({ url = "" }) => {
    const { pathname, searchParams } = new URL(url, "http://osrm");
    const [, verb = "", , profile = "car", rest = ""] = pathname.split("/");
    const points = rest.split(";").map((text): Point => {
      const [lon = 0, lat = 0] = text.split(",").map(Number);
      return { lon, lat };
    });
    const asked: OsrmAsked = { roads, profile: profile as RoadProfile, points };
    if (verb === "nearest")
      return ok({ code: "Ok", waypoints: points.map((point) => waypointOf(asked, point)) });
    return verb === "table" ? osrmTable(asked, searchParams) : osrmRoute(asked);
  });

interface OsrmAsked {
  readonly roads: Roads;
  readonly profile: RoadProfile;
  readonly points: readonly Point[];
}

function waypointOf({ roads, profile, points }: OsrmAsked, point: Point) {
  const found = roads.nearest(point, profile);
  const { lon, lat } = found?.point ?? points[0] ?? point;
  return { hint: "", name: "", location: [lon, lat], distance: found?.metres ?? 114_072.5 };
}

function osrmTable(asked: OsrmAsked, query: URLSearchParams): Answer {
  const placesOf = (name: string): Point[] =>
    (query.get(name) ?? "").split(";").map((at) => asked.points[Number(at)] ?? { lon: 0, lat: 0 });
  const [from, to] = [placesOf("sources"), placesOf("destinations")];
  if (from.length * to.length > 10_000) return bad({ code: "TooBig", message: "" });
  const matrix = asked.roads.matrix(from, to, asked.profile);
  const rows = (list: Int32Array) =>
    from.map((_, y) =>
      to.map((__, x) => {
        const cell = list[y * to.length + x] ?? 0;
        return cell === UNREACHABLE ? 0 : cell;
      }),
    );
  return ok({
    code: "Ok",
    durations: rows(matrix.seconds),
    distances: rows(matrix.metres),
    sources: from.map((point) => waypointOf(asked, point)),
    destinations: to.map((point) => waypointOf(asked, point)),
  });
}

function osrmRoute(asked: OsrmAsked): Answer {
  const [start, end] = asked.points;
  if (!start || !end) return bad({ code: "InvalidQuery", message: "" });
  const route = asked.roads.route(start, end, asked.profile);
  if (!("line" in route) && route.unreachable === "no-way") return bad({ code: "NoRoute", message: "" });
  const { seconds, metres, line } =
    "line" in route ? route : { seconds: 0, metres: 0, line: [[start.lon, start.lat]] };
  return ok({
    code: "Ok",
    waypoints: [start, end].map((point) => waypointOf(asked, point)),
    routes: [{ duration: seconds, distance: metres, geometry: { type: "LineString", coordinates: line } }],
  });
}

interface ValhallaBody {
  readonly locations?: readonly Point[];
  readonly sources?: readonly Point[];
  readonly targets?: readonly Point[];
  readonly costing: string;
}
const PROFILE: Readonly<Record<string, RoadProfile>> = {
  auto: "car",
  bicycle: "bicycle",
  pedestrian: "foot",
};
const failed = (code: number) =>
  bad({ error_code: code, error: "", status_code: 400, status: "Bad Request" });

/** Valhalla refuses a place without an edge near it, and a matrix with one as a whole. */
export const valhallaStandIn = (roads: Roads): Promise<StandIn> =>
  serve(({ url = "" }, text) => {
    const body = JSON.parse(text) as ValhallaBody;
    if (url === "/locate") return valhallaLocate(roads, body);
    return url === "/route" ? valhallaRoute(roads, body) : valhallaMatrix(roads, body);
  });

const profileIn = ({ costing }: ValhallaBody): RoadProfile => PROFILE[costing] ?? "car";

const valhallaLocate = (roads: Roads, body: ValhallaBody): Answer =>
  ok(
    (body.locations ?? []).map((point) => {
      const found = roads.nearest(point, profileIn(body));
      const edge = found && { correlated_lat: found.point.lat, correlated_lon: found.point.lon };
      return { input_lat: point.lat, input_lon: point.lon, edges: edge ? [edge] : null };
    }),
  );

function valhallaRoute(roads: Roads, body: ValhallaBody): Answer {
  const [start, end] = body.locations ?? [];
  if (!start || !end) return failed(110);
  const route = roads.route(start, end, profileIn(body));
  if (!("line" in route)) return failed(route.unreachable === "no-way" ? 442 : 171);
  const { seconds, metres, line } = route;
  return ok({
    trip: { summary: { time: seconds, length: metres / 1000 }, legs: [{ shape: encoded(line) }] },
  });
}

function valhallaMatrix(roads: Roads, body: ValhallaBody): Answer {
  const [from, to] = [body.sources ?? [], body.targets ?? []];
  if (from.length * to.length > 2500) return failed(150);
  const { seconds, metres } = roads.matrix(from, to, profileIn(body));
  if (seconds.includes(UNREACHABLE)) return failed(170);
  const rows = (list: Int32Array, scale: number) =>
    from.map((_, y) => to.map((__, x) => (list[y * to.length + x] ?? 0) / scale));
  return ok({ sources_to_targets: { durations: rows(seconds, 1), distances: rows(metres, 1000) } });
}

function encoded(line: readonly (readonly [number, number])[]): string {
  let [lastLat, lastLon, text] = [0, 0, ""];
  const put = (value: number): void => {
    let rest = value < 0 ? ~(value << 1) : value << 1;
    for (; rest >= 0x20; rest >>= 5) text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
    text += String.fromCharCode(rest + 63);
  };
  for (const [lon, lat] of line) {
    const [y, x] = [Math.round(lat * 1e6), Math.round(lon * 1e6)];
    put(y - lastLat);
    put(x - lastLon);
    [lastLat, lastLon] = [y, x];
  }
  return text;
}
