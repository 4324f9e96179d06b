import { isZero, minus, money, share, sum } from "#kernel/money.ts";
import type { Price } from "#features/quotes/domain/price.ts";
import { DEFAULT_TITLES } from "#features/quotes/domain/default-titles.ts";

/**
 * The price of a trip as the booking's own payment settles it: the rest is paid beside it, or was waived, and is one line
 * of its own.
 */
export function priceAt(full: Price, minor: number): Price {
  const { total, subtotal } = full;
  const { currency } = total;
  if (minor === total.minor) return full;
  const taxes = full.taxes.map((tax) => ({
    ...tax,
    amount: isZero(total) ? tax.amount : share(tax.amount, minor, total.minor),
  }));
  const settled = money(minor, currency);
  const net = minus(
    settled,
    sum(
      taxes.map(({ amount }) => amount),
      currency,
    ),
  );
  const decided = {
    ruleId: "decided",
    label: "price.decided",
    inputs: { title: DEFAULT_TITLES.decided },
    amount: minus(net, subtotal),
  };
  return { ...full, lines: [...full.lines, decided], subtotal: net, taxes, total: settled };
}
