import { describe, expect, test } from "vitest";
import { geoJsonOf, withGeoJson } from "./geojson.ts";
import { merged } from "./merge.ts";
import type { Zone } from "./zone.ts";

const square = (west: number, south = 52): Zone["polygon"] => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [west + 0.1, south],
      [west + 0.1, south + 0.1],
      [west, south + 0.1],
      [west, south],
    ],
  ],
});
const zone = (name: string, west = 13, more: Partial<Zone> = {}): Zone => ({
  code: name.toLowerCase(),
  name,
  colour: "blue",
  polygon: square(west),
  ...more,
});
const file = (...features: unknown[]): string => JSON.stringify({ type: "FeatureCollection", features });
const feature = (name: unknown, geometry: unknown = square(13), more: object = {}) => ({
  type: "Feature",
  properties: { name, ...more },
  geometry,
});
const read = (text: string, zones: readonly Zone[] = []) => {
  const found = withGeoJson(text, zones);
  if ("file" in found) throw new Error(found.file);
  return found;
};

describe("a GeoJSON file", () => {
  test("gives back what was written", () => {
    const zones = [zone("North"), zone("South", 13.5, { colour: "pink" })];
    expect(read(geoJsonOf(zones)).zones).toEqual(zones);
    expect(read(geoJsonOf(zones), zones)).toMatchObject({ zones, added: 0, changed: 2, faults: [] });
  });
  test("changes zones of known names and adds the others with a colour and a code of their own", () => {
    const { zones, added, changed } = read(file(feature("NORTH", square(14)), feature("Østerbro")), [
      zone("North"),
    ]);
    expect([added, changed]).toEqual([1, 1]);
    expect(zones[0]).toEqual(zone("North", 14));
    expect(zones[1]).toMatchObject({ code: "sterbro", name: "Østerbro", colour: "orange" });
  });
  test("names every feature at fault and takes the others", () => {
    const { coordinates } = square(13);
    const { zones, faults } = read(
      file(
        feature("Good"),
        feature(7),
        feature("Point", { type: "Point", coordinates: [13, 52] }),
        feature("Hole", { type: "Polygon", coordinates: [...coordinates, ...coordinates] }),
        feature("Two", { type: "MultiPolygon", coordinates: [coordinates, coordinates] }),
        feature("One", { type: "MultiPolygon", coordinates: [coordinates] }),
        feature("good", square(13.5)),
        feature("Odd", { type: "Polygon", coordinates: [[["a", "b"]]] }),
        null,
      ),
    );
    expect(zones.map(({ name }) => name)).toEqual(["Good", "One"]);
    expect(faults.map(({ n, code }) => `${n} ${code}`)).toEqual([
      "2 no-name",
      "3 not-a-polygon",
      "4 has-hole",
      "5 not-a-polygon",
      "7 same-name",
      "8 not-a-polygon",
      "9 no-name",
    ]);
  });
  test("is refused whole where it is none or too large", () => {
    expect(withGeoJson("<kml/>", [])).toEqual({ file: "not-geojson" });
    expect(withGeoJson(JSON.stringify({ type: "Topology" }), [])).toEqual({ file: "not-geojson" });
    expect(withGeoJson(" ".repeat(1_000_001), [])).toEqual({ file: "too-large-file" });
  });
  test("fills up to forty zones", () => {
    const { zones, faults } = read(file(...Array.from({ length: 41 }, (_, i) => feature(`Z ${i}`))));
    expect([zones.length, faults]).toEqual([40, [{ n: 41, name: "Z 40", code: "too-many-zones" }]]);
  });
});

test("own changes go on top of theirs: what was not touched here follows them", () => {
  const [a, b, c] = [zone("A"), zone("B"), zone("C")];
  const mine = [b, { ...a, name: "Mine" }, c, zone("New")];
  const theirs = [a, { ...b, name: "Theirs" }, zone("Other")];
  expect(merged([a, b, c], mine, theirs).map(({ name }) => name)).toEqual(["Theirs", "Mine", "New", "Other"]);
});
