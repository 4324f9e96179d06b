import type { PriceRule } from "#features/quotes/contract/price-list.ts";
import { laterRules } from "#features/quotes/domain/later-rules.ts";
import { placeOfNew } from "./place-of-new.ts";

/** The list with the rules for another try and the way back that it lacks; itself where it has both, or no rule at all. */
export function withLaterRules(rules: readonly PriceRule[]): readonly PriceRule[] {
  const missing = rules.length === 0 ? [] : laterRules(rules);
  const [first] = missing;
  return first ? rules.toSpliced(placeOfNew(rules, first.do.kind), 0, ...missing) : rules;
}
