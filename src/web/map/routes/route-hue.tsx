import type { Hue } from "../model.ts";
import "./route-hue.css";

/** The colour of a courier's route on the map, beside the courier's name. */
export const RouteHue = ({ hue }: { hue: Hue | undefined }) =>
  hue && <span className="route-hue" style={{ background: `light-dark(${hue.light}, ${hue.dark})` }} />;
