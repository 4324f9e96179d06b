import type { Point } from "#kernel/geo.ts";
import { type ZoneSet, zoneAt } from "#features/zones/domain/zone.ts";
import type { PriceList, PriceRule } from "./price-rule.ts";

/** A price zone as a price names it: by its name on that day. */
export interface NamedZone {
  readonly code: string;
  readonly name: string;
}

/** Zones that a trip was priced by; null outside all of them. */
export interface TripZones {
  /** Of the zones that were asked; 0 where there were none. */
  readonly version: number;
  readonly from: NamedZone | null;
  readonly to: NamedZone | null;
}

/** Codes of the zones that a rule asks for. */
export const zonesOfRule = ({ when, do: one }: Pick<PriceRule, "when" | "do">): string[] => [
  ...zonesOfConditions(when),
  ...(one.kind === "matrix" ? one.cells.flatMap(({ from, to }) => [from, to]).filter(Boolean) : []),
];

export const zonesOfConditions = (when: PriceRule["when"]): string[] =>
  when.flatMap((one) => (one.fact === "zoneFrom" || one.fact === "zoneTo" ? one.in : []));

/** Zones of both ends of a trip; undefined where no rule asks for one. */
export function tripZones(
  { rules }: Pick<PriceList, "rules">,
  set: ZoneSet | null,
  { pickup, dropoff }: { readonly pickup: Point; readonly dropoff: Point },
): TripZones | undefined {
  if (!rules.some((rule) => rule.do.kind === "matrix" || zonesOfRule(rule).length > 0)) return undefined;
  return zonesOfTrip(set, { pickup, dropoff });
}

/** Zones of both ends, whether or not a rule asks for one. */
export function zonesOfTrip(
  set: ZoneSet | null,
  { pickup, dropoff }: { readonly pickup: Point; readonly dropoff: Point },
): TripZones {
  const named = (point: Point): NamedZone | null => {
    const zone = zoneAt(set?.zones ?? [], point);
    return zone ? { code: zone.code, name: zone.name } : null;
  };
  return { version: set?.version ?? 0, from: named(pickup), to: named(dropoff) };
}
