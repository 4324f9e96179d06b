import { expect, test } from "vitest";
import { areaFeatures, byId, changes, lineFeature, markerFeature } from "./features.ts";
import type { MapMarker } from "./model.ts";

const marker = (id: string, lon: number, more: Partial<MapMarker> = {}): MapMarker => ({
  id,
  kind: "stop",
  point: { lon, lat: 50 },
  ...more,
});
const shown = (...markers: MapMarker[]) => byId(markers.map(markerFeature));

test("only what moved, came or went reaches the map", () => {
  const diff = changes(
    shown(marker("a", 1), marker("b", 2), marker("c", 3)),
    shown(marker("a", 1), marker("b", 9), marker("d", 4)),
  );
  expect(diff?.remove).toEqual(["c"]);
  expect(diff?.add?.map((feature) => feature.properties?.["id"])).toEqual(["b", "d"]);
});

test("nothing reaches the map when nothing changed", () => {
  expect(changes(shown(marker("a", 1)), shown(marker("a", 1)))).toBeUndefined();
});

test("a selected marker is drawn over all others, a courier over stops", () => {
  const order = (m: MapMarker) => Number(markerFeature(m).properties?.["order"]);
  expect(order(marker("a", 1, { kind: "courier" }))).toBeGreaterThan(order(marker("b", 1)));
  expect(order(marker("b", 1, { selected: true }))).toBeGreaterThan(
    order(marker("a", 1, { kind: "courier" })),
  );
});

test("a line and a stop bear the colours of their route, and others the map's own", () => {
  const hue = { light: "#000fc2", dark: "#67c0fb" };
  const line = { id: "l", points: [] };
  expect(lineFeature({ ...line, hue, faded: true }).properties).toMatchObject({ ...hue, faded: true });
  expect(lineFeature(line).properties).toEqual({ id: "l", kind: "route", faded: false });
  expect(markerFeature(marker("a", 1, { hue, number: 3 })).properties).toMatchObject({ ...hue, number: "3" });
  expect(markerFeature(marker("a", 1)).properties).not.toHaveProperty("light");
});

test("an area is drawn by its edge and by what lies outside it", () => {
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ] as const;
  const { features } = areaFeatures({ type: "Polygon", coordinates: [square] });
  expect(features.map((feature) => feature.properties?.["part"])).toEqual(["outside", "edge"]);
  expect(areaFeatures(undefined).features).toEqual([]);
});
