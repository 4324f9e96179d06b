import { distanceM } from "#kernel/geo.ts";
import type { RoadLine } from "#server/geo/streets.ts";

/** Length of all lines together, in whole metres. */
export const metresOf = (lines: readonly RoadLine[]): number =>
  Math.round(
    lines.reduce(
      (sum, line) =>
        sum +
        line.reduce((long, [lon, lat], i) => {
          const before = line[i - 1];
          return before ? long + distanceM({ lon: before[0], lat: before[1] }, { lon, lat }) : long;
        }, 0),
      0,
    ),
  );
