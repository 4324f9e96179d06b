import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { town } from "#engines/town/town.ts";
import { distanceM, type Point } from "#kernel/geo.ts";
import { osrmStandIn, serve, type StandIn, valhallaStandIn } from "#test/support/roads/stand-ins.ts";
import { buildGraphs } from "../build.ts";
import { UNREACHABLE } from "../cost.ts";
import { roadServer, serviceOf } from "./road-server.ts";
import { type Roads, roadsOf } from "../roads.ts";
import { ownService, type RoadFault, type RoadService } from "./service.ts";

const TIMEOUT_MS = 5_000;
/** The demo town served by real servers: `npx tsx tools/bench/road-servers.ts` starts both and says these. */
const REAL = { osrm: process.env["WAYBILL_TEST_OSRM"], valhalla: process.env["WAYBILL_TEST_VALHALLA"] };

let roads: Roads;
let places: Point[];
const open: StandIn[] = [];
const opened = async (starting: Promise<StandIn>): Promise<string> => {
  const standIn = await starting;
  open.push(standIn);
  return standIn.url;
};

beforeAll(() => {
  const { data } = town();
  roads = roadsOf(buildGraphs(data, "town"));
  const nodes = new Map(data.nodes.map((node) => [node.id, node]));
  places = data.ways
    .filter((way) => way.tags?.["addr:street"] !== undefined)
    .filter((_, i) => i % 13 === 0)
    .flatMap(({ refs }) => nodes.get(refs[0] ?? 0) ?? [])
    .slice(0, 120)
    .map(({ lon, lat }) => ({ lon, lat }));
});
afterAll(() => Promise.all(open.map((standIn) => standIn.close())));

const at = (i: number): Point => places[i] ?? { lon: 0, lat: 0 };
const FAR: Point = { lon: 12, lat: 51 };

const SERVICES: readonly (readonly [
  name: string,
  url: string | undefined,
  open: () => Promise<RoadService>,
])[] = [
  ["our own roads", "", () => Promise.resolve(ownService(roads))],
  ["OSRM's face", "", async () => server("osrm", await opened(osrmStandIn(roads)))],
  ["Valhalla's face", "", async () => server("valhalla", await opened(valhallaStandIn(roads)))],
  ["a real OSRM (WAYBILL_TEST_OSRM)", REAL.osrm, () => Promise.resolve(server("osrm", REAL.osrm ?? ""))],
  [
    "a real Valhalla (WAYBILL_TEST_VALHALLA)",
    REAL.valhalla,
    () => Promise.resolve(server("valhalla", REAL.valhalla ?? "")),
  ],
];
const server = (kind: "osrm" | "valhalla", url: string): RoadService =>
  serviceOf({ kind, url, timeoutMs: TIMEOUT_MS });

describe.each(SERVICES)("%s", (_name, url, start) => {
  let service: RoadService;
  beforeAll(async () => {
    if (url !== undefined) service = await start();
  });

  test.skipIf(url === undefined)("gives a way with seconds, metres and a line between its ends", async () => {
    const way = await service.route(at(0), at(50), "car");
    if (!("line" in way)) throw new Error(way.unreachable);
    const straight = distanceM(at(0), at(50));
    expect(way.metres).toBeGreaterThan(straight * 0.9);
    expect(way.metres).toBeLessThan(straight * 5);
    expect(way.metres / way.seconds).toBeGreaterThan(2);
    expect(way.metres / way.seconds).toBeLessThan(40);
    const [first, last] = [way.line[0], way.line.at(-1)].map((p): Point => ({
      lon: p?.[0] ?? 0,
      lat: p?.[1] ?? 0,
    }));
    expect(distanceM(first ?? FAR, at(0))).toBeLessThan(150);
    expect(distanceM(last ?? FAR, at(50))).toBeLessThan(150);
  });
  test.skipIf(url === undefined)(
    "gives a matrix of whole seconds and metres that agrees with its ways",
    async () => {
      const [from, to] = [
        [0, 7, 21],
        [50, 3],
      ];
      const matrix = await service.matrix((from ?? []).map(at), (to ?? []).map(at), "car");
      expect(matrix.seconds).toHaveLength(6);
      for (const [y, start] of (from ?? []).entries())
        for (const [x, end] of (to ?? []).entries()) {
          const way = await service.route(at(start), at(end), "car");
          if (!("line" in way)) throw new Error(way.unreachable);
          const cell = y * 2 + x;
          expect(Math.abs((matrix.seconds[cell] ?? 0) - way.seconds)).toBeLessThanOrEqual(
            2 + way.seconds * 0.02,
          );
          expect(Math.abs((matrix.metres[cell] ?? 0) - way.metres)).toBeLessThanOrEqual(
            5 + way.metres * 0.02,
          );
        }
    },
  );
  test.skipIf(url === undefined)("asks for large matrices in blocks", async () => {
    const matrix = await service.matrix(places, [at(1), at(2)], "car");
    expect(matrix.seconds).toHaveLength(240);
    expect(matrix.seconds.every((cell) => cell < 3600)).toBe(true);
    expect(matrix.metres.filter((cell) => cell > 0).length).toBeGreaterThan(230);
  });
  test.skipIf(url === undefined)(
    "says of a place far from every road that it is not reached, and never 0",
    async () => {
      expect(await service.route(FAR, at(1), "car")).toEqual({ unreachable: "from" });
      expect(await service.route(at(1), FAR, "car")).toEqual({ unreachable: "to" });
      const { seconds, metres } = await service.matrix([at(0), FAR], [FAR, at(1)], "car");
      for (const list of [seconds, metres]) {
        expect([list[0], list[2], list[3]]).toEqual([UNREACHABLE, UNREACHABLE, UNREACHABLE]);
        expect(list[1]).toBeLessThan(UNREACHABLE);
      }
      expect(await service.nearest(FAR, "car")).toBeUndefined();
    },
  );
  test.skipIf(url === undefined)("finds the nearest place on a road", async () => {
    const found = await service.nearest(at(4), "car");
    expect(found?.metres).toBeLessThan(150);
    expect(distanceM(found?.point ?? FAR, at(4))).toBeCloseTo(found?.metres ?? 0, -1);
  });
});

