import { BICYCLE_LOAD_G, MAX_DISTANCE_M, MAX_PARCELS } from "./limits.ts";
import {
  type PriceCondition,
  type PriceFacts,
  type PriceRule,
  type RangeFact,
  holds,
  isRange,
} from "./price-rule.ts";
import { SERVICE_LEVELS } from "./service-levels.ts";

/** One value of each fact for every range in which all rules treat it alike. */
export type Representatives = { readonly [F in keyof PriceFacts]: readonly PriceFacts[F][] };

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

const conditionsOn = (rules: readonly PriceRule[], fact: keyof PriceFacts): PriceCondition[] =>
  rules.flatMap((rule) =>
    [...rule.when.map(plain), ...ofTable(rule)].filter((condition) => condition.fact === fact),
  );

/** A condition on the vehicle, which follows from the load, as one on the load. */
function plain(condition: PriceCondition): PriceCondition {
  if (condition.fact !== "vehicle") return condition;
  const [bicycle, car] = [condition.in.includes("bicycle"), condition.in.includes("car")];
  const bound = BICYCLE_LOAD_G + 1;
  return {
    fact: "massG",
    ...(bicycle && !car && { below: bound }),
    ...(car && !bicycle && { from: bound }),
  };
}

/** Entries of a table as conditions, so that each one's facts are a class of their own. */
function ofTable({ do: one }: PriceRule): PriceCondition[] {
  if (one.kind === "band")
    return one.steps.flatMap(({ below }) => (below === undefined ? [] : [{ fact: one.by, below }]));
  if (one.kind !== "matrix") return [];
  return one.cells.flatMap(({ from, to }): PriceCondition[] => [
    { fact: "zoneFrom", in: [from] },
    { fact: "zoneTo", in: [to] },
  ]);
}

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
  return classes<string | null>(unique([null, ...named.filter(Boolean)]), conditions, (zone) => ({
    ...ANY,
    [fact]: zone,
  }));
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
  leadMin: 0,
  specialDay: false,
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
    leadMin: classes(bounds(rules, "leadMin", 0), on("leadMin"), (leadMin) => ({ ...ANY, leadMin })),
    specialDay: on("specialDay").length > 0 ? [false, true] : [false],
  };
}

/** Whether some value of every fact meets all of the rule's conditions, and its table has an entry there. */
export function canApply(rule: PriceRule, values: Representatives): boolean {
  const own = rule.when.map(plain);
  if (rule.do.kind === "matrix")
    return rule.do.cells.some(({ from, to }) =>
      canHold([...own, { fact: "zoneFrom", in: [from] }, { fact: "zoneTo", in: [to] }], values),
    );
  if (rule.do.kind !== "band") return canHold(own, values);
  const { by, steps } = rule.do;
  return steps.some(({ below }) => canHold([...own, { fact: by, below }], values));
}

function canHold(when: readonly PriceCondition[], values: Representatives): boolean {
  return unique(when.map((condition) => condition.fact)).every((fact) => {
    const conditions = when.filter((condition) => condition.fact === fact);
    // Conditions on the vehicle are told by the load.
    if (fact === "vehicle") return true;
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
export function combinationsOf(values: Representatives): PriceFacts[] {
  const { distanceM: _, ...others } = values;
  // Safe: every fact but the distance is one of the keys, with values of its own type.
  return Object.entries(others).reduce<PriceFacts[]>(
    (all, [fact, list]) => all.flatMap((one) => list.map((value) => ({ ...one, [fact]: value }))),
    [ANY],
  );
}
