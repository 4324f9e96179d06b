import { addressLine, houseNumbers } from "./address-line.ts";
import { placeOf, poiOf, roadOf } from "./classes.ts";
import type { Tags } from "./osm.ts";
import type { Position } from "./rings.ts";
import { spotOf, type Thing } from "./shapes.ts";

/** One line of `places.ndjson`: something people search for. */
export interface PlaceRecord {
  readonly kind: "address" | "street" | "poi";
  readonly label: string;
  readonly street: string | null;
  readonly houseNumber: string | null;
  readonly postcode: string | null;
  readonly city: string | null;
  readonly lon: number;
  readonly lat: number;
  readonly precision: "rooftop" | "street";
}

/** Streets of one name whose parts lie farther apart than this many degrees (about 2 km) are two streets. */
const SAME_STREET_DEGREES = 0.02;

/** Addresses, streets and points of interest, each once. */
export function placesOf(things: readonly Thing[]): PlaceRecord[] {
  const towns = townsOf(things);
  const addresses = unique(
    things.flatMap((thing) => addressesOf(thing, towns)),
    (p) => `${p.label}|${p.postcode}|${p.city}`,
  );
  const streets = streetsOf(things, towns, postcodeOfStreets(addresses));
  const pois = unique(
    things.flatMap((thing) => poisOf(thing, towns)),
    (p) => `${p.label}|${p.lon.toFixed(3)}|${p.lat.toFixed(3)}`,
  );
  return [...addresses, ...streets, ...pois];
}

interface TownSpot {
  readonly name: string;
  readonly at: Position;
}

function townsOf(things: readonly Thing[]): TownSpot[] {
  return things.flatMap((t) => {
    const kind = t.point && placeOf(t.tags)?.kind;
    const name = t.tags["name"];
    return name && (kind === "city" || kind === "town" || kind === "village")
      ? [{ name, at: spotOf(t) }]
      : [];
  });
}

function cityAt(tags: Tags, [lon, lat]: Position, towns: readonly TownSpot[]): string | null {
  if (tags["addr:city"]) return tags["addr:city"];
  const far = ({ at }: TownSpot) => Math.hypot((at[0] - lon) * Math.cos((lat * Math.PI) / 180), at[1] - lat);
  return towns.toSorted((a, b) => far(a) - far(b))[0]?.name ?? null;
}

const e6 = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
const lonLat = ([lon, lat]: Position) => ({ lon: e6(lon), lat: e6(lat) });

function addressesOf(thing: Thing, towns: readonly TownSpot[]): PlaceRecord[] {
  const { tags } = thing;
  const street = tags["addr:street"] ?? tags["addr:place"];
  const number = tags["addr:housenumber"];
  if (!street || !number || (thing.line && !thing.area)) return [];
  const spot = spotOf(thing);
  const city = cityAt(tags, spot, towns);
  return houseNumbers(number).map((houseNumber) => ({
    kind: "address",
    label: addressLine(street, houseNumber),
    street,
    houseNumber,
    postcode: tags["addr:postcode"] ?? null,
    city,
    ...lonLat(spot),
    precision: "rooftop",
  }));
}

function poisOf(thing: Thing, towns: readonly TownSpot[]): PlaceRecord[] {
  const name = thing.tags["name"];
  if (!name || !poiOf(thing.tags) || (thing.line && !thing.area)) return [];
  const spot = spotOf(thing);
  const { tags } = thing;
  return [
    {
      kind: "poi",
      label: name,
      street: tags["addr:street"] ?? null,
      houseNumber: houseNumbers(tags["addr:housenumber"] ?? "")[0] ?? null,
      postcode: tags["addr:postcode"] ?? null,
      city: cityAt(tags, spot, towns),
      ...lonLat(spot),
      precision: "rooftop",
    },
  ];
}

/** Named roads, parts of one street together; its point is in the middle of its longest part. */
function streetsOf(
  things: readonly Thing[],
  towns: readonly TownSpot[],
  postcodes: ReadonlyMap<string, string>,
): PlaceRecord[] {
  const groups = new Map<string, { line: readonly Position[]; at: Position }[]>();
  for (const { tags, line } of things) {
    const kind = roadOf(tags)?.kind;
    const name = tags["name"];
    if (!name || !line || !kind || kind === "rail" || kind === "ferry") continue;
    const at = middle(line);
    const known = groups.get(name) ?? [];
    const near = known.find((g) => Math.hypot(g.at[0] - at[0], g.at[1] - at[1]) < SAME_STREET_DEGREES);
    if (!near) groups.set(name, [...known, { line, at }]);
    else if (span(line) > span(near.line)) Object.assign(near, { line, at });
  }
  return [...groups].flatMap(([name, parts]) =>
    parts.map(({ at }): PlaceRecord => ({
      kind: "street",
      label: name,
      street: name,
      houseNumber: null,
      postcode: postcodes.get(name) ?? null,
      city: cityAt({}, at, towns),
      ...lonLat(at),
      precision: "street",
    })),
  );
}

/** A street's postcode where all its houses share one. */
function postcodeOfStreets(addresses: readonly PlaceRecord[]): Map<string, string> {
  const all = new Map<string, Set<string>>();
  for (const { street, postcode } of addresses) {
    if (street && postcode) all.set(street, (all.get(street) ?? new Set()).add(postcode));
  }
  return new Map(
    [...all].flatMap(([street, [only, ...more]]) => (only && more.length === 0 ? [[street, only]] : [])),
  );
}

function span(line: readonly Position[]): number {
  return line
    .slice(1)
    .reduce((sum, [x, y], i) => sum + Math.hypot(x - (line[i]?.[0] ?? x), y - (line[i]?.[1] ?? y)), 0);
}

function middle(line: readonly Position[]): Position {
  let rest = span(line) / 2;
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i], line[i + 1]];
    if (!a || !b) break;
    const step = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (rest <= step)
      return step === 0 ? a : [a[0] + ((b[0] - a[0]) * rest) / step, a[1] + ((b[1] - a[1]) * rest) / step];
    rest -= step;
  }
  return line[0] ?? [0, 0];
}

function unique<T>(list: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(list.map((item) => [key(item), item])).values()];
}
