import { exponentOf } from "#kernel/currency.ts";
import { type Money, money } from "#kernel/money.ts";
import { toCardUnits } from "./card-units.ts";

/**
 * The least that a card can pay, in minor units.
 *
 * @see https://docs.stripe.com/currencies, "Minimum and maximum charge amounts"
 */
const LEAST: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
};

/** Least amount where nobody says: half a unit; fifty where a currency has no cents. */
const leastMinor = (currency: string): number => {
  const exponent = exponentOf(currency);
  return LEAST[currency] ?? (exponent === 0 ? 50 : 5 * 10 ** (exponent - 1));
};

/** Whether a card can pay this amount: not too little, not too much, and countable by the provider. */
export const isCardAmount = (amount: Money): boolean =>
  amount.minor >= leastMinor(amount.currency) && toCardUnits(amount) !== undefined;

/** The most of an amount that a card can pay, never more than it; undefined where no card can pay so little. */
export function collectable({ minor, currency }: Money): Money | undefined {
  // The provider counts currencies of three digits in steps of ten.
  const step = exponentOf(currency) === 3 ? 10 : 1;
  const countable = money(minor - (minor % step), currency);
  return isCardAmount(countable) ? countable : undefined;
}
