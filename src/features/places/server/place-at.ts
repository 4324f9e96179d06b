import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { contains } from "#kernel/geo.ts";
import { plusCodeOf } from "#server/geo/plus-code.ts";
import type { Context } from "#server/http/route.ts";
import type { placesApi } from "../contract/api.ts";
import { areaOf } from "./area-queries.ts";
import { hitOf } from "./place-hit.ts";
import { nearestPlace } from "./place-queries.ts";

type Endpoint = typeof placesApi.placeAt;

/** A pin farther than this from every address has none. */
const WITHIN_M = 300;

/** Finds what lies under a pin: the nearest address, its Plus Code, and whether we deliver there. */
export function placeAt(
  point: ParsedOf<Endpoint>,
  orgId: string,
  context: Context,
): Promise<ReplyOf<Endpoint>> {
  return context.db.as({ orgId }, async (tx) => {
    const row = await nearestPlace(tx, point, WITHIN_M);
    const area = await areaOf(tx);
    return {
      hit: row ? hitOf(row, point) : null,
      plusCode: plusCodeOf(point),
      inArea: area !== undefined && contains(area.polygon, point),
    };
  });
}
