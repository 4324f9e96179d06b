import type { ExpressionSpecification } from "maplibre-gl";

/** Local fonts: no glyph server is asked (the style names no `glyphs`). */
export const FONT = ["sans-serif"];
export const BASE = "base";
/** Scheme of tiles that this device may keep. */
export const KEPT_FIRST = "kept";

/** Pixels by zoom, growing like the map does between the given stops. */
export function grow(
  ...stops: readonly (readonly [zoom: number, pixels: number])[]
): ExpressionSpecification {
  const [first, ...rest] = stops;
  return ["interpolate", ["exponential", 1.6], ["zoom"], first?.[0] ?? 10, first?.[1] ?? 1, ...rest.flat()];
}

/** Only features of these kinds. */
export function kinds(...names: readonly string[]): ExpressionSpecification {
  return ["in", ["get", "kind"], ["literal", [...names]]];
}
