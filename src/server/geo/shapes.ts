import { isArea, landuseOf, placeOf, poiOf, roadOf, streamOf, waterOf, type Class } from "./classes.ts";
import { landOf } from "./coast.ts";
import type { OsmData, OsmRelation, OsmWay, Tags } from "./osm.ts";
import { isClosed, middleOf, polygons, stitch, type Line, type Position } from "./rings.ts";

export const LAYERS = [
  "earth",
  "landuse",
  "water",
  "roads",
  "buildings",
  "places",
  "pois",
  "housenumbers",
] as const;
export type Layer = (typeof LAYERS)[number];

type Geometry =
  | { readonly type: "Point"; readonly coordinates: Position }
  | { readonly type: "LineString"; readonly coordinates: Line }
  | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly Line[])[] };

/** One thing on the map. */
export interface Shape {
  readonly layer: Layer;
  readonly minZoom: number;
  readonly tags: Tags;
  readonly geometry: Geometry;
}

/** Anything with tags and an extent: a node, an open way, an area. */
export interface Thing {
  readonly tags: Tags;
  readonly point?: Position;
  readonly line?: Line;
  readonly area?: readonly (readonly Line[])[];
}

/** Puts positions to nodes, rings to relations; leaves out what has no tags. */
export function thingsOf(data: OsmData): Thing[] {
  const spots = new Map(data.nodes.map((n): [number, Position] => [n.id, [n.lon, n.lat]]));
  const lines = new Map(data.ways.map((way): [number, Line] => [way.id, lineOf(way, spots)]));
  const points = data.nodes.flatMap((n): Thing[] =>
    n.tags ? [{ tags: n.tags, point: [n.lon, n.lat] }] : [],
  );
  const ways = data.ways.flatMap((way) => wayThing(way, lines.get(way.id) ?? []));
  const areas = data.relations.flatMap((relation) => relationThing(relation, lines));
  return [...points, ...ways, ...areas];
}

function lineOf(way: OsmWay, spots: ReadonlyMap<number, Position>): Line {
  return way.refs.flatMap((ref) => {
    const spot = spots.get(ref);
    return spot ? [spot] : [];
  });
}

function wayThing({ tags }: OsmWay, line: Line): Thing[] {
  if (!tags || line.length < 2) return [];
  return isClosed(line) && isArea(tags) ? [{ tags, line, area: [[line]] }] : [{ tags, line }];
}

function relationThing(relation: OsmRelation, lines: ReadonlyMap<number, Line>): Thing[] {
  const tags = relation.tags;
  if (tags?.["type"] !== "multipolygon") return [];
  const role = (isInner: boolean) =>
    relation.members.flatMap((m) =>
      m.type === "way" && (m.role === "inner") === isInner
        ? (lines.get(m.ref) ?? []).length > 1
          ? [lines.get(m.ref) ?? []]
          : []
        : [],
    );
  const area = polygons(stitch(role(false), true).rings, stitch(role(true), true).rings);
  return area.length > 0 ? [{ tags, area }] : [];
}

/** Finds the point of a thing's label or door. */
export function spotOf(thing: Thing): Position {
  if (thing.point) return thing.point;
  const outer = thing.area?.[0]?.[0];
  if (outer) return middleOf(outer);
  const line = thing.line ?? [];
  return line[Math.floor(line.length / 2)] ?? [0, 0];
}

/** Everything we draw, in drawing order within a layer. */
export function shapesOf(data: OsmData, things: readonly Thing[]): Shape[] {
  const coast = things.flatMap((t) => (t.tags["natural"] === "coastline" && t.line ? [t.line] : []));
  const earth: Shape[] = [
    {
      layer: "earth",
      minZoom: 0,
      tags: {},
      geometry: { type: "MultiPolygon", coordinates: landOf(coast, data.bounds) },
    },
  ];
  return [...earth, ...things.flatMap(shapes)];
}

function shapes(thing: Thing): Shape[] {
  const { tags, area, line, point } = thing;
  const found: Shape[] = [];
  const put = (layer: Layer, found_: Class | undefined, geometry: Geometry | undefined, more: Tags = {}) => {
    if (found_ && geometry)
      found.push({ layer, minZoom: found_.minZoom, tags: { kind: found_.kind, ...more }, geometry });
  };
  const surface: Geometry | undefined = area && { type: "MultiPolygon", coordinates: area };
  const path: Geometry | undefined = line && !area ? { type: "LineString", coordinates: line } : undefined;
  const spot: Geometry = { type: "Point", coordinates: spotOf(thing) };
  const name: Tags = tags["name"] ? { name: tags["name"] } : {};

  put("landuse", landuseOf(tags), surface);
  put("water", waterOf(tags), surface);
  put("water", streamOf(tags), path, name);
  put("roads", roadOf(tags), path, { ...name, ...levelOf(tags) });
  if (tags["building"] && tags["building"] !== "no")
    put("buildings", { kind: "building", minZoom: 13 }, surface);
  if (point) put("places", placeOf(tags), spot, name);
  put("pois", path ? undefined : poiOf(tags), spot, name);
  const number = tags["addr:housenumber"];
  if (number && !path) put("housenumbers", { kind: "number", minZoom: 15 }, spot, { number });
  return found;
}

function levelOf(tags: Tags): Tags {
  if (tags["bridge"] && tags["bridge"] !== "no") return { level: "bridge" };
  return tags["tunnel"] && tags["tunnel"] !== "no" ? { level: "tunnel" } : {};
}
