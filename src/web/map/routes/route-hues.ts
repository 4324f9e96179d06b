import type { Hue } from "../model.ts";

/**
 * Colours of couriers' routes. Each stands out from land and roads of its map by 3 : 1 at least and carries a number by 4.5 : 1;
 * any two lie 0.12 apart in OKLab for usual sight, and without red, green or blue cones (Machado 2009).
 */
export const ROUTE_HUES: readonly Hue[] = [
  { light: "#d04720", dark: "#e49921" },
  { light: "#000fc2", dark: "#67c0fb" },
  { light: "#a658ad", dark: "#df44a1" },
  { light: "#451406", dark: "#f6f593" },
  { light: "#554ffe", dark: "#707bf5" },
  { light: "#952803", dark: "#a2790d" },
  { light: "#1b195f", dark: "#a2f3fb" },
  { light: "#6a446d", dark: "#b3b9a4" },
];

/** Colours by courier: in the order of their ids, which no filter or edit of a day changes. */
export function routeHues(couriers: readonly { readonly id: string }[]): ReadonlyMap<string, Hue> {
  const ids = couriers.map(({ id }) => id).toSorted();
  return new Map(
    ids.flatMap((id, at) => {
      const hue = ROUTE_HUES[at % ROUTE_HUES.length];
      return hue ? [[id, hue] as const] : [];
    }),
  );
}
