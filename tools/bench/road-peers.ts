import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { unpackWheel } from "./python-wheel.ts";

/** Versions that were run. They are developer tools in a folder of their own, never dependencies. */
const OSRM = "26.10.0";
const ROUTING_KIT = "0.1.4";
const PORT = 5731;
const TICKS_A_SECOND = 100;

export interface Peer {
  readonly name: string;
  readonly buildS: number;
  readonly matrixS: number | undefined;
  readonly note: string;
}

/** Installs both from the Python registry; OSRM's programs are taken out of its wheel. */
export function installPeers(folder: string): { osrm: string; python: string } {
  const venv = path.join(folder, "venv");
  const python = path.join(venv, "bin/python");
  execFileSync("python3", ["-m", "venv", venv]);
  execFileSync(python, ["-m", "pip", "install", "-q", `routingkit-cch==${ROUTING_KIT}`]);
  const osrm = path.join(unpackWheel(`osrm-bindings==${OSRM}`, folder), "osrm");
  const bin = path.join(osrm, "bin");
  execFileSync("chmod", ["+x", ...readdirSync(bin).map((name) => path.join(bin, name))]);
  return { osrm, python };
}

/** Runs a command. @returns its processor seconds */
function timed(command: string, args: readonly string[]): number {
  const script = `TIMEFORMAT='%U %S'; { time "$0" "$@" > /dev/null 2> /dev/null; } 2>&1`;
  const said = execFileSync("bash", ["-c", script, command, ...args], { encoding: "utf8" });
  return said
    .trim()
    .split(/\s+/)
    .map(Number)
    .reduce((a, b) => a + b, 0);
}

const cpuOfProcess = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
};

type Places = readonly (readonly [lon: number, lat: number])[];

/** Builds with OSRM's car profile and asks osrm-routed for the matrix over HTTP, in one call. */
export async function runOsrm(
  osrm: string,
  map: string,
  folder: string,
  places: { from: Places; to: Places },
): Promise<Peer> {
  const target = path.join(folder, "osrm-data");
  mkdirSync(target, { recursive: true });
  const copy = path.join(target, "map.osm.pbf");
  writeFileSync(copy, readFileSync(map));
  const base = path.join(target, "map.osrm");
  const time = (tool: string, ...args: string[]): number => timed(path.join(osrm, "bin", tool), args);
  const buildS =
    time("osrm-extract", "-t", "1", "-p", path.join(osrm, "share/profiles/car.lua"), copy) +
    time("osrm-contract", "-t", "1", base);
  const routed = spawn(
    path.join(osrm, "bin/osrm-routed"),
    ["-i", "127.0.0.1", "-p", String(PORT), "-t", "1", "--max-table-size", "5000", base],
    { stdio: "ignore" },
  );
  try {
    await wait(3000);
    const list = [...places.from, ...places.to]
      .map(([lon, lat]) => `${lon.toFixed(6)},${lat.toFixed(6)}`)
      .join(";");
    const numbers = (count: number, first: number) =>
      Array.from({ length: count }, (_, i) => first + i).join(";");
    const { length } = places.from;
    const query = `annotations=duration,distance&sources=${numbers(length, 0)}&destinations=${numbers(places.to.length, length)}&generate_hints=false`;
    const before = cpuOfProcess(routed.pid ?? 0);
    const response = await fetch(`http://127.0.0.1:${PORT}/table/v1/car/${list}?${query}`);
    const answer = (await response.json()) as { code?: string };
    const matrixS = answer.code === "Ok" ? cpuOfProcess(routed.pid ?? 0) - before : undefined;
    return { name: `OSRM ${OSRM}, car`, buildS, matrixS, note: "own speeds and snapping; answer as JSON" };
  } finally {
    routed.kill();
  }
}

export interface PlainGraph {
  readonly tail: Int32Array;
  readonly head: Int32Array;
  readonly weight: Int32Array;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  readonly sources: Int32Array;
  readonly targets: Int32Array;
}

/** RoutingKit on our own graph, seconds only: the sums of both matrices must agree. */
export function runRoutingKit(
  python: string,
  folder: string,
  graph: PlainGraph,
): Peer & { readonly sum: number } {
  const target = path.join(folder, "cch");
  mkdirSync(target, { recursive: true });
  for (const [name, list] of Object.entries(graph) as [string, Int32Array | Float64Array][])
    writeFileSync(path.join(target, name), new Uint8Array(list.buffer, list.byteOffset, list.byteLength));
  const said = execFileSync(python, [path.resolve("tools/bench/cch.py"), target], { encoding: "utf8" });
  const { order, customise, matrix, sum } = JSON.parse(said) as Record<string, number>;
  return {
    name: `RoutingKit (routingkit-cch ${ROUTING_KIT}), our car graph`,
    buildS: (order ?? 0) + (customise ?? 0),
    matrixS: matrix,
    note: `seconds only, through Python; customising alone ${((customise ?? 0) / ((order ?? 0) + (customise ?? 0))).toFixed(2)} of its build`,
    sum: sum ?? 0,
  };
}
