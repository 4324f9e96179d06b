import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Hierarchy, Side } from "./hierarchy.ts";
import { type Profile, PROFILES } from "./profiles.ts";
import type { RoadGraphs } from "./roads.ts";
import { CHECKSUM_BYTES, FORMAT, type Header, MAGIC, type Numbers, writeFresh } from "./write.ts";

const TYPES = { i: Int32Array, f: Float64Array } as const;

/** Version of the roads that a source gives: its bytes and the rules of this program. */
export const versionOf = (source: Uint8Array): string =>
  createHash("sha256").update(`${FORMAT}\n`).update(source).digest("hex").slice(0, 16);

/** Writes the graphs as one file, which appears whole or not at all. */
export const writeRoads = (
  file: string,
  { version, shapes, grid, streets, profiles }: RoadGraphs,
): Promise<void> =>
  writeFresh(file, async (writer) => {
    await writer.ground({ shapes, grid, streets, length: profiles.car.length });
    for (const profile of PROFILES) await writer.profile(profile, profiles[profile]);
    await writer.end(version, streets.names);
  });

/**
 * Reads graphs that `writeRoads` wrote, in one read.
 *
 * @returns `undefined` where the file is missing, damaged, or not of this version: it is then to be built again
 */
export async function readRoads(
  file: string,
  isWanted: (version: string) => boolean,
): Promise<RoadGraphs | undefined> {
  const read = await readFile(file).catch(() => undefined);
  if (!read || read.length < MAGIC.length + 4 + CHECKSUM_BYTES) return undefined;
  const content = read.subarray(0, read.length - CHECKSUM_BYTES);
  const checksum = createHash("sha256").update(content).digest();
  if (!checksum.equals(read.subarray(content.length))) return undefined;
  if (content.toString("latin1", 0, MAGIC.length) !== MAGIC) return undefined;
  const end = content.length - 4;
  const header: Header = JSON.parse(content.toString("utf8", end - content.readUInt32LE(end), end));
  if (header.format !== FORMAT || !isWanted(header.version)) return undefined;
  const body = read.byteOffset + MAGIC.length;
  const numbers = new Map(
    header.sections.map(([name, type, at, count]) => [
      name,
      new TYPES[type](read.buffer, body + at, count) as Numbers,
    ]),
  );
  return graphsOf(header, numbers);
}

function graphsOf({ version, names }: Header, numbers: ReadonlyMap<string, Numbers>): RoadGraphs {
  const ints = (name: string): Int32Array => {
    const found = numbers.get(name);
    if (!(found instanceof Int32Array)) throw new Error(`the roads have no section ${name}`);
    return found;
  };
  const floats = (name: string): Float64Array => {
    const found = numbers.get(name);
    if (!(found instanceof Float64Array)) throw new Error(`the roads have no section ${name}`);
    return found;
  };
  const side = (name: string): Side => ({
    first: ints(`${name}.first`),
    later: ints(`${name}.later`),
    cost: floats(`${name}.cost`),
    via: ints(`${name}.via`),
  });
  const hierarchy = (profile: Profile): Hierarchy => ({
    up: side(`${profile}.up`),
    down: side(`${profile}.down`),
    stateOf: ints(`${profile}.stateOf`),
    intoFirst: ints(`${profile}.intoFirst`),
    intoState: ints(`${profile}.intoState`),
    intoMs: ints(`${profile}.intoMs`),
    intoTo: ints(`${profile}.intoTo`),
    times: { along: ints(`${profile}.along`), against: ints(`${profile}.against`) },
    length: ints("length"),
  });
  return {
    version,
    shapes: { shapeFirst: ints("shapeFirst"), lon: ints("lon"), lat: ints("lat") },
    grid: { frame: ints("grid.frame"), first: ints("grid.first"), pieces: ints("grid.pieces") },
    streets: { nameOf: ints("nameOf"), names, classOf: ints("classOf") },
    profiles: { car: hierarchy("car"), bicycle: hierarchy("bicycle"), foot: hierarchy("foot") },
  };
}
