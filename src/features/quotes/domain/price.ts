import { type Money, compare, isZero, minus, money, plus, share, sum, times, zero } from "#kernel/money.ts";
import { type Facts, Refusal } from "#kernel/refusal.ts";
import {
  type BandTable,
  LATER_KINDS,
  type LaterKind,
  type PriceComponent,
  type PriceFacts,
  type PriceList,
  type PriceRule,
  type ZoneMatrix,
  applies,
  entryOf,
  isBase,
  isTable,
} from "./price-rule.ts";
import type { TripZones } from "./trip-zones.ts";

/** The word key of each kind of line; its facts are the line's inputs, among them the rule's `title`. */
export const PRICE_LABELS = {
  flat: "price.flat",
  perDistance: "price.per-distance",
  perParcel: "price.per-parcel",
  surcharge: "price.surcharge",
  percent: "price.percent",
  minimum: "price.minimum",
  maximum: "price.maximum",
  band: "price.band",
  matrix: "price.matrix",
  discount: "price.discount",
} as const satisfies Record<Charged["kind"], string>;

/** One line of the price trace: which rule made it, from which inputs. */
export interface PriceLine {
  readonly ruleId: string;
  readonly label: string;
  readonly inputs: Facts;
  readonly amount: Money;
}

export interface TaxLine {
  readonly basisPoints: number;
  readonly amount: Money;
}

export interface Price {
  readonly lines: readonly PriceLine[];
  /** The sum of the lines, without tax. */
  readonly subtotal: Money;
  readonly taxes: readonly TaxLine[];
  /** With tax: what is paid. */
  readonly total: Money;
  /** The sum of the base lines, from which cancellation fees are computed. */
  readonly base: Money;
  /** Costs of another try and of the way back, tax included; absent where no rule asks for any. */
  readonly later?: Later | undefined;
  readonly priceListVersion: number;
  /** Zones that it was made by; absent where no rule asks for one. */
  readonly zones?: TripZones | undefined;
}

export type Later = Readonly<Record<LaterKind, Money>>;

interface Sums {
  readonly base: Money;
  readonly running: Money;
}

interface Part {
  readonly amount: Money;
  readonly inputs: Facts;
}

type Charged = Exclude<PriceComponent, { readonly kind: "tax" | LaterKind }>;
type Plain = Exclude<Charged, BandTable | ZoneMatrix>;
type Rate = Extract<PriceComponent, { readonly kind: "tax" | LaterKind }>;

/** Computes the part that a component adds to the sums so far; `maximum` and `discount` subtract. */
function partOf(component: Charged, facts: PriceFacts, sums: Sums): Part {
  if (!isTable(component)) return plainPart(component, facts, sums);
  const amount = money(entryOf(component, facts)?.amount ?? 0, sums.running.currency);
  const inputs =
    component.kind === "band"
      ? { by: component.by, value: facts[component.by] }
      : { from: facts.zoneFrom ?? "", to: facts.zoneTo ?? "" };
  return { amount, inputs };
}

type Share = Extract<Plain, { readonly kind: "percent" | "discount" }>;

function sharePart({ kind, of, basisPoints }: Share, sums: Sums): Part {
  const whole = sums[of];
  const part = share(whole, basisPoints, 10_000);
  const amount = kind === "percent" ? part : minus(zero(whole.currency), part);
  return { amount, inputs: { basisPoints, of: whole.minor } };
}

