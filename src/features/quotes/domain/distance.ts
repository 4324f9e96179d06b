import { type Point, distanceM } from "#kernel/geo.ts";
import { DETOUR_PERCENT } from "./limits.ts";
import type { PriceLine } from "./price.ts";
import { PRICE_LABELS } from "./price.ts";
import type { QuoteVehicle } from "./vehicle.ts";

export interface Distance {
  /** Whole metres. */
  readonly distanceM: number;
  readonly source: "estimated" | "road";
  /** Vehicle whose roads were measured; absent where none were. */
  readonly vehicle?: QuoteVehicle;
}

/** The way by road guessed from the straight line. */
export function estimatedDistance(from: Point, to: Point): Distance {
  return { distanceM: Math.round((distanceM(from, to) * DETOUR_PERCENT) / 100), source: "estimated" };
}

/** Adds to the lines that charge a distance how it was measured: `measured` is the vehicle, or `estimated`. */
export function withMeasure<T extends { readonly lines: readonly PriceLine[] }>(
  price: T,
  { vehicle, source }: Distance,
): T {
  const measured = vehicle ?? source;
  return {
    ...price,
    lines: price.lines.map((line) =>
      line.label === PRICE_LABELS.perDistance ? { ...line, inputs: { ...line.inputs, measured } } : line,
    ),
  };
}
