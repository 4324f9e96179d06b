import type { ZoneColour } from "../domain/zone.ts";
import { HUES } from "./hues.ts";
import "./swatch.css";

/** A zone's colour beside its name. */
export function Swatch({ colour }: { colour: ZoneColour }) {
  const { light, dark } = HUES[colour];
  return (
    <span
      className="zone-swatch"
      aria-hidden="true"
      style={{ background: `light-dark(${light}, ${dark})` }}
    />
  );
}
