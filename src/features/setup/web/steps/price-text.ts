import { exponentOf } from "#kernel/currency.ts";
import { decimalText, readDecimal } from "#web/forms/decimal-text.ts";
import type { FirstPrices } from "../../domain/first-prices.ts";

/** Prices as typed. */
export interface PriceText {
  base: string;
  perKm: string;
  /** Per cent. */
  tax: string;
  chargesLater: boolean;
}

const MOST_MINOR = 10_000_000;
const WHOLE_TAX = 10_000;

/** Reads an amount in minor units; undefined where it is none. */
export function minorOf(text: string, currency: string): number | undefined {
  const minor = readDecimal(text, exponentOf(currency));
  return minor !== undefined && minor <= MOST_MINOR ? minor : undefined;
}

/** Reads per cent as hundredths of a per cent. */
export function basisPointsOf(text: string): number | undefined {
  const points = readDecimal(text, 2);
  return points !== undefined && points <= WHOLE_TAX ? points : undefined;
}

/** Reads all amounts; undefined while one cannot be read, or the base is nothing. */
export function pricesOf(
  { base, perKm, tax, chargesLater }: PriceText,
  currency: string,
): FirstPrices | undefined {
  const read = [minorOf(base, currency), minorOf(perKm, currency), basisPointsOf(tax)] as const;
  const [amount, km, points] = read;
  if (!amount || km === undefined || points === undefined) return undefined;
  return { base: amount, perKm: km, taxBasisPoints: points, chargesLater };
}

/** The first amounts in hundredths of a currency with cents. */
const FIRST = { base: 490, perKm: 120, tax: 1_900 } as const;
const CENTS = 2;

/** Amounts to begin with; in a currency of other digits the person says them. */
export function firstText(currency: string, mark: string): PriceText {
  const isOfCents = exponentOf(currency) === CENTS;
  return {
    base: isOfCents ? decimalText(FIRST.base, CENTS, mark, CENTS) : "",
    perKm: isOfCents ? decimalText(FIRST.perKm, CENTS, mark, CENTS) : "",
    tax: decimalText(FIRST.tax, 2, mark),
    chargesLater: true,
  };
}
