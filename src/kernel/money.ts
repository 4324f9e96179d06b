import { isCurrency } from "./currency.ts";

/** An amount in the currency's minor unit (cents for EUR, yen for JPY). Always a safe integer. */
export interface Money {
  readonly minor: number;
  readonly currency: string;
}

/** @throws RangeError when `minor` is no safe integer or the currency is not in ISO 4217 */
export function money(minor: number, currency: string): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`not a whole number of minor units: ${minor}`);
  if (!isCurrency(currency)) throw new RangeError(`not an ISO 4217 currency: ${currency}`);
  return { minor: minor === 0 ? 0 : minor, currency };
}

export function zero(currency: string): Money {
  return money(0, currency);
}

export function isZero(m: Money): boolean {
  return m.minor === 0;
}

function shared(a: Money, b: Money): string {
  if (a.currency !== b.currency) throw new TypeError(`mixed currencies: ${a.currency} and ${b.currency}`);
  return a.currency;
}

/** @throws TypeError on mixed currencies, RangeError beyond the safe integers; so do all functions below. */
export function plus(a: Money, b: Money): Money {
  return money(a.minor + b.minor, shared(a, b));
}

export function minus(a: Money, b: Money): Money {
  return money(a.minor - b.minor, shared(a, b));
}

/** Adds a list; the currency is needed for the empty one. */
export function sum(list: readonly Money[], currency: string): Money {
  return list.reduce(plus, zero(currency));
}

/** @param n a whole number */
export function times(m: Money, n: number): Money {
  return money(m.minor * n, m.currency);
}

/** Negative, 0 or positive, as for sorting. */
export function compare(a: Money, b: Money): number {
  shared(a, b);
  return a.minor - b.minor;
}

function whole(n: number, name: string): bigint {
  if (!Number.isSafeInteger(n)) throw new RangeError(`${name} is not a whole number: ${n}`);
  return BigInt(n);
}

/** `m × numerator ÷ denominator`, exact, rounded half away from zero to a whole minor unit. */
export function share(m: Money, numerator: number, denominator: number): Money {
  const d = whole(denominator, "denominator");
  if (d === 0n) throw new RangeError("denominator is zero");
  const n = BigInt(m.minor) * whole(numerator, "numerator");
  const negative = n < 0n !== d < 0n;
  const top = n < 0n ? -n : n;
  const bottom = d < 0n ? -d : d;
  const rounded = (2n * top + bottom) / (2n * bottom);
  return money(Number(negative ? -rounded : rounded), m.currency);
}

/**
 * Splits an amount by weights with the largest remainders, so that the parts sum exactly to it.
 * Equal remainders go to the earlier part.
 *
 * @param weights whole numbers ≥ 0, not all 0
 * @throws RangeError on weights outside that
 */
export function allocate(m: Money, weights: readonly number[]): Money[] {
  const parts = weights.map((weight) => whole(weight, "weight"));
  const all = parts.reduce((a, b) => a + b, 0n);
  if (all <= 0n || parts.some((part) => part < 0n)) throw new RangeError("weights must be ≥ 0 and not all 0");
  const amount = BigInt(Math.abs(m.minor));
  const floors = parts.map((part) => (amount * part) / all);
  const left = Number(amount - floors.reduce((a, b) => a + b, 0n));
  const order = parts
    .map((part, index) => ({ index, remainder: (amount * part) % all }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  const lucky = new Set(order.slice(0, left).map((one) => one.index));
  const sign = m.minor < 0 ? -1 : 1;
  return floors.map((floor, index) => money(sign * (Number(floor) + (lucky.has(index) ? 1 : 0)), m.currency));
}
