import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { distanceM } from "#kernel/geo.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { FoundStreet, StreetsOfMap } from "#server/geo/streets.ts";
import type { Street, streetsApi } from "../contract/api.ts";

const SHOWN = 12;
/** One stretch is a part of a street, not a way through the town. */
const MOST_M = 5_000;

const shown = ({ name, metres, at, lines }: FoundStreet): Street => ({
  name,
  metres,
  at: { ...at },
  lines: lines.map((line) => line.map(([lon, lat]) => [lon, lat])),
});

export const findStreets = (
  streets: StreetsOfMap | undefined,
  { text }: ParsedOf<typeof streetsApi.findStreets>,
): ReplyOf<typeof streetsApi.findStreets> => ({ streets: (streets?.search(text, SHOWN) ?? []).map(shown) });

/** @throws Refusal `streets.no-road`, `streets.too-long` */
export function findStretch(
  streets: StreetsOfMap | undefined,
  { fromLon, fromLat, toLon, toLat }: ParsedOf<typeof streetsApi.findStretch>,
): Street {
  const [from, to] = [
    { lon: fromLon, lat: fromLat },
    { lon: toLon, lat: toLat },
  ];
  if (distanceM(from, to) > MOST_M) throw new Refusal("streets.too-long", { metres: MOST_M });
  const found = streets?.stretch(from, to);
  if (!found) throw new Refusal("streets.no-road");
  return shown(found);
}
