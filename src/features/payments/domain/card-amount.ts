import { exponentOf } from "#kernel/currency.ts";
import type { Money } from "#kernel/money.ts";

/** Card networks take amounts of at most eight digits. */
const MOST_MINOR = 99_999_999;

/** About half a euro: providers refuse less. Where a currency has no cents, fifty of it. */
const leastMinor = (currency: string): number => {
  const exponent = exponentOf(currency);
  return exponent === 0 ? 50 : 5 * 10 ** (exponent - 1);
};

/** Whether a card can pay this amount at all. */
export const isCardAmount = ({ minor, currency }: Money): boolean =>
  minor >= leastMinor(currency) && minor <= MOST_MINOR;
