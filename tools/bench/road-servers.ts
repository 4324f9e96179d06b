// `npx tsx tools/bench/road-servers.ts FOLDER`: fetches OSRM and Valhalla from the Python registry into FOLDER, serves the demo town
// with both on loopback, and says what `src/engines/roads/servers/service.test.ts` needs to be run against them.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { town } from "#engines/town/town.ts";
import { unpackWheel } from "./python-wheel.ts";
import { osmPbf } from "#server/geo/osm-write.ts";

const WHEELS = { "osrm-bindings": "26.10.0", pyvalhalla: "3.9.1" };
const PORTS = { osrm: 5702, valhalla: 8702 };

const [given] = process.argv.slice(2);
if (given === undefined) throw new Error("say a folder: npx tsx tools/bench/road-servers.ts FOLDER");
const folder = path.resolve(given);
mkdirSync(folder, { recursive: true });

function unpacked(name: keyof typeof WHEELS): string {
  const target = path.join(folder, name);
  return existsSync(target) ? target : unpackWheel(`${name}==${WHEELS[name]}`, folder);
}

function programs(bin: string): (name: string) => string {
  for (const name of readdirSync(bin)) chmodSync(path.join(bin, name), 0o755);
  return (name) => path.join(bin, name);
}

const map = path.join(folder, "town.osm.pbf");
writeFileSync(map, osmPbf(town().data));
const osrm = unpacked("osrm-bindings");
const run = programs(path.join(osrm, "osrm/bin"));
execFileSync(run("osrm-extract"), ["-p", path.join(osrm, "osrm/share/profiles/car.lua"), map]);
execFileSync(run("osrm-contract"), [path.join(folder, "town.osrm")]);
const routed = spawn(
  run("osrm-routed"),
  ["-i", "127.0.0.1", "-p", String(PORTS.osrm), path.join(folder, "town.osrm")],
  { stdio: "ignore" },
);

const valhalla = unpacked("pyvalhalla");
const serve = programs(path.join(valhalla, "valhalla/bin"));
const env = { ...process.env, LD_LIBRARY_PATH: path.join(valhalla, "pyvalhalla.libs") };
const config = path.join(folder, "valhalla.json");
const tiles = path.join(folder, "tiles");
mkdirSync(tiles, { recursive: true });
const options = {
  "mjolnir-tile-dir": tiles,
  "mjolnir-tile-extract": "",
  "mjolnir-admin": "",
  "mjolnir-timezone": "",
  "httpd-service-listen": `tcp://127.0.0.1:${PORTS.valhalla}`,
  "httpd-service-loopback": `ipc://${folder}/loopback`,
  "httpd-service-interrupt": `ipc://${folder}/interrupt`,
};
const said = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
writeFileSync(
  config,
  execFileSync("python3", [path.join(valhalla, "valhalla/valhalla_build_config.py"), ...said]),
);
execFileSync(serve("valhalla_build_tiles"), ["-c", config, map], { env });
const service = spawn(serve("valhalla_service"), [config, "1"], { env, stdio: "ignore" });

process.stdout.write(`Both serve the demo town until this ends:
WAYBILL_TEST_OSRM=http://127.0.0.1:${PORTS.osrm} WAYBILL_TEST_VALHALLA=http://127.0.0.1:${PORTS.valhalla} npx vitest run --project server src/engines/roads/servers/service.test.ts
`);
process.on("SIGINT", () => {
  routed.kill();
  service.kill();
  process.exit();
});