function plainPart(component: Plain, facts: PriceFacts, { base, running }: Sums): Part {
  const { currency } = running;
  if (component.kind === "percent" || component.kind === "discount")
    return sharePart(component, { base, running });
  const unit = money("amount" in component ? component.amount : 0, currency);
  switch (component.kind) {
    case "flat":
    case "surcharge":
      return { amount: unit, inputs: {} };
    case "perDistance": {
      const { freeM, stepM } = component;
      const steps = Math.ceil(Math.max(0, facts.distanceM - freeM) / stepM);
      return {
        amount: times(unit, steps),
        inputs: { distanceM: facts.distanceM, freeM, stepM, steps, unit: unit.minor },
      };
    }
    case "perParcel": {
      const count = Math.max(0, facts.parcels - component.free);
      return {
        amount: times(unit, count),
        inputs: { parcels: facts.parcels, free: component.free, count, unit: unit.minor },
      };
    }
    case "minimum":
      return {
        amount: compare(running, unit) < 0 ? minus(unit, running) : zero(currency),
        inputs: { limit: unit.minor },
      };
    case "maximum":
      break;
  }
  return {
    amount: compare(running, unit) > 0 ? minus(unit, running) : zero(currency),
    inputs: { limit: unit.minor },
  };
}

function lineOf(rule: PriceRule & { readonly do: Charged }, facts: PriceFacts, sums: Sums): PriceLine {
  const { amount, inputs } = partOf(rule.do, facts, sums);
  return {
    ruleId: rule.id,
    label: PRICE_LABELS[rule.do.kind],
    inputs: { title: rule.title, ...inputs },
    amount,
  };
}

const isRate = ({ kind }: PriceComponent): boolean =>
  kind === "tax" || LATER_KINDS.some((one) => one === kind);
const isCharged = (rule: PriceRule): rule is PriceRule & { readonly do: Charged } => !isRate(rule.do);

const ratesOf = (rules: readonly PriceRule[], kind: Rate["kind"]): number[] =>
  rules.flatMap(({ do: one }) => (one.kind === kind ? [one.basisPoints] : []));

/** Shares of the base fee, each with tax on it; rules of one kind add up. */
function laterOf(rules: readonly PriceRule[], base: Money): Later | undefined {
  if (!rules.some(({ do: one }) => LATER_KINDS.some((kind) => kind === one.kind))) return undefined;
  const shares = (of: Money, kind: Rate["kind"]): Money =>
    sum(
      ratesOf(rules, kind).map((rate) => share(of, rate, 10_000)),
      base.currency,
    );
  const costOf = (kind: LaterKind): Money => {
    const net = shares(base, kind);
    return plus(net, shares(net, "tax"));
  };
  return { extraAttempt: costOf("extraAttempt"), return: costOf("return") };
}

/**
 * The price of one delivery: rules run from top to bottom, each that applies adds a line; lines of nothing are left
 * out. The zones that the facts name are kept with it. Tax is computed for each tax rule on the sum of all lines. Every amount is rounded half away from zero.
 *
 * @throws Refusal `quotes.no-price` when no base rule applies
 */
export function priceOf(facts: PriceFacts, list: PriceList, zones?: TripZones): Price {
  const nothing = zero(list.currency);
  const lines: PriceLine[] = [];
  const rules = list.rules.filter((rule) => applies(rule, facts));
  let sums: Sums = { base: nothing, running: nothing };
  for (const rule of rules.filter(isCharged)) {
    const line = lineOf(rule, facts, sums);
    const base = isBase(rule.do) ? plus(sums.base, line.amount) : sums.base;
    sums = { base, running: plus(sums.running, line.amount) };
    if (!isZero(line.amount) || isBase(rule.do)) lines.push(line);
  }
  if (!rules.some((rule) => isBase(rule.do))) throw new Refusal("quotes.no-price");
  const taxes = ratesOf(rules, "tax").map((basisPoints): TaxLine => ({
    basisPoints,
    amount: share(sums.running, basisPoints, 10_000),
  }));
  const later = laterOf(rules, sums.base);
  const total = plus(
    sums.running,
    sum(
      taxes.map((tax) => tax.amount),
      list.currency,
    ),
  );
  return {
    lines,
    subtotal: sums.running,
    taxes,
    total,
    base: sums.base,
    ...(later && { later }),
    priceListVersion: list.version,
    ...(zones && { zones }),
  };
}
