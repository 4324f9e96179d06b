import { isCurrency } from "#kernel/currency.ts";
import { type Facts, Refusal } from "#kernel/refusal.ts";
import { CHECK_PRICES_MAX } from "./limits.ts";
import {
  type Representatives,
  canApply,
  combinationCount,
  combinationsOf,
  representativesOf,
} from "./price-classes.ts";
import { type PriceFacts, type PriceList, type PriceRule, isBase } from "./price-rule.ts";
import { priceOf } from "./price.ts";
import { zonesOfConditions } from "./trip-zones.ts";

/** Faults of a price list, in English; people read them in their own language by code. */
export const PRICE_LIST_FAULTS = {
  "unknown-currency": "The currency is not in ISO 4217.",
  "duplicate-id": "Two rules have the same id.",
  "not-whole": "An amount or a share is not a whole number.",
  negative: "An amount, a share or a free allowance is negative.",
  "bad-step": "A distance step must be at least one metre.",
  "bad-bands": "The steps of a table do not rise.",
  "twice-in-table": "A table has two amounts for the same zones.",
  "bad-time": "A time of day is not written HH:mm.",
  "unknown-zone": "A zone is not among the price zones.",
  unreachable: "The rule's conditions can never hold together.",
  "missing-base": "No rule gives a base fee.",
  "minimum-above-maximum": "A minimum is above a maximum.",
  "cheaper-with-distance": "A longer trip would cost less; `facts` say where.",
  "too-complex": "The conditions make more combinations than can be checked.",
  "too-large": "Some price would be too large to compute with.",
  "below-zero": "Some price would be below zero.",
  "case-fails": "A test case of the list does not cost what it must.",
} as const;
export type PriceListFaultCode = keyof typeof PRICE_LIST_FAULTS;

/** `ruleId` is null for faults of the whole list; `path` is where to mark the form. */
export interface PriceListFault {
  readonly ruleId: string | null;
  readonly path: string;
  readonly code: PriceListFaultCode;
  readonly facts: Facts;
}

const whole = (code: PriceListFaultCode, path: string, facts: Facts = {}): PriceListFault => ({
  ruleId: null,
  path,
  code,
  facts,
});

/** Every number in a component with its path, those of tables included. */
function numbersOf(of: object, under = ""): [string, number][] {
  return Object.entries(of).flatMap(([name, value]): [string, number][] => {
    if (typeof value === "number") return [[`${under}${name}`, value]];
    return typeof value === "object" && value !== null ? numbersOf(value, `${under}${name}.`) : [];
  });
}

interface TableFault {
  readonly name: string;
  readonly code: PriceListFaultCode;
}

/** Faults of a table: steps that do not rise, zones that are none, or that are named twice. */
function tableFaults({ do: one }: PriceRule, zones: readonly string[] | undefined): TableFault[] {
  if (one.kind === "band")
    return one.steps.flatMap(({ below }, at) => {
      const before = at === 0 ? 0 : one.steps[at - 1]?.below;
      const rises = before !== undefined && (below === undefined || below > before);
      return rises ? [] : [{ name: `steps.${at}.below`, code: "bad-bands" }];
    });
  if (one.kind !== "matrix") return [];
  return one.cells.flatMap(({ from, to }, at): TableFault[] => {
    const name = `cells.${at}.amount`;
    if (one.cells.findIndex((other) => other.from === from && other.to === to) < at)
      return [{ name, code: "twice-in-table" }];
    const isKnown = [from, to].every((code) => code === "" || !zones || zones.includes(code));
    return isKnown ? [] : [{ name, code: "unknown-zone" }];
  });
}