describe.each(["osrm", "valhalla"] as const)("a server with the face of %s", (kind) => {
  const faulty = async (answer: Parameters<typeof serve>[0]) => opened(serve(answer));
  const faultOf = async (url: string, timeoutMs = TIMEOUT_MS): Promise<RoadFault["kind"]> => {
    const asked = serviceOf({ kind, url, timeoutMs }).matrix([at(0)], [at(1), at(2)], "car");
    return asked.then(
      () => Promise.reject(new Error("it answered")),
      (fault: RoadFault) => fault.kind,
    );
  };
  test("that is not there has refused", async () => {
    const gone = await serve(() => ({ status: 200, body: {} }));
    await gone.close();
    expect(await faultOf(gone.url)).toBe("refused");
  });
  test("that breaks has refused, whatever it says", async () => {
    expect(await faultOf(await faulty(() => ({ status: 502, body: "<html>" })))).toBe("refused");
  });
  test("that does not answer in time is slow", async () => {
    const silent = await opened(serve(() => ({ status: 200, body: {} })));
    // A port that takes the connection and says nothing: the listener's own queue.
    const { createServer } = await import("node:net");
    const mute = createServer();
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    const address = mute.address();
    const port = typeof address === "object" && address ? address.port : 0;
    expect(await faultOf(`http://127.0.0.1:${port}`, 200)).toBe("slow");
    mute.close();
    expect(silent).toBeTruthy();
  });
  test.each([
    ["no JSON", "hello"],
    ["another shape", { code: 7, trip: 1, sources_to_targets: [] }],
    [
      "a matrix of another size",
      {
        code: "Ok",
        durations: [[1]],
        distances: [[1]],
        sources: [],
        destinations: [],
        sources_to_targets: { durations: [[1]], distances: [[1]] },
      },
    ],
    [
      "less than nothing",
      {
        code: "Ok",
        durations: [[-1, 2]],
        distances: [[1, 2]],
        sources_to_targets: { durations: [[-1, 2]], distances: [[1, 2]] },
      },
    ],
  ])("that answers with %s is not believed", async (_name, body) => {
    const located = [0, 1, 2].map((i) => ({
      edges: [{ correlated_lat: at(i).lat, correlated_lon: at(i).lon }],
    }));
    const url = await faulty(({ url: path }) => ({ status: 200, body: path === "/locate" ? located : body }));
    expect(await faultOf(url)).toBe("answer");
  });
});

describe("a routing server that fails", () => {
  test("is left alone for a while, is said once, and is asked again after it", async () => {
    let [now, isDown, asked] = [0, true, 0];
    const face = await opened(
      serve(() => {
        asked += 1;
        return isDown ? { status: 503, body: "" } : { status: 200, body: { code: "NoRoute" } };
      }),
    );
    const news: (string | undefined)[] = [];
    const guarded = roadServer(
      server("osrm", face),
      (fault) => news.push(fault?.kind),
      () => now,
    );
    const ask = () => guarded.ask("car", (service) => service.route(at(0), at(1), "car"));
    expect(await ask()).toBeUndefined();
    expect(await ask()).toBeUndefined();
    expect([asked, guarded.isWell(), news]).toEqual([1, false, ["refused"]]);
    [now, isDown] = [60_000, false];
    expect(await ask()).toEqual({ unreachable: "no-way" });
    expect([guarded.isWell(), news]).toEqual([true, ["refused", undefined]]);
  });
  test("an OSRM of cars is not asked about bicycles, one for each profile is", async () => {
    const cars = serviceOf({ kind: "osrm", url: "http://osrm:5000", timeoutMs: 100 });
    expect([cars.serves("car"), cars.serves("bicycle")]).toEqual([true, false]);
    const each = serviceOf({ kind: "osrm", url: "http://osrm-{profile}:5000", timeoutMs: 100 });
    expect(each.serves("bicycle")).toBe(true);
    expect(await roadServer(cars, () => undefined).ask("bicycle", () => Promise.resolve(1))).toBeUndefined();
  });
});
