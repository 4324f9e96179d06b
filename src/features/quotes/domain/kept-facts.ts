import type { PriceFacts } from "./price-rule.ts";
import type { TripZones } from "./trip-zones.ts";

/** Facts that a quote keeps, those too that no rule of its list asked for: other rules can price it later. */
export interface KeptFacts extends PriceFacts {
  /** Version of the zones in which both ends were looked up; 0 where none were drawn. */
  readonly zonesVersion: number;
}

export const keptFactsOf = (facts: PriceFacts, { version, from, to }: TripZones): KeptFacts => ({
  ...facts,
  zoneFrom: from?.code ?? null,
  zoneTo: to?.code ?? null,
  zonesVersion: version,
});
