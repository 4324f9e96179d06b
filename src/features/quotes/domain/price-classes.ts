import { MAX_DISTANCE_M, MAX_PARCELS } from "./limits.ts";
import { type PriceCondition, type PriceFacts, type PriceRule, holds } from "./price-rule.ts";
import { SERVICE_LEVELS } from "./service-levels.ts";

/** One value of each fact for every range in which all rules treat it alike. */
export type Representatives = { readonly [F in keyof PriceFacts]: readonly PriceFacts[F][] };

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

const conditionsOn = (rules: readonly PriceRule[], fact: keyof PriceFacts): PriceCondition[] =>
  rules.flatMap((rule) => rule.when.filter((condition) => condition.fact === fact));

type RangeFact = "distanceM" | "massG" | "parcels";
type RangeCondition = Extract<PriceCondition, { fact: RangeFact }>;

const isRange = (condition: PriceCondition): condition is RangeCondition =>
  condition.fact === "distanceM" || condition.fact === "massG" || condition.fact === "parcels";

/** Both sides of every bound of a range fact, from `least` on. */
function bounds(rules: readonly PriceRule[], fact: RangeFact, least: number): number[] {
  const ends = conditionsOn(rules, fact)
    .filter(isRange)
    .flatMap(({ from, below }) => [from, below]);
  const sides = ends.flatMap((end) => (end === undefined ? [] : [end - 1, end]));
  return unique([least, ...sides.filter((side) => side >= least)]).sort((a, b) => a - b);
}

/** Values that make the same conditions hold are one class; the first of each is kept. */
function classes<T>(
  values: readonly T[],
  conditions: readonly PriceCondition[],
  facts: (value: T) => PriceFacts,
): T[] {
  const seen = new Map<string, T>();
  for (const value of values) {
    const key = conditions.map((condition) => (holds(condition, facts(value)) ? 1 : 0)).join("");
    if (!seen.has(key)) seen.set(key, value);
  }
  return [...seen.values()];
}

function zones(rules: readonly PriceRule[], fact: "zoneFrom" | "zoneTo"): (string | null)[] {
  const conditions = conditionsOn(rules, fact);
  const named = conditions.flatMap((one) => (one.fact === fact ? one.in : []));
  return classes<string | null>(unique([null, ...named]), conditions, (zone) => ({ ...ANY, [fact]: zone }));
}

/** Levels that rules ask for, and one that none of them names. */
function levels(rules: readonly PriceRule[]): string[] {
  const conditions = conditionsOn(rules, "serviceLevel");
  const named = conditions.flatMap((one) => (one.fact === "serviceLevel" ? one.in : []));
  const all = unique([...SERVICE_LEVELS, ...named, OTHER_LEVEL]);
  return classes(all, conditions, (serviceLevel) => ({ ...ANY, serviceLevel }));
}
const OTHER_LEVEL = "other";

const ANY: PriceFacts = {
  serviceLevel: "asap_60",
  zoneFrom: null,
  zoneTo: null,
  distanceM: 0,
  massG: 1,
  parcels: 1,
  weekday: 1,
  timeOfDay: "00:00",
};

function times(rules: readonly PriceRule[]): string[] {
  const starts = conditionsOn(rules, "timeOfDay").flatMap((one) =>
    one.fact === "timeOfDay" ? [one.from, one.below] : [],
  );
  return unique(["00:00", ...starts]).filter((time) => time !== "24:00");
}

function parcelCounts(rules: readonly PriceRule[]): number[] {
  const counted = rules.some((rule) => rule.do.kind === "perParcel");
  const all = Array.from({ length: MAX_PARCELS }, (_, i) => i + 1);
  return counted ? all : bounds(rules, "parcels", 1).filter((n) => n <= MAX_PARCELS);
}

/** For each fact the values that matter to these rules: nothing between them can change which rules apply. */
export function representativesOf(rules: readonly PriceRule[]): Representatives {
  const on = (fact: keyof PriceFacts): PriceCondition[] => conditionsOn(rules, fact);
  return {
    serviceLevel: levels(rules),
    zoneFrom: zones(rules, "zoneFrom"),
    zoneTo: zones(rules, "zoneTo"),
    distanceM: unique([...bounds(rules, "distanceM", 0), MAX_DISTANCE_M]).sort((a, b) => a - b),
    massG: classes(bounds(rules, "massG", 1), on("massG"), (massG) => ({ ...ANY, massG })),
    parcels: parcelCounts(rules),
    weekday: classes([1, 2, 3, 4, 5, 6, 7], on("weekday"), (weekday) => ({ ...ANY, weekday })),
    timeOfDay: classes(times(rules), on("timeOfDay"), (timeOfDay) => ({ ...ANY, timeOfDay })),
  };
}

/** Whether some value of every fact meets all of the rule's conditions. */
export function canApply(rule: PriceRule, values: Representatives): boolean {
  const facts = unique(rule.when.map((condition) => condition.fact));
  return facts.every((fact) => {
    const conditions = rule.when.filter((condition) => condition.fact === fact);
    return values[fact].some((value) =>
      conditions.every((condition) => holds(condition, { ...ANY, [fact]: value })),
    );
  });
}

/** How many combinations there are, distance not counted. */
export function combinationCount(values: Representatives): number {
  const { distanceM: _, ...others } = values;
  return Object.values(others).reduce((n, list) => n * list.length, 1);
}

/** Every combination of the facts, distance left at 0. */
export function* combinationsOf(values: Representatives): Generator<PriceFacts> {
  for (const serviceLevel of values.serviceLevel)
    for (const zoneFrom of values.zoneFrom)
      for (const zoneTo of values.zoneTo)
        for (const massG of values.massG)
          for (const parcels of values.parcels)
            for (const weekday of values.weekday)
              for (const timeOfDay of values.timeOfDay)
                yield { serviceLevel, zoneFrom, zoneTo, distanceM: 0, massG, parcels, weekday, timeOfDay };
}
