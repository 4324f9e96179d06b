import type { Money } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import { readDecimal } from "#web/forms/decimal-text.ts";
import { LATER_KINDS, applies, type PriceFacts, type PriceList } from "#features/quotes/domain/price-rule.ts";
import { type Price, priceOf } from "#features/quotes/domain/price.ts";
import { THOUSANDTHS } from "./rule-text.ts";

/** An example as typed. */
export interface Example {
  km: string;
  kg: string;
  parcels: string;
  level: string;
  weekday: string;
  time: string;
  /** Codes of zones; blank outside all of them. */
  zoneFrom: string;
  zoneTo: string;
  /** Minutes from asking to the window. */
  lead: string;
  specialDay: "no" | "yes";
}

export const FIRST_EXAMPLE: Example = {
  km: "5",
  kg: "3",
  parcels: "1",
  level: "scheduled",
  weekday: "3",
  time: "14:00",
  zoneFrom: "",
  zoneTo: "",
  lead: "180",
  specialDay: "no",
};

/** The facts that rules read, or undefined while something typed cannot be read. */
export function factsOf({
  km,
  kg,
  parcels,
  level,
  weekday,
  time,
  lead,
  specialDay,
  ...zones
}: Example): PriceFacts | undefined {
  const [distanceM, massG, count, leadMin] = [
    readDecimal(km, THOUSANDTHS),
    readDecimal(kg, THOUSANDTHS),
    readDecimal(parcels, 0),
    readDecimal(lead, 0),
  ];
  if (distanceM === undefined || massG === undefined || leadMin === undefined) return undefined;
  if (!count || time === "") return undefined;
  return {
    serviceLevel: level,
    zoneFrom: zones.zoneFrom || null,
    zoneTo: zones.zoneTo || null,
    distanceM,
    massG,
    parcels: count,
    weekday: Number(weekday),
    timeOfDay: time,
    leadMin,
    specialDay: specialDay === "yes",
  };
}

/** Price of the example, and the part of it that each rule adds; of work that a failed try makes, its whole cost. */
export interface Trial {
  /** Undefined where no flat rule applies. */
  readonly price: Price | undefined;
  readonly shares: ReadonlyMap<string, Money>;
}

/** Prices an example by the very rules that the server charges by. */
export function tryOut(list: PriceList, facts: PriceFacts | undefined): Trial {
  const price = facts && priceOrNone(facts, list);
  if (!facts || !price) return { price: undefined, shares: new Map() };
  const taxes = list.rules.filter((rule) => rule.do.kind === "tax" && applies(rule, facts));
  const shares = new Map(price.lines.map((line) => [line.ruleId, line.amount]));
  for (const [at, rule] of taxes.entries()) {
    const tax = price.taxes[at];
    if (tax) shares.set(rule.id, tax.amount);
  }
  for (const kind of LATER_KINDS)
    for (const rule of list.rules.filter((one) => one.do.kind === kind && applies(one, facts)))
      if (price.later) shares.set(rule.id, price.later[kind]);
  return { price, shares };
}

function priceOrNone(facts: PriceFacts, list: PriceList): Price | undefined {
  try {
    return priceOf(facts, list);
  } catch (error) {
    // Amounts beyond the safe integers are reported as a fault of the list.
    if (error instanceof Refusal || error instanceof RangeError) return undefined;
    throw error;
  }
}
