import type { StreetsOfMap } from "#server/geo/streets.ts";

const STREET = {
  name: "Kanalstraße",
  metres: 677,
  at: { lon: 13.4, lat: 52.5 },
  lines: [
    [
      [13.4, 52.5],
      [13.41, 52.5],
    ],
  ],
} as const;

/** A map of one street. */
export const ONE_STREET: StreetsOfMap = {
  search: () => [STREET],
  stretch: () => STREET,
  classSeconds: () => ({ fast: 0, main: 100, side: 100 }),
  state: () => ({ source: "own", version: "map", isChanging: false }),
  refresh: () => Promise.resolve(),
};
