import { createHash } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import type { Hierarchy, Side } from "./hierarchy.ts";
import { type Profile, PROFILES } from "./profiles.ts";
import type { RoadGraphs } from "./roads.ts";

/** Changes with the layout of the file and with every rule that changes what is in it. */
export const FORMAT = 2;
const MAGIC = "WAYROADS";
const CHECKSUM_BYTES = 32;
const TYPES = { i: Int32Array, f: Float64Array } as const;

type Numbers = Int32Array | Float64Array;

interface Header {
  readonly format: number;
  readonly version: string;
  readonly names: readonly string[];
  readonly sections: readonly (readonly [name: string, type: "i" | "f", bytes: number, count: number])[];
}

/** Version of the roads that a source gives: its bytes and the rules of this program. */
export const versionOf = (source: Uint8Array): string =>
  createHash("sha256").update(`${FORMAT}\n`).update(source).digest("hex").slice(0, 16);

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Writes the graphs as one file, which appears whole or not at all. */
export async function writeRoads(file: string, graphs: RoadGraphs): Promise<void> {
  const named = sectionsOf(graphs);
  let at = 0;
  const sections = named.map(([name, numbers]): Header["sections"][number] => {
    const start = at;
    at += Math.ceil(numbers.byteLength / 8) * 8;
    return [name, numbers instanceof Float64Array ? "f" : "i", start, numbers.length];
  });
  const header: Header = {
    format: FORMAT,
    version: graphs.version,
    names: graphs.streets.names,
    sections,
  };
  const text = JSON.stringify(header);
  const head = Buffer.alloc(Math.ceil((MAGIC.length + 4 + Buffer.byteLength(text)) / 8) * 8);
  head.write(MAGIC, "latin1");
  head.writeUInt32LE(Buffer.byteLength(text), MAGIC.length);
  head.write(text, MAGIC.length + 4);
  const body = Buffer.alloc(at);
  named.forEach(([, numbers], i) => {
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    body.set(bytes, sections[i]?.[2] ?? 0);
  });
  const fresh = `${file}.new-${process.pid}`;
  await writeFile(fresh, [head, body, sha256(head, body)]);
  await rename(fresh, file).catch(async (error: unknown) => {
    await rm(fresh, { force: true });
    throw error;
  });
}

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
  if (!sha256(content).equals(read.subarray(content.length))) return undefined;
  if (content.toString("latin1", 0, MAGIC.length) !== MAGIC) return undefined;
  const length = content.readUInt32LE(MAGIC.length);
  const start = MAGIC.length + 4;
  const header: Header = JSON.parse(content.toString("utf8", start, start + length));
  if (header.format !== FORMAT || !isWanted(header.version)) return undefined;
  const body = read.byteOffset + Math.ceil((start + length) / 8) * 8;
  const numbers = new Map(
    header.sections.map(([name, type, at, count]) => [
      name,
      new TYPES[type](read.buffer, body + at, count) as Numbers,
    ]),
  );
  return graphsOf(header, numbers);
}

const sideSections = (name: string, { first, later, cost, via }: Side): [string, Numbers][] => [
  [`${name}.first`, first],
  [`${name}.later`, later],
  [`${name}.cost`, cost],
  [`${name}.via`, via],
];

function sectionsOf({ shapes, grid, streets, profiles }: RoadGraphs): [string, Numbers][] {
  return [
    ["shapeFirst", shapes.shapeFirst],
    ["lon", shapes.lon],
    ["lat", shapes.lat],
    ["grid.frame", grid.frame],
    ["grid.first", grid.first],
    ["grid.pieces", grid.pieces],
    ["nameOf", streets.nameOf],
    ["classOf", streets.classOf],
    ["length", profiles.car.length],
    ...PROFILES.flatMap((profile): [string, Numbers][] => {
      const { up, down, stateOf, intoFirst, intoState, intoMs, intoTo, times } = profiles[profile];
      return [
        ...sideSections(`${profile}.up`, up),
        ...sideSections(`${profile}.down`, down),
        [`${profile}.stateOf`, stateOf],
        [`${profile}.intoFirst`, intoFirst],
        [`${profile}.intoState`, intoState],
        [`${profile}.intoMs`, intoMs],
        [`${profile}.intoTo`, intoTo],
        [`${profile}.along`, times.along],
        [`${profile}.against`, times.against],
      ];
    }),
  ];
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
