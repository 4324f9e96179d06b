import type { Hue } from "#web/map/map-view.tsx";
import type { ZoneColour } from "../domain/zone.ts";

/** Each stands out from the land of its map by 3 : 1 at least. */
export const HUES: Readonly<Record<ZoneColour, Hue>> = {
  blue: { light: "#1f5fbf", dark: "#7fb1ff" },
  orange: { light: "#b85c00", dark: "#ffa24d" },
  green: { light: "#1f7a3d", dark: "#6fd08c" },
  pink: { light: "#b8327c", dark: "#ff8fc4" },
  teal: { light: "#0b7a7a", dark: "#4fd1c9" },
  yellow: { light: "#8a6d00", dark: "#f0cc3d" },
  violet: { light: "#6b3fb5", dark: "#c3a0ff" },
  brown: { light: "#7a4a2b", dark: "#d9a886" },
};
