import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import type { Grid, Shapes } from "./grid.ts";
import type { Hierarchy, Side } from "./hierarchy.ts";
import type { Streets } from "./network.ts";
import type { Profile } from "./profiles.ts";

/** Changes with the layout of the file and with every rule that changes what is in it. */
export const FORMAT = 3;
export const MAGIC = "WAYROADS";
export const CHECKSUM_BYTES = 32;

export type Numbers = Int32Array | Float64Array;

/** Stands behind the numbers: the length of each is known once it is written. */
export interface Header {
  readonly format: number;
  readonly version: string;
  readonly names: readonly string[];
  readonly sections: readonly (readonly [name: string, type: "i" | "f", bytes: number, count: number])[];
}

/** Parts of the roads that all profiles share. */
export interface RoadGround {
  readonly shapes: Shapes;
  readonly grid: Grid;
  readonly streets: Streets;
  readonly length: Int32Array;
}

const sideSections = (name: string, { first, later, cost, via }: Side): [string, Numbers][] => [
  [`${name}.first`, first],
  [`${name}.later`, later],
  [`${name}.cost`, cost],
  [`${name}.via`, via],
];

/** Writes roads one part after the other, so that a part may go before the next one is made. */
class RoadsWriter {
  readonly #handle: FileHandle;
  readonly #hash = createHash("sha256");
  readonly #sections: Header["sections"][number][] = [];
  #bytes = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async begin(): Promise<void> {
    await this.#write(Buffer.from(MAGIC, "latin1"));
  }

  ground({ shapes, grid, streets, length }: RoadGround): Promise<void> {
    return this.#put([
      ["shapeFirst", shapes.shapeFirst],
      ["lon", shapes.lon],
      ["lat", shapes.lat],
      ["grid.frame", grid.frame],
      ["grid.first", grid.first],
      ["grid.pieces", grid.pieces],
      ["nameOf", streets.nameOf],
      ["classOf", streets.classOf],
      ["length", length],
    ]);
  }

  profile(profile: Profile, hierarchy: Hierarchy): Promise<void> {
    const { up, down, stateOf, intoFirst, intoState, intoMs, intoTo, times } = hierarchy;
    return this.#put([
      ...sideSections(`${profile}.up`, up),
      ...sideSections(`${profile}.down`, down),
      [`${profile}.stateOf`, stateOf],
      [`${profile}.intoFirst`, intoFirst],
      [`${profile}.intoState`, intoState],
      [`${profile}.intoMs`, intoMs],
      [`${profile}.intoTo`, intoTo],
      [`${profile}.along`, times.along],
      [`${profile}.against`, times.against],
    ]);
  }

  async end(version: string, names: readonly string[]): Promise<void> {
    const header: Header = { format: FORMAT, version, names, sections: this.#sections };
    const text = Buffer.from(JSON.stringify(header));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    await this.#write(text);
    await this.#write(length);
    await this.#handle.writeFile(this.#hash.digest());
  }

  /** Each section begins at a multiple of eight bytes. */
  async #put(sections: readonly [string, Numbers][]): Promise<void> {
    for (const [name, numbers] of sections) {
      const type = numbers instanceof Float64Array ? "f" : "i";
      this.#sections.push([name, type, this.#bytes, numbers.length]);
      await this.#write(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
      const padding = -numbers.byteLength & 7;
      if (padding > 0) await this.#write(new Uint8Array(padding));
      this.#bytes += numbers.byteLength + padding;
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    await this.#handle.writeFile(bytes);
  }
}

/** Writes a file of roads, which appears whole or not at all. */
export async function writeFresh(file: string, write: (writer: RoadsWriter) => Promise<void>): Promise<void> {
  const fresh = `${file}.new-${process.pid}`;
  try {
    const handle = await open(fresh, "w");
    try {
      const writer = new RoadsWriter(handle);
      await writer.begin();
      await write(writer);
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
