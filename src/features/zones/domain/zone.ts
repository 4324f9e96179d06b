import { contains, type Point, type Polygon } from "#kernel/geo.ts";

/** Hues that differ from each other and from the land in the light and in the dark (`web/map/zone-colours.ts`). */
export const ZONE_COLOURS = ["blue", "orange", "green", "pink", "teal", "yellow", "violet", "brown"] as const;
export type ZoneColour = (typeof ZONE_COLOURS)[number];

export interface Zone {
  /** Names it in price rules; it stays when people rename the zone. */
  readonly code: string;
  readonly name: string;
  readonly colour: ZoneColour;
  readonly polygon: Polygon;
}

/** All zones of an organisation, in the order in which they are asked; a saved version never changes. */
export interface ZoneSet {
  readonly version: number;
  readonly zones: readonly Zone[];
}

/** The zone of a place: of those that hold it the first. A border belongs to its zone. */
export const zoneAt = (zones: readonly Zone[], point: Point): Zone | undefined =>
  zones.find(({ polygon }) => contains(polygon, point));

/** A change between two versions of the zones. */
export interface ZoneDifference {
  readonly name: string;
  readonly what: "added" | "removed" | "renamed" | "recoloured" | "redrawn" | "moved";
}

/** Everything that differs, for people to compare. */
export function differences(before: readonly Zone[], after: readonly Zone[]): ZoneDifference[] {
  const [old, fresh] = [byCode(before), byCode(after)];
  const removed = before
    .filter(({ code }) => !fresh.has(code))
    .map(({ name }): ZoneDifference => ({ name, what: "removed" }));
  const rank = (zones: readonly Zone[], other: ReadonlyMap<string, Zone>): string[] =>
    zones.filter(({ code }) => other.has(code)).map(({ code }) => code);
  const [oldOrder, newOrder] = [rank(before, fresh), rank(after, old)];
  const changed = after.flatMap((zone): ZoneDifference[] => {
    const was = old.get(zone.code);
    const { name } = zone;
    if (!was) return [{ name, what: "added" }];
    return [
      ...(was.name === name ? [] : [{ name, what: "renamed" as const }]),
      ...(was.colour === zone.colour ? [] : [{ name, what: "recoloured" as const }]),
      ...(sameShape(was, zone) ? [] : [{ name, what: "redrawn" as const }]),
      ...(oldOrder.indexOf(zone.code) === newOrder.indexOf(zone.code)
        ? []
        : [{ name, what: "moved" as const }]),
    ];
  });
  return [...removed, ...changed];
}

const byCode = (zones: readonly Zone[]): Map<string, Zone> => new Map(zones.map((zone) => [zone.code, zone]));

const sameShape = (a: Zone, b: Zone): boolean => JSON.stringify(a.polygon) === JSON.stringify(b.polygon);