function numberFaults(rule: PriceRule): { name: string; code: PriceListFaultCode }[] {
  const numbers = numbersOf(rule.do);
  return numbers.flatMap(([name, value]): { name: string; code: PriceListFaultCode }[] => {
    if (!Number.isSafeInteger(value)) return [{ name, code: "not-whole" }];
    if (name === "stepM" && value < 1) return [{ name, code: "bad-step" }];
    return value < 0 ? [{ name, code: "negative" }] : [];
  });
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;

function badTimes(rule: PriceRule): number[] {
  return rule.when.flatMap((one, i) =>
    one.fact === "timeOfDay" && !(TIME.test(one.from) && TIME.test(one.below)) ? [i] : [],
  );
}

/** Places of the conditions that ask for a zone that is not there. */
const strayZones = (rule: PriceRule, zones: readonly string[]): number[] =>
  rule.when.flatMap((one, i) => (zonesOfConditions([one]).every((code) => zones.includes(code)) ? [] : [i]));

/** Finds faults of each rule alone, without computing a price. */
function ruleFaults(rules: readonly PriceRule[], zones: readonly string[] | undefined): PriceListFault[] {
  return rules.flatMap((rule, i): PriceListFault[] => {
    const at = (path: string, code: PriceListFaultCode): PriceListFault => ({
      ruleId: rule.id,
      path: `rules.${i}.${path}`,
      code,
      facts: {},
    });
    const twice = rules.findIndex((other) => other.id === rule.id) < i ? [at("id", "duplicate-id")] : [];
    const times = badTimes(rule).map((n) => at(`when.${n}`, "bad-time"));
    const stray = zones ? strayZones(rule, zones).map((n) => at(`when.${n}.in`, "unknown-zone")) : [];
    return [
      ...twice,
      ...times,
      ...stray,
      ...[...numberFaults(rule), ...tableFaults(rule, zones)].map(({ name, code }) => at(`do.${name}`, code)),
    ];
  });
}

/** Finds faults of the rules taken together. */
function listFaults(rules: readonly PriceRule[], values: Representatives): PriceListFault[] {
  const dead = rules.flatMap((rule, i): PriceListFault[] =>
    canApply(rule, values)
      ? []
      : [{ ruleId: rule.id, path: `rules.${i}.when`, code: "unreachable", facts: {} }],
  );
  const limits = (kind: "minimum" | "maximum"): number[] =>
    rules.flatMap(({ do: one }) => (one.kind === kind ? [one.amount] : []));
  const [least, most] = [Math.max(...limits("minimum")), Math.min(...limits("maximum"))];
  const crossed = least > most ? [whole("minimum-above-maximum", "rules", { least, most })] : [];
  const base = rules.some((rule) => isBase(rule.do) && canApply(rule, values));
  return [...dead, ...crossed, ...(base ? [] : [whole("missing-base", "rules")])];
}

function totalAt(facts: PriceFacts, list: PriceList): number | undefined {
  try {
    return priceOf(facts, list).total.minor;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function fallOf(
  facts: PriceFacts,
  distances: readonly number[],
  list: PriceList,
): PriceListFault | undefined {
  let [dearest, dearestM] = [0, 0];
  for (const distanceM of distances) {
    const total = totalAt({ ...facts, distanceM }, list);
    if (total === undefined) continue;
    if (total < 0) return whole("below-zero", "rules");
    if (total < dearest) {
      return whole("cheaper-with-distance", "rules", {
        nearM: dearestM,
        nearTotal: dearest,
        farM: distanceM,
        farTotal: total,
        serviceLevel: facts.serviceLevel,
      });
    }
    [dearest, dearestM] = [total, distanceM];
  }
  return undefined;
}

/**
 * Whether a longer trip ever costs less. Between two bounds of distance the same rules apply and every component grows
 * with distance or stays, so only the bounds have to be compared, for every combination of the other facts: exact.
 */
function distanceFaults(list: PriceList, values: Representatives): PriceListFault[] {
  const prices = combinationCount(values) * values.distanceM.length;
  if (prices > CHECK_PRICES_MAX) return [whole("too-complex", "rules", { prices, most: CHECK_PRICES_MAX })];
  for (const facts of combinationsOf(values)) {
    const fall = fallOf(facts, values.distanceM, list);
    if (fall) return [fall];
  }
  return [];
}

function caseFaults(list: PriceList): PriceListFault[] {
  return (list.cases ?? []).flatMap((one, i): PriceListFault[] => {
    const total = totalAt(one.facts, list);
    const facts = { name: one.name, expected: one.totalMinor, actual: total ?? "no price" };
    return total === one.totalMinor ? [] : [whole("case-fails", `cases.${i}`, facts)];
  });
}

/**
 * Finds faults that only computed prices show. A price beyond the safe integers is a fault of the list, not of the
 * program.
 */
function computedFaults(list: PriceList, values: Representatives): PriceListFault[] {
  try {
    return [...distanceFaults(list, values), ...caseFaults(list)];
  } catch (error) {
    if (error instanceof RangeError) return [whole("too-large", "rules")];
    throw error;
  }
}

/**
 * Everything wrong with a price list; empty when it may be published.
 *
 * @param zones codes that rules may ask for; absent, any
 */
export function checkPriceList(list: PriceList, zones?: readonly string[]): PriceListFault[] {
  if (!isCurrency(list.currency)) {
    return [whole("unknown-currency", "currency", { currency: list.currency })];
  }
  const atRules = ruleFaults(list.rules, zones);
  if (atRules.length > 0) return atRules;
  const values = representativesOf(list.rules);
  return [...listFaults(list.rules, values), ...computedFaults(list, values)];
}
