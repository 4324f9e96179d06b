import { boundsOf, distanceM, type Point } from "#kernel/geo.ts";
import type { ParsedOf } from "#contract/endpoint.ts";
import type { Tx } from "#server/db/db.ts";
import { plusCodeIn } from "#server/geo/plus-code.ts";
import type { Context } from "#server/http/route.ts";
import type { PlaceHit, placesApi } from "../contract/api.ts";
import { rank, type Candidate } from "../domain/rank.ts";
import { searchText } from "../domain/search-text.ts";
import { areaOf } from "./area-queries.ts";
import { hitOf, plusCodeHit } from "./place-hit.ts";
import { housesOn, namesLike, nearestPlace, type PlaceRow } from "./place-queries.ts";

/** As many as fit under an input on a phone. */
const SHOWN = 8;
/** Streets whose houses are looked at. */
const STREETS = 12;

/** Two or three statements, whatever the number of places. */
export function search(
  input: ParsedOf<typeof placesApi.searchPlaces>,
  orgId: string,
  context: Context,
): Promise<PlaceHit[]> {
  const near =
    input.lon !== undefined && input.lat !== undefined ? { lon: input.lon, lat: input.lat } : undefined;
  return context.db.as({ orgId }, async (tx) => {
    if (input.q.includes("+")) {
      const hit = await byPlusCode(tx, input.q, near);
      if (hit) return [hit];
    }
    const candidates = await byWords(tx, input.q, near);
    return rank(candidates, searchText(input.q).number)
      .slice(0, SHOWN)
      .map(({ row }) => hitOf(row, near));
  });
}

/** A short code means the one nearest to the middle of the area, or to where the person is without one. */
async function byPlusCode(tx: Tx, typed: string, near: Point | undefined): Promise<PlaceHit | undefined> {
  const area = await areaOf(tx);
  const centre = area ? middleOf(area.polygon) : near;
  const found = plusCodeIn(typed, centre ?? { lon: 0, lat: 0 });
  return found && plusCodeHit(found, await nearestPlace(tx, found.point, 400), near);
}

function middleOf(polygon: Parameters<typeof boundsOf>[0]): Point {
  const { west, south, east, north } = boundsOf(polygon);
  return { lon: (west + east) / 2, lat: (south + north) / 2 };
}

type Found = Candidate & { readonly row: PlaceRow };

async function byWords(tx: Tx, typed: string, near: Point | undefined): Promise<Found[]> {
  const { words, number } = searchText(typed);
  if (words === "") return [];
  const names = await namesLike(tx, words);
  const streets = names.filter((row) => row.kind === "street").slice(0, number === null ? 1 : STREETS);
  const houses =
    streets.length === 0
      ? []
      : await housesOn(
          tx,
          streets.flatMap((row) => row.street ?? []),
          number,
        );
  const found = (row: PlaceRow, closeness: number): Found => ({
    kind: row.kind,
    closeness,
    houseNumber: row.houseNumber,
    distanceM: near ? distanceM(near, { lon: row.lon, lat: row.lat }) : null,
    row,
  });
  const closenessOn = (house: PlaceRow) => streets.find((row) => row.street === house.street)?.closeness ?? 0;
  return [
    ...names.map((row) => found(row, row.closeness)),
    ...houses.map((row) => found(row, closenessOn(row))),
  ];
}
