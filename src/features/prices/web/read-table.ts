import { readDecimal } from "#web/forms/decimal-text.ts";
import type { PriceComponent } from "#features/quotes/contract/price-list.ts";
import { digitsOfRange, type RuleText } from "./rule-text.ts";

interface Reading {
  /** Digits of the currency. */
  readonly digits: number;
  readonly report: (path: string, message: string) => void;
}

/** Reads the entries of a typed table; blank cells of zones are left out. */
export function readTable(
  kind: "band" | "matrix",
  text: RuleText,
  { digits, report }: Reading,
): PriceComponent {
  const asBase = text.asBase === "base";
  const amountOf = (typed: string, path: string): number => {
    const amount = readDecimal(typed, digits);
    if (amount === undefined) report(path, "prices.not-an-amount");
    return amount ?? 0;
  };
  if (kind === "band") {
    const steps = text.steps.map(({ amount }, at) => ({
      ...boundOf(text, at, report),
      amount: amountOf(amount, `steps.${at}.amount`),
    }));
    return { kind, by: text.by, asBase, steps };
  }
  const cells = text.cells.flatMap(({ from, to, amount }, at) =>
    amount.trim() === "" ? [] : [{ from, to, amount: amountOf(amount, `cells.${at}.amount`) }],
  );
  if (cells.length === 0) report("cells.0.amount", "prices.none-chosen");
  return { kind, asBase, cells };
}

/** The bound of a step; the last one may be open. */
function boundOf(
  { by, steps }: RuleText,
  at: number,
  report: Reading["report"],
): { readonly below?: number } {
  const typed = steps[at]?.below.trim() ?? "";
  if (typed === "" && at === steps.length - 1) return {};
  const below = readDecimal(typed, digitsOfRange(by));
  const before = readDecimal(steps[at - 1]?.below ?? "0", digitsOfRange(by)) ?? 0;
  if (below === undefined) report(`steps.${at}.below`, "prices.not-a-number");
  else if (below <= before) report(`steps.${at}.below`, "prices.bad-bands");
  return { below: below ?? 0 };
}
