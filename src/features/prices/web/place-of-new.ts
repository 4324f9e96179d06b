import type { PriceRule } from "#features/quotes/contract/price-list.ts";

/** A new charge comes before minimum, maximum and tax, which close a list. */
export function placeOfNew(rules: readonly PriceRule[], kind: PriceRule["do"]["kind"]): number {
  if (["minimum", "maximum", "tax"].includes(kind)) return rules.length;
  const closing = rules.findIndex((rule) => ["minimum", "maximum", "tax"].includes(rule.do.kind));
  return closing === -1 ? rules.length : closing;
}
