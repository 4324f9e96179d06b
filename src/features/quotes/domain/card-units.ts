import { exponentOf, isCurrency } from "#kernel/currency.ts";
import { type Money, money } from "#kernel/money.ts";

/**
 * Digits that the card provider counts after the point where they differ from ISO 4217.
 *
 * @see https://docs.stripe.com/currencies, "Special cases"
 */
const OWN_DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };
/** In ISO 4217 and not at the provider. */
const UNKNOWN_THERE: ReadonlySet<string> = new Set(["UYI", "CLF", "UYW"]);
/** The provider takes amounts of at most eight digits. */
const LARGEST = 99_999_999;

const digitsThere = (currency: string): number => OWN_DIGITS[currency] ?? exponentOf(currency);

/**
 * Whole number that the card provider's calls name for this amount; nothing where it has none: too large, not positive, a
 * currency it does not know, or finer than it counts.
 */
export function toCardUnits({ minor, currency }: Money): number | undefined {
  if (UNKNOWN_THERE.has(currency)) return undefined;
  const shift = digitsThere(currency) - exponentOf(currency);
  const amount = shift >= 0 ? minor * 10 ** shift : minor / 10 ** -shift;
  const isRound = exponentOf(currency) !== 3 || amount % 10 === 0;
  return Number.isInteger(amount) && isRound && amount > 0 && amount <= LARGEST ? amount : undefined;
}

/** Our amount for a number of card units; undefined where it is no amount of a currency that we know. */
export function fromCardUnits(amount: number, code: string): Money | undefined {
  const currency = code.toUpperCase();
  if (!isCurrency(currency) || UNKNOWN_THERE.has(currency)) return undefined;
  const shift = exponentOf(currency) - digitsThere(currency);
  const minor = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift;
  return Number.isSafeInteger(minor) && minor >= 0 ? money(minor, currency) : undefined;
}
