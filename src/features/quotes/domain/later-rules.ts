import { LATER_TITLES } from "./default-titles.ts";
import type { LaterKind, PriceRule } from "./price-rule.ts";

/** A rule that prices work of a failed try, as it is offered: without conditions. */
interface LaterRule {
  id: string;
  title: string;
  when: never[];
  do: { kind: LaterKind; basisPoints: number };
}

const ruleOf = (id: keyof typeof LATER_TITLES, kind: LaterKind, basisPoints: number): LaterRule => ({
  id,
  title: LATER_TITLES[id],
  when: [],
  do: { kind, basisPoints },
});

/** Rules that a list lacks of those that price another try and the way back: half the base fee, and the whole. */
export const laterRules = (rules: readonly PriceRule[]): LaterRule[] =>
  [ruleOf("extra-attempt", "extraAttempt", 5_000), ruleOf("return", "return", 10_000)]
    .filter((one) => rules.every((rule) => rule.do.kind !== one.do.kind))
    .map((one) => (rules.some(({ id }) => id === one.id) ? { ...one, id: `${one.id}-price` } : one));
