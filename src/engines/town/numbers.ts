import type { Building } from "./lots.ts";
import { at, centroid, sub, type Vec } from "./plane.ts";
import type { Dice } from "./dice.ts";
import { nearest, type Streets } from "./streets.ts";

export interface House extends Building {
  readonly number: string;
  readonly middle: Vec;
}

/** Numbers the houses of each street from its start: odd on the left, even on the right, now and then a letter. */
export function numbered(buildings: readonly Building[], streets: Streets, dice: Dice): House[] {
  const houses: House[] = [];
  for (const street of streets.values()) {
    const own = buildings
      .filter((b) => b.street === street.id)
      .map((b) => ({ building: b, ...sideOf(street.line, b) }));
    for (const isLeft of [true, false]) {
      const row = own.filter((b) => b.isLeft === isLeft).toSorted((a, b) => a.metres - b.metres);
      let number = isLeft ? -1 : 0;
      let letter = "";
      for (const { building, middle } of row) {
        letter = number > 0 && letter === "" && dice.chance(0.04) ? "a" : "";
        if (letter === "") number += 2;
        houses.push({ ...building, middle, number: `${number}${letter}` });
      }
    }
  }
  return houses;
}

function sideOf(line: readonly Vec[], building: Building): { metres: number; isLeft: boolean; middle: Vec } {
  const middle = centroid(building.ring);
  const { segment, metres } = nearest(line, middle);
  const a = at(line, segment);
  const along = sub(at(line, segment + 1), a);
  const away = sub(middle, a);
  return { metres, isLeft: along[0] * away[1] - along[1] * away[0] > 0, middle };
}
