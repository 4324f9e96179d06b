import type { Point } from "#kernel/geo.ts";
import type { RoadProfile } from "#server/geo/road-distances.ts";
import type { Matrix } from "../matrix.ts";
import type { Roads, Unreachable, Way } from "../roads.ts";

export interface ServiceRoute extends Way {
  readonly line: readonly (readonly [lon: number, lat: number])[];
}

/** Roads that answer: our own, or a routing server of the operator's. */
export interface RoadService {
  readonly source: "own" | "osrm" | "valhalla";
  /** Whether it may be asked about a profile. */
  serves(profile: RoadProfile): boolean;
  route(from: Point, to: Point, profile: RoadProfile): Promise<ServiceRoute | Unreachable>;
  /** `UNREACHABLE` in both where there is no way. */
  matrix(from: readonly Point[], to: readonly Point[], profile: RoadProfile): Promise<Matrix>;
  nearest(point: Point, profile: RoadProfile): Promise<Nearest | undefined>;
}

export interface Nearest {
  readonly point: Point;
  /** Metres to it. */
  readonly metres: number;
}

/** Says why a routing server gave no answer that can be used. */
export class RoadFault extends Error {
  readonly kind: "refused" | "slow" | "answer";
  constructor(kind: RoadFault["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Our own roads behind the port of a service. */
export function ownService(roads: Roads): RoadService {
  return {
    source: "own",
    serves: () => true,
    route: (from, to, profile) => Promise.resolve(roads.route(from, to, profile)),
    matrix: (from, to, profile) => Promise.resolve(roads.matrix(from, to, profile)),
    nearest: (point, profile) => Promise.resolve(roads.nearest(point, profile)),
  };
}
