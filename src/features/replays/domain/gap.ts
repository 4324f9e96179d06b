import type { PriceCondition, PriceFacts, PriceRule } from "#features/quotes/domain/price-rule.ts";
import { holds, isTable } from "#features/quotes/domain/price-rule.ts";
import type { KnownFacts } from "./known-facts.ts";

/** A fact that rules need and nobody kept: its name, or the code of a zone that was drawn later. */
export interface Gap {
  readonly reason: "no-fact" | "zone-newer";
  readonly detail: string;
}

type Fact = keyof PriceFacts;
interface Need {
  readonly fact: Fact;
  /** Zones that the need asks for. */
  readonly codes: readonly string[];
}

/** Codes of the zones of each version. */
export type ZoneCodes = ReadonlyMap<number, ReadonlySet<string>>;

const needOf = (condition: PriceCondition): Need => ({
  // The vehicle follows from the load.
  fact: condition.fact === "vehicle" ? "massG" : condition.fact,
  codes: condition.fact === "zoneFrom" || condition.fact === "zoneTo" ? condition.in.filter(Boolean) : [],
});

/** Facts from which a rule that applies computes its amount. */
function needsOf({ do: one }: PriceRule): Need[] {
  if (isTable(one) && one.kind === "matrix")
    return [
      { fact: "zoneFrom", codes: one.cells.map(({ from }) => from).filter(Boolean) },
      { fact: "zoneTo", codes: one.cells.map(({ to }) => to).filter(Boolean) },
    ];
  if (one.kind === "band") return [{ fact: one.by, codes: [] }];
  if (one.kind === "perDistance") return [{ fact: "distanceM", codes: [] }];
  return one.kind === "perParcel" ? [{ fact: "parcels", codes: [] }] : [];
}

function gapOf({ fact, codes }: Need, known: KnownFacts, drawn: ZoneCodes): Gap | undefined {
  if (known.facts[fact] === undefined) return { reason: "no-fact", detail: fact };
  const then = known.zonesVersion === null ? undefined : drawn.get(known.zonesVersion);
  const newer = codes.find((code) => then?.has(code) !== true);
  return newer === undefined ? undefined : { reason: "zone-newer", detail: newer };
}

/** Stands for facts that no rule asks about where they are unknown. */
const UNASKED: PriceFacts = {
  serviceLevel: "",
  zoneFrom: null,
  zoneTo: null,
  distanceM: 0,
  massG: 0,
  parcels: 0,
  weekday: 1,
  timeOfDay: "00:00",
  leadMin: 0,
  specialDay: false,
};

export const filled = (known: KnownFacts): PriceFacts => ({ ...UNASKED, ...known.facts });

/** The first fact that these rules need for an order and that is not known. A rule of which a known condition fails needs nothing. */
export function gapIn(rules: readonly PriceRule[], known: KnownFacts, drawn: ZoneCodes): Gap | undefined {
  const facts = filled(known);
  for (const rule of rules) {
    const asked = rule.when.map((condition) => ({
      condition,
      gap: gapOf(needOf(condition), known, drawn),
    }));
    if (asked.some(({ condition, gap }) => !gap && !holds(condition, facts))) continue;
    const gaps = [...asked.map(({ gap }) => gap), ...needsOf(rule).map((need) => gapOf(need, known, drawn))];
    const gap = gaps.find((one) => one !== undefined);
    if (gap) return gap;
  }
  return undefined;
}
