import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { PlanRequest } from "#kernel/plan-request.ts";
import type { Stop } from "./judge.ts";

/** Peers by their packages on PyPI, in the versions that were measured last. */
const PACKAGES = {
  VROOM: "pyvroom==1.15.2",
  "OR-Tools": "ortools==9.15.6755",
  "vrp-cli": "vrp-cli==1.22.1",
  commiv: "commiv==0.6.0",
} as const;
export type Peer = keyof typeof PACKAGES;
export const PEERS = Object.keys(PACKAGES) as readonly Peer[];
export const versionOf = (peer: Peer): string => `${peer} ${PACKAGES[peer].split("==")[1] ?? ""}`;

const HERE = import.meta.dirname;
/** Most that a peer may print: a plan of 1,000 orders has some 100 kB. */
const MOST_BYTES = 1e8;

export interface PeerAnswer {
  readonly routes: readonly (readonly Stop[])[];
  /** Processor seconds of the search alone. */
  readonly cpu: number;
}

/** Peers installed into a folder, as developer tools: nothing of the product leans on them. */
export class PeerBench {
  readonly #python: string;
  readonly #clock: string;

  constructor(folder: string) {
    this.#python = path.join(folder, "peers", "bin", "python");
    this.#clock = path.join(folder, "cpu-clock.so");
    mkdirSync(folder, { recursive: true });
    if (!existsSync(this.#python)) {
      execFileSync("python3", ["-m", "venv", path.join(folder, "peers")]);
      execFileSync(this.#python, ["-m", "pip", "install", "--quiet", ...Object.values(PACKAGES)]);
    }
    if (!existsSync(this.#clock))
      execFileSync("cc", ["-O2", "-shared", "-fPIC", "-o", this.#clock, path.join(HERE, "cpu-clock.c")]);
  }

  /** @returns the peer's routes, or why it has none */
  solve(
    peer: Peer,
    request: PlanRequest,
    { seconds, seed }: { seconds: number; seed: number },
  ): PeerAnswer | string {
    const clock = peer === "commiv" ? {} : { LD_PRELOAD: this.#clock };
    try {
      const said = execFileSync(
        this.#python,
        [path.join(HERE, "peers.py"), peer, String(seconds), String(seed)],
        {
          input: JSON.stringify(caseOf(request)),
          maxBuffer: MOST_BYTES,
          env: {
            ...process.env,
            ...clock,
            RAYON_NUM_THREADS: "1",
            OMP_NUM_THREADS: "1",
            OPENBLAS_NUM_THREADS: "1",
          },
          stdio: ["pipe", "pipe", "pipe"],
        },
      );
      const { routes, cpu } = JSON.parse(said.toString()) as {
        routes: [number, Stop["kind"]][][];
        cpu: number;
      };
      return { routes: routes.map((route) => route.map(([order, kind]) => ({ order, kind }))), cpu };
    } catch (error) {
      const { stderr } = error as { stderr?: Buffer };
      return (stderr?.toString().trim().split("\n").at(-1) ?? String(error)).slice(0, 200);
    }
  }
}

/** Price of a vehicle for peers that know no "fewest vehicles first": above any route. */
const VEHICLE = 20_000_000;

/** A case in the words of `peers.py`. */
function caseOf({ travel, couriers, orders, fewestCouriers = false }: PlanRequest): unknown {
  const [seconds = new Int32Array()] = Object.values(travel).map((one) => one.seconds);
  return {
    places: Math.round(Math.sqrt(seconds.length)),
    seconds: [...seconds],
    couriers: couriers.map(({ start, end, shift, capacity, skills, breaks }) => ({
      start,
      end,
      shift,
      capacity,
      skills,
      breaks,
    })),
    orders: orders.map(({ pickups: [pickup], drop, load, skills }) => ({ pickup, drop, load, skills })),
    hub: !fewestCouriers && new Set(orders.map(({ pickups }) => pickups[0]?.place)).size === 1,
    fewest: fewestCouriers,
    fixed: fewestCouriers ? VEHICLE : 0,
  };
}
