import { deflateSync } from "node:zlib";
import { PbfWriter } from "pbf";
import type { OsmData, OsmNode, OsmRelation, OsmWay, Tags } from "./osm.ts";

/** Entities per block, as osmium and osmosis write them. */
const BLOCK = 8000;
/** Default granularity of the format: a unit is 100 nanodegrees. */
const UNITS_PER_DEGREE = 1e7;
const MEMBER_TYPES = ["node", "way", "relation"] as const;

/** Writes map data as `.osm.pbf` (https://wiki.openstreetmap.org/wiki/PBF_Format): the same data gives the same bytes. */
export function osmPbf(data: OsmData): Buffer {
  return Buffer.concat([
    frame("OSMHeader", header(data)),
    ...chunks(data.nodes).map((nodes) =>
      frame(
        "OSMData",
        block((pbf, strings) => dense(pbf, nodes, strings)),
      ),
    ),
    ...chunks(data.ways).map((ways) =>
      frame(
        "OSMData",
        block((pbf, strings) => writeWays(pbf, ways, strings)),
      ),
    ),
    ...chunks(data.relations).map((list) =>
      frame(
        "OSMData",
        block((pbf, strings) => writeRelations(pbf, list, strings)),
      ),
    ),
  ]);
}

function chunks<T>(list: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / BLOCK) }, (_, i) =>
    list.slice(i * BLOCK, (i + 1) * BLOCK),
  );
}

function frame(type: string, content: Uint8Array): Buffer {
  const blob = new PbfWriter();
  blob.writeVarintField(2, content.length);
  blob.writeBytesField(3, deflateSync(content));
  const body = blob.finish();
  const head = new PbfWriter();
  head.writeStringField(1, type);
  head.writeVarintField(3, body.length);
  const headBytes = head.finish();
  const size = Buffer.alloc(4);
  size.writeUInt32BE(headBytes.length);
  return Buffer.concat([size, headBytes, body]);
}

function header({ bounds: [west, south, east, north] }: OsmData): Uint8Array {
  const pbf = new PbfWriter();
  const nano = (degrees: number) => Math.round(degrees * 1e9);
  pbf.writeMessage(
    1,
    (_box: null, inner) =>
      [west, east, north, south].forEach((side, i) => inner.writeSVarintField(i + 1, nano(side))),
    null,
  );
  pbf.writeStringField(4, "OsmSchema-V0.6");
  pbf.writeStringField(4, "DenseNodes");
  pbf.writeStringField(16, "waybill");
  return pbf.finish();
}

/** Text → its number in the block's table; number 0 is reserved. */
class Strings {
  readonly list: string[] = [""];
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.list.length);
    return this.list.push(text) - 1;
  }
}

function block(write: (pbf: PbfWriter, strings: Strings) => void): Uint8Array {
  const strings = new Strings();
  const group = new PbfWriter();
  write(group, strings);
  const pbf = new PbfWriter();
  pbf.writeMessage(
    1,
    (list: readonly string[], inner) => list.forEach((text) => inner.writeStringField(1, text)),
    strings.list,
  );
  pbf.writeBytesField(2, group.finish());
  return pbf.finish();
}

/** Differences between neighbours: what the format stores. */
const deltas = (list: readonly number[]): number[] => list.map((value, i) => value - (list[i - 1] ?? 0));

function dense(pbf: PbfWriter, nodes: readonly OsmNode[], strings: Strings): void {
  const units = (degrees: number) => Math.round(degrees * UNITS_PER_DEGREE);
  const keysVals = nodes.flatMap((node) => [
    ...Object.entries(node.tags ?? {}).flatMap(([key, value]) => [strings.of(key), strings.of(value)]),
    0,
  ]);
  pbf.writeMessage(
    2,
    (_dense: null, inner) => {
      inner.writePackedSVarint(1, deltas(nodes.map((n) => n.id)));
      inner.writePackedSVarint(8, deltas(nodes.map((n) => units(n.lat))));
      inner.writePackedSVarint(9, deltas(nodes.map((n) => units(n.lon))));
      inner.writePackedVarint(10, keysVals);
    },
    null,
  );
}

function writeTags(pbf: PbfWriter, tags: Tags | undefined, strings: Strings): void {
  const entries = Object.entries(tags ?? {});
  pbf.writePackedVarint(
    2,
    entries.map(([key]) => strings.of(key)),
  );
  pbf.writePackedVarint(
    3,
    entries.map(([, value]) => strings.of(value)),
  );
}

function writeWays(pbf: PbfWriter, ways: readonly OsmWay[], strings: Strings): void {
  for (const way of ways) {
    const inner = new PbfWriter();
    inner.writeVarintField(1, way.id);
    writeTags(inner, way.tags, strings);
    inner.writePackedSVarint(8, deltas(way.refs));
    pbf.writeBytesField(3, inner.finish());
  }
}

function writeRelations(pbf: PbfWriter, relations: readonly OsmRelation[], strings: Strings): void {
  for (const relation of relations) {
    const inner = new PbfWriter();
    inner.writeVarintField(1, relation.id);
    writeTags(inner, relation.tags, strings);
    inner.writePackedVarint(
      8,
      relation.members.map((m) => strings.of(m.role)),
    );
    inner.writePackedSVarint(9, deltas(relation.members.map((m) => m.ref)));
    inner.writePackedVarint(
      10,
      relation.members.map((m) => MEMBER_TYPES.indexOf(m.type)),
    );
    pbf.writeBytesField(4, inner.finish());
  }
}
