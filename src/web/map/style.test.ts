import { expect, test } from "vitest";
import type { MapMeta } from "./meta.ts";
import { mapStyle } from "./style.ts";

const meta: MapMeta = {
  version: "1",
  bounds: [10, 50, 11, 51],
  center: [10.5, 50.5],
  minZoom: 10,
  maxZoom: 15,
  attribution: null,
  hasSea: false,
  tiles: "/map/tiles/{z}/{x}/{y}.mvt?v=1",
};

test.each(["light", "dark", "sun"] as const)("the map asks nobody but us (%s)", (theme) => {
  const style = mapStyle(meta, theme);
  expect([style.glyphs, style.sprite]).toEqual([undefined, undefined]);
  const addresses = JSON.stringify(style).match(/https?:\/\/[^"/]+/g) ?? [];
  expect(new Set(addresses)).toEqual(new Set([location.origin]));
});

test("every text uses a font of the device, and every layer has a name of its own", () => {
  const { layers } = mapStyle(meta, "light");
  const fonts = layers.flatMap((layer) => (layer.type === "symbol" ? [layer.layout?.["text-font"]] : []));
  expect(fonts.length).toBeGreaterThan(5);
  for (const font of fonts) expect(font).toEqual(["sans-serif"]);
  expect(new Set(layers.map((layer) => layer.id)).size).toBe(layers.length);
});

test("beyond its land a map with a coast shows water, one without shows land", () => {
  const ground = (hasSea: boolean) => mapStyle({ ...meta, hasSea }, "light").layers[0];
  expect(ground(true)).not.toEqual(ground(false));
});
