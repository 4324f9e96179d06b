import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ServiceArea } from "#features/places/contract/api.ts";
import type { At } from "#server/db/db.ts";
import { areaHolds, areaJson } from "#features/places/server/public.ts";
import { type StoredZones, zonesHold, zonesJson } from "#features/zones/server/public.ts";
import type { PriceList } from "../contract/api.ts";
import type { ServiceLevels } from "../contract/levels.ts";
import { UNCHANGED, levelsHold, levelsJson } from "./levels/levels-record.ts";
import { listHolds, listJson } from "./price-list-record.ts";
import { type PlacesPlan, windowPlaces } from "./window-places.ts";

/**
 * Area, zones, price list, service levels and places, on which a quote depends besides the request: each null before it
 * is set up, the levels while they are unchanged.
 */
export interface Terms {
  readonly area: ServiceArea | null;
  readonly zones: StoredZones | null;
  readonly list: PriceList | null;
  readonly levels: ServiceLevels | null;
  readonly places: PlacesPlan | null;
}

/** Area, newest zones, newest price list, levels and places, as columns of a statement. */
export const termsOf = (): RawBuilder<unknown> =>
  sql`${areaJson()} as area, ${zonesJson()} as zones, ${listJson()} as list,
    ${levelsJson()} as levels, ${windowPlaces().json()} as places`;

/** Terms as they were read last, by organisation. */
const kept = new Map<string, Terms>();
/** There is one organisation for each carrier: few. */
const MOST = 1_000;

/** The terms that this process read last. They may have changed since: what is written by them needs `termsHold`. */
export const knownTerms = (orgId: string): Terms | undefined => kept.get(orgId);

export function keepTerms(orgId: string, { area, zones, list, levels, places }: Terms): void {
  if (kept.size >= MOST) kept.clear();
  kept.set(orgId, { area, zones, list, levels, places });
}

/** Terms that a quote is made by, as the database knows them. */
export interface HeldTerms {
  readonly areaId: string;
  readonly areaVersion: number;
  readonly zonesVersion: number;
  readonly listVersion: number;
  readonly listPublishedAt: string;
  readonly levelsVersion: number;
  readonly placesVersion: number;
}

/** Names the known terms; nothing before they are set up. */
export const heldTerms = ({ area, zones, list, levels, places }: Terms): HeldTerms | undefined =>
  area && list
    ? {
        areaId: area.id,
        areaVersion: area.version,
        zonesVersion: zones?.version ?? 0,
        listVersion: list.version,
        listPublishedAt: list.publishedAt,
        levelsVersion: levels?.version ?? UNCHANGED.version,
        placesVersion: places?.version ?? 0,
      }
    : undefined;

/** Whether these are still the terms, as a value in the statement that writes by them. */
export const termsHold = (at: At<HeldTerms>): RawBuilder<unknown> => {
  const area = areaHolds({ id: at("areaId"), version: at("areaVersion") });
  const list = listHolds({ version: at("listVersion"), publishedAt: at("listPublishedAt") });
  const levels = levelsHold(at("levelsVersion"));
  const places = windowPlaces().holds(at("placesVersion"));
  return sql`${area} and ${zonesHold(at("zonesVersion"))} and ${list} and ${levels} and ${places}`;
};
